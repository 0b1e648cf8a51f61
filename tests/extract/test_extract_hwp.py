import shutil
import struct
from pathlib import Path

import pytest
from reading import blocks_of, document_of, failure_of, outcome_of, reader, texts_of

import making_hangul as hangul
from making_hangul5 import (
    BULLET,
    DISTRIBUTED,
    LOCKED,
    OUTLINE,
    RIGHTS,
    WHITE,
    anchor,
    box,
    cell,
    compound,
    control,
    document,
    equation,
    listed,
    note,
    paragraph,
    record,
    table,
    text,
)
from okf_server.extract import hwp_records
from okf_server.extract.sniff import kind_of
from okf_server.model.document import BlockKind, Partial
from okf_server.model.locator import SectionLocator


def _texts(tmp_path: Path, *paragraphs: bytes) -> list[str]:
    return texts_of(document_of(document(tmp_path / "made.hwp", b"".join(paragraphs))))


@pytest.mark.parametrize("flags", [0, 1])
def test_paragraphs_have_their_heading_path_and_ordinal(tmp_path: Path, flags: int) -> None:
    first = paragraph(text("제1장 총칙"), shape=OUTLINE) + paragraph() + paragraph(text("본문"))
    made = document(
        tmp_path / "made.hwp", first, paragraph(text("항목"), shape=BULLET), flags=flags
    )
    path = ("제1장 총칙",)
    assert blocks_of(document_of(made)) == [
        (BlockKind.HEADING, "# 제1장 총칙", SectionLocator(path=path, block=1)),
        (BlockKind.PARAGRAPH, "본문", SectionLocator(path=path, block=2)),
        (BlockKind.LIST, "    - 항목", SectionLocator(path=path, block=3)),
    ]


def test_sections_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    made = document(tmp_path / "made.hwp", *(paragraph(text(f"구역 {n}")) for n in range(12)))
    assert texts_of(document_of(made)) == [f"구역 {n}" for n in range(12)]


def test_breaks_and_fixed_spaces_part_words_and_all_of_unicode_is_kept(tmp_path: Path) -> None:
    tab = struct.pack("<H", 9) + bytes(12) + struct.pack("<H", 9)
    assert _texts(
        tmp_path,
        paragraph(text("첫 줄\n둘째"), tab, text("셋"), struct.pack("<HH", 30, 31), text("넷𝒳")),
        paragraph(text("출\x18장")),
    ) == ["첫 줄\n둘째 셋 넷𝒳", "출-장"]


def test_a_table_has_its_spans_its_caption_and_a_place_of_its_own(tmp_path: Path) -> None:
    cells = [
        cell("구분", 0, 0, span=(2, 1)),
        cell("금액", 0, 1, span=(1, 2)),
        cell("국내", 1, 1),
        cell("국외", 1, 2),
    ]
    caption = listed(paragraph(text("표 1"), level=2), level=2)
    made = table(*cells, caption=caption)
    first = paragraph(text("앞"), anchor(11, "tbl "), controls=[made])
    read = document_of(document(tmp_path / "made.hwp", first + paragraph(text("뒤"))))
    assert blocks_of(read) == [
        (BlockKind.PARAGRAPH, "앞", SectionLocator(path=(), block=1)),
        (BlockKind.CAPTION, "표 1", SectionLocator(path=(), block=2)),
        (
            BlockKind.TABLE,
            "| 구분 | 금액 |  |\n| --- | --- | --- |\n|  | 국내 | 국외 |",
            SectionLocator(path=(), block=2),
        ),
        (BlockKind.PARAGRAPH, "뒤", SectionLocator(path=(), block=3)),
    ]


def test_notes_boxes_and_formulas_stand_where_they_are_anchored(tmp_path: Path) -> None:
    inner = paragraph(text("상자 글"), level=3)
    assert _texts(
        tmp_path,
        paragraph(
            text("값은 "), anchor(11, "eqed"), text("이다"), anchor(17, "fn  "), text(" 끝"),
            controls=[equation("1 over 2"), note("각주", 3)],
        ),
        paragraph(anchor(17, "en  "), controls=[note("미주", 2, kind="en  ", form=3)]),
        paragraph(text("앞"), anchor(11, "gso "), controls=[box(inner)]),
    ) == [
        r"값은 $\frac{1}{2}$이다[^3] 끝", "[^3]: 각주", "[^eii]", "[^eii]: 미주", "앞", "상자 글",
    ]  # fmt: skip


def test_headers_numbers_ruby_and_fields_are_read_and_comments_are_hidden(tmp_path: Path) -> None:
    def words(*strings: str) -> bytes:
        return b"".join(struct.pack("<H", len(one)) + text(one) for one in strings)

    def under(name: str, string: str) -> bytes:
        return control(name, bytes(8), 1, listed(paragraph(text(string), level=2), level=2))

    field = record(91, 2, text("Caption:wstring:2:동의 Value:int:0 "))
    made = document(
        tmp_path / "made.hwp",
        paragraph(anchor(16, "head"), text("글"), controls=[under("head", "머리말")])
        + paragraph(anchor(15, "tcmt"), text("둘"), controls=[under("tcmt", "숨은 설명")])
        + paragraph(
            text("표 "), anchor(18, "atno"), anchor(23, "tdut"), anchor(23, "tcps"), anchor(11, "form"),
            controls=[
                control("atno", struct.pack("<IH", 4, 7) + bytes(6), 1),
                control("tdut", words("大韓", "대한"), 1),
                control("tcps", words("12"), 1),
                control("form", bytes(8), 1, field),
            ],
        ),
    )  # fmt: skip
    read = document_of(made)
    assert texts_of(read) == ["글", "머리말", "둘", "표 7大韓(대한)12 동의"]
    assert read.hidden == ("숨은 설명",)


def test_a_link_keeps_its_address(tmp_path: Path) -> None:
    address = "https\\://example.com/a;1;0;0;"
    command = struct.pack("<IBH", 0, 0, len(address)) + text(address)
    end = struct.pack("<H", 4) + bytes(12) + struct.pack("<H", 4)
    other = control("%clk", bytes(20), 1)
    assert _texts(
        tmp_path,
        paragraph(
            text("보라: "), anchor(3, "%hlk"), text("누"), anchor(3, "%clk"), text("리집"), end, end, text("."),
            controls=[control("%hlk", command, 1), other],
        ),
        paragraph(anchor(3, "%hlk"), text("끝 없음"), controls=[control("%hlk", command, 1)]),
        paragraph(end, text("시작 없음")),
    ) == ["보라: [누리집](https://example.com/a).", "끝 없음", "시작 없음"]  # fmt: skip


def test_white_letters_are_hidden(tmp_path: Path) -> None:
    made = document(
        tmp_path / "made.hwp", paragraph(text("흰 글"), letters=WHITE) + paragraph(text("글"))
    )
    read = document_of(made)
    assert (read.body, read.hidden) == ("글\n", ("흰 글",))


@pytest.mark.parametrize(
    ("flag", "reason"),
    [
        (LOCKED, "password required"),
        (DISTRIBUTED, "a distribution document: its author locked its text"),
        (RIGHTS, "locked by rights management"),
    ],
)
def test_a_locked_document_fails_and_says_how(tmp_path: Path, flag: int, reason: str) -> None:
    failure = failure_of(document(tmp_path / "made.hwp", paragraph(text("글")), flags=1 | flag))
    assert failure.reason == reason
    assert failure.hint


def test_a_document_of_an_old_version_says_so(tmp_path: Path) -> None:
    old = tmp_path / "old.hwp"
    old.write_bytes(b"HWP Document File V3.00 \x1a\1\2\3\4\5" + bytes(500))
    assert failure_of(old).reason == "a document of Hangul 3 or older"


def test_what_is_named_hwp_is_read_as_what_it_is(tmp_path: Path) -> None:
    real = document(tmp_path / "real.hwp", paragraph(text("다섯")))
    assert kind_of(real, ".hwp") == ".hwp"
    zipped = tmp_path / "zipped.hwp"
    shutil.copy(hangul.document(tmp_path / "made.hwpx", hangul.p("열린 글")), zipped)
    assert document_of(zipped).body == "열린 글\n"
    named = tmp_path / "named.hwpx"
    shutil.copy(real, named)
    assert document_of(named).body == "다섯\n"


def test_a_file_without_text_streams_fails(tmp_path: Path) -> None:
    header = b"HWP Document File".ljust(256, b"\0")
    made = tmp_path / "made.hwp"
    made.write_bytes(compound({"FileHeader": header, "DocInfo": b""}))
    found = reader(".hwp")
    assert found is not None
    outcome = found.extract(made, ".hwp")
    assert getattr(outcome, "reason", "").endswith("there is no BodyText/Section0 in it")


@pytest.mark.parametrize("cut", [600, 5_000, 9_000])
def test_a_file_that_breaks_off_fails_or_is_partial(tmp_path: Path, cut: int) -> None:
    made = document(tmp_path / "made.hwp", paragraph(text("글" * 3000)), flags=0)
    made.write_bytes(made.read_bytes()[:cut])
    found = reader(".hwp")
    assert found is not None
    assert hasattr(found.extract(made, ".hwp"), "reason")


def test_a_damaged_section_leaves_the_others(tmp_path: Path) -> None:
    made = document(tmp_path / "made.hwp", paragraph(text("하나")), paragraph(text("둘")))
    data = made.read_bytes()
    at = 512 + 2 * 4096  # the second section lies behind the header and the styles
    made.write_bytes(data[:at] + b"\xff" * 64 + data[at + 64 :])
    outcome = outcome_of(made)
    assert isinstance(outcome, Partial)
    assert outcome.document.body == "둘\n"
    assert outcome.reason.startswith("damaged: Section0: ")


def test_a_stream_that_inflates_without_end_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hwp_records, "LARGEST_INFLATED", 2**20)
    made = document(tmp_path / "made.hwp", record(66, 0, bytes(2**22)))
    assert failure_of(made).reason.startswith(
        "not a readable .hwp file: Section0: a stream of more"
    )


def test_hostile_records_end(tmp_path: Path) -> None:
    deep = paragraph(text("바닥"), level=183)
    for level in range(181, 0, -3):
        deep = paragraph(
            text("층"), anchor(11, "gso "), controls=[box(deep, level=level)], level=level - 1
        )
    wild = [
        record(66, 1023, b""),
        record(67, 0, b"\xff"),
        record(71, 3, b""),
        record(72, 3, b"\1"),
        record(88, 3, struct.pack("<IH", 0, 65535)),
        control("tbl ", b"", 0),
        paragraph(*[anchor(11, "tbl ")] * 500),
    ]
    made = document(tmp_path / "made.hwp", paragraph(text("글")) + b"".join(wild) + deep)
    outcome = outcome_of(made)
    assert isinstance(outcome, Partial)
    assert outcome.document.body == "글\n"
    assert outcome.reason == "damaged: Section0: nested more than 40 deep"


def test_a_record_that_breaks_off_is_damage(tmp_path: Path) -> None:
    cut = record(67, 1, bytes(100))[:50]
    outcome = outcome_of(document(tmp_path / "made.hwp", paragraph(text("글")) + cut))
    assert isinstance(outcome, Partial)
    assert outcome.document.body == "글\n"
    assert outcome.reason == "damaged: Section0: a record breaks off"


def test_a_stream_of_too_many_records_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hwp_records, "MOST_RECORDS", 1000)
    made = document(tmp_path / "made.hwp", paragraph(text("글")) * 400)
    outcome = outcome_of(made)
    assert isinstance(outcome, Partial)
    assert outcome.reason == "damaged: Section0: a stream of more than 1000 records"


def test_many_records_take_linear_time(tmp_path: Path) -> None:
    letters = b"".join(record(76, 2, b"") for _ in range(40_000))
    shape = control("gso ", b"", 1, letters)
    made = document(
        tmp_path / "made.hwp", paragraph(anchor(11, "gso "), text("글"), controls=[shape]) * 2
    )
    assert document_of(made).body == "글\n\n글\n"
