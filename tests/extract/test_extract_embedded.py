"""Files inside PDF and Office documents."""

import struct
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import docx
import pptx
import pypdf
import pytest
from openpyxl import Workbook
from pdf_making import lines, make_pdf
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    StreamObject,
    TextStringObject,
)
from reading import document_of, outcome_of

from okf_server.extract import embedded
from okf_server.extract.embedded import Embedded
from okf_server.model.document import Extracted, Partial

NOTE = b"The words zattachword stand in a file.\n"


def _members(path: Path) -> list[tuple[str, bytes]]:
    return [(one.name, one.data) for one in document_of(path).members]


def _pdf(path: Path, *files: tuple[str, bytes], text: str = "The page of the letter.") -> Path:
    plain = make_pdf(path.with_suffix(".plain"), lines((100, 11, text)))
    writer = pypdf.PdfWriter(clone_from=str(plain))
    for name, data in files:
        writer.add_attachment(name, data)
    writer.write(path)
    return path


def _pinned(path: Path, name: str, data: bytes) -> Path:
    """A page with a file pinned to it."""
    writer = pypdf.PdfWriter(clone_from=str(_pdf(path.with_suffix(".in"))))
    stream = StreamObject()
    stream.set_data(data)
    kept = writer._add_object(stream)
    spec = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Filespec"),
            NameObject("/F"): TextStringObject(name),
            NameObject("/UF"): TextStringObject(name),
            NameObject("/EF"): DictionaryObject({NameObject("/F"): kept}),
        }
    )
    note = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Annot"),
            NameObject("/Subtype"): NameObject("/FileAttachment"),
            NameObject("/Rect"): ArrayObject(map(FloatObject, (20, 20, 40, 40))),
            NameObject("/FS"): spec,
        }
    )
    writer.pages[0][NameObject("/Annots")] = ArrayObject([note])
    writer.write(path)
    return path


def test_files_in_a_pdf_are_its_members(tmp_path: Path) -> None:
    path = _pdf(tmp_path / "a.pdf", ("z.txt", NOTE), ("folder/b.csv", b"a,b\n"))
    document = document_of(path)
    assert sorted(_members(path)) == [("b.csv", b"a,b\n"), ("z.txt", NOTE)]
    assert sorted(document.details["attachments"]) == ["b.csv", "z.txt"]  # type: ignore[call-overload]
    assert document.body == "The page of the letter.\n"


def test_a_file_that_is_pinned_to_a_page_is_a_member(tmp_path: Path) -> None:
    assert _members(_pinned(tmp_path / "a.pdf", "z.txt", NOTE)) == [("z.txt", NOTE)]


def test_a_portfolio_without_text_of_its_own_is_the_list_of_its_files(tmp_path: Path) -> None:
    path = _pdf(tmp_path / "a.pdf", ("z.txt", NOTE), text=" ")
    outcome = outcome_of(path)
    assert isinstance(outcome, Extracted)
    assert outcome.document.body == "- z.txt\n"
    assert _members(path) == [("z.txt", NOTE)]


def test_a_pdf_without_files_has_no_members(tmp_path: Path) -> None:
    document = document_of(_pdf(tmp_path / "a.pdf"))
    assert document.members == ()
    assert "attachments" not in document.details


def _with_parts(path: Path, parts: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "a") as package:
        for name, data in parts.items():
            package.writestr(name, data)
    return path


def _workbook() -> bytes:
    made = Workbook()
    made.active["A1"] = "zcellword"
    out = BytesIO()
    made.save(out)
    return out.getvalue()


def _word(path: Path, text: str = "The text.") -> Path:
    made = docx.Document()
    made.add_paragraph(text)
    made.save(str(path))
    return path


def _ole(streams: Mapping[str, bytes]) -> bytes:
    """A compound file of version 3 with streams of at least 4,096 bytes each."""
    sectors: list[bytes] = []
    table: list[int] = []
    starts: dict[str, int] = {}
    for name, data in streams.items():
        padded = data + b"\0" * (-len(data) % 512)
        count = len(padded) // 512
        starts[name] = len(sectors)
        first = len(sectors)
        sectors += [padded[at : at + 512] for at in range(0, len(padded), 512)]
        table += [*range(first + 1, first + count), 0xFFFFFFFE]
    entries = [_entry("Root Entry", 5, 0xFFFFFFFE, 0, child=1)]
    names = list(streams)
    for number, name in enumerate(names, 1):
        right = number + 1 if number < len(names) else 0xFFFFFFFF
        entries.append(_entry(name, 2, starts[name], len(streams[name]), right=right))
    entries += [bytes(128)] * (-len(entries) % 4)
    directory = len(sectors)
    listed = b"".join(entries)
    rows = [listed[at : at + 512] for at in range(0, len(listed), 512)]
    sectors += rows
    table += [*range(directory + 1, directory + len(rows)), 0xFFFFFFFE]
    table += [0xFFFFFFFD]
    fat = struct.pack(f"<{len(table)}I", *table) + b"\xff" * (512 - 4 * len(table))
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6,
        0, 1, directory, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0,
    )  # fmt: skip
    header += struct.pack("<I", len(sectors)) + b"\xff" * (4 * 108)
    return header + b"".join(sectors) + fat


def _entry(
    name: str, kind: int, start: int, size: int, *, child: int = 0xFFFFFFFF, right: int = 0xFFFFFFFF
) -> bytes:
    written = f"{name}\0".encode("utf-16-le")
    return struct.pack(
        "<64sHBBIII36xIQ", written, len(written), kind, 1, 0xFFFFFFFF, right, child, start, size
    )


def _packaged(name: str, data: bytes) -> bytes:
    label = name.encode() + b"\0"
    inside = b"\2\0" + label + b"C:\\" + label + b"\0\0\3\0" + struct.pack("<I", len(label)) + label
    inside += struct.pack("<I", len(data)) + data
    return struct.pack("<I", len(inside)) + inside


PADDED = NOTE * 200
OBJECTS = {
    "packaged": ({"\x01Ole10Native": _packaged("z note.txt", PADDED)}, [("z note.txt", PADDED)]),
    "pdf": ({"CONTENTS": b"%PDF-1.4\n" * 500}, [("oleObject1.pdf", b"%PDF-1.4\n" * 500)]),
    "wrapped": ({"Package": b"PK\3\4" * 1100}, [("oleObject1", b"PK\3\4" * 1100)]),
    "equation": ({"Equation Native": bytes(5000)}, []),
}


@pytest.mark.parametrize("kind", OBJECTS)
def test_what_an_ole_object_stands_for_is_a_member(kind: str, tmp_path: Path) -> None:
    streams, members = OBJECTS[kind]
    parts = {"word/embeddings/oleObject1.bin": _ole(streams)}
    assert _members(_with_parts(_word(tmp_path / "a.docx"), parts)) == members


def test_an_old_workbook_in_a_text_is_a_member_as_it_is(tmp_path: Path) -> None:
    data = _ole({"Workbook": bytes(5000)})
    path = _with_parts(_word(tmp_path / "a.docx"), {"word/embeddings/oleObject1.bin": data})
    assert _members(path) == [("oleObject1.xls", data)]


def test_documents_in_office_files_are_members_in_the_order_of_their_numbers(
    tmp_path: Path,
) -> None:
    book = _workbook()
    names = [f"Microsoft_Excel_Sheet{number}.xlsx" for number in (1, 2, 10)]
    word = _word(tmp_path / "a.docx")
    _with_parts(word, {f"word/embeddings/{name}": book for name in reversed(names)})
    assert _members(word) == [(name, book) for name in names]

    sheet = tmp_path / "b.xlsx"
    sheet.write_bytes(book)
    _with_parts(sheet, {"xl/embeddings/a.txt": NOTE})
    assert _members(sheet) == [("a.txt", NOTE)]

    deck = pptx.Presentation()
    deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = "A slide"
    deck.save(str(tmp_path / "c.pptx"))
    path = _with_parts(tmp_path / "c.pptx", {"ppt/embeddings/a.txt": NOTE})
    assert _members(path) == [("a.txt", NOTE)]


def test_the_data_of_a_chart_are_no_file_of_their_own(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    data = CategoryChartData()
    data.categories = ["North", "South"]
    data.add_series("Amount", (1, 2))
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.add_chart(XL_CHART_TYPE.PIE, 0, 0, 3_000_000, 3_000_000, data)
    path = tmp_path / "a.pptx"
    deck.save(str(path))
    assert any("/embeddings/" in name for name in zipfile.ZipFile(path).namelist())
    assert _members(path) == []


def test_a_text_that_holds_nothing_but_files_is_the_list_of_them(tmp_path: Path) -> None:
    path = _with_parts(_word(tmp_path / "a.docx", ""), {"word/embeddings/a b.txt": NOTE})
    outcome = outcome_of(path)
    assert isinstance(outcome, Extracted)
    assert outcome.document.body == "- a b.txt\n"


def test_an_object_that_is_cut_off_is_named(tmp_path: Path) -> None:
    streams = {"\x01Ole10Native": _packaged("a.txt", PADDED)[:-100]}
    parts = {"word/embeddings/oleObject1.bin": _ole(streams)}
    document = document_of(_with_parts(_word(tmp_path / "a.docx"), parts))
    assert document.members == ()
    assert document.warnings == ("a file in it could not be taken out: oleObject1.bin",)


def test_files_beyond_the_limits_of_mails_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(embedded, "MOST_ATTACHMENTS", 2)
    parts = {f"word/embeddings/{number}.txt": NOTE for number in range(3)}
    outcome = outcome_of(_with_parts(_word(tmp_path / "a.docx"), parts))
    assert isinstance(outcome, Partial)
    assert outcome.reason == "more than 2 attachments: the rest is missing"
    assert len(outcome.document.members) == 2


def test_a_file_is_named_without_the_folders_that_it_claims() -> None:
    found = Embedded()
    found.add("../../etc/passwd", NOTE)
    found.add("", NOTE)
    assert [one.name for one in found.members] == ["passwd", "file 2"]
