"""Files of every format that are cut off, as a copy that broke off leaves them."""

from io import BytesIO
from pathlib import Path

import pytest
from citation_documents import MAKERS
from pictures import page

from okf_server.extract.registry import PICTURES, RECORDINGS, open_readers, suffixes
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Extracted, Failed, Outcome, Partial

_UNMARKED = {
    ".adoc", ".csv", ".html", ".md", ".rst", ".srt", ".tsv", ".txt", ".vtt",
}  # fmt: skip
"""Kinds that need not say where they end: what is there of them may be all."""

_ALIKE = {
    ".docm": ".docx", ".htm": ".html", ".markdown": ".md", ".mht": ".mhtml", ".ppsx": ".pptx",
    ".pptm": ".pptx", ".xhtml": ".html", ".xlsm": ".xlsx",
}  # fmt: skip
"""Kinds that are read as another one is."""

_UNENDED = (
    b"From: a@b.example\nSubject: x\nContent-Type: multipart/mixed; boundary=e\n\n"
    b"--e\nContent-Type: text/plain\n\nOne.\n"
)
_SHARES = (0.1, 0.5, 0.9)
_PICTURES = {".png": "PNG", ".jpg": "JPEG", ".tif": "TIFF", ".webp": "WEBP"}


def _read(path: Path) -> Outcome:
    known = open_readers(DocumentsConfig())
    found = known.of_suffix(known.kind_of(path, path.suffix))
    assert found is not None
    return found.extract(path, path.suffix)


def _cut(path: Path, share: float) -> Path:
    data = path.read_bytes()
    cut = path.with_name(f"cut{path.suffix}")
    cut.write_bytes(data[: int(len(data) * share)])
    return cut


@pytest.mark.parametrize("suffix", sorted(set(MAKERS) - _UNMARKED))
def test_a_cut_file_is_never_read_without_a_word(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    MAKERS[suffix](path)
    assert isinstance(_read(path), Extracted)
    for share in _SHARES:
        outcome = _read(_cut(path, share))
        assert isinstance(outcome, Failed | Partial), (share, outcome)


@pytest.mark.parametrize("suffix", sorted(_PICTURES))
def test_a_cut_picture_is_not_readable(tmp_path: Path, suffix: str) -> None:
    made = BytesIO()
    page(size=28, width=1240).save(made, _PICTURES[suffix])
    path = tmp_path / f"a{suffix}"
    path.write_bytes(made.getvalue())
    for share in _SHARES:
        outcome = _read(_cut(path, share))
        assert isinstance(outcome, Failed), (share, outcome)
        assert f"not a readable {suffix} file" in outcome.reason


def test_every_kind_is_cut_here_or_with_the_recordings() -> None:
    others = {*PICTURES, *RECORDINGS, ".hml"}  # Hangul's single XML file is read up to the damage
    assert set(suffixes()) - others - set(_ALIKE) == set(MAKERS)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.csv", b'Item,Rule\n1,"one"\n2,"tw'),
        ("a.csv", b'Item;Rule\n1;"one"\n2;"tw\no, three'),
        ("a.html", b"<p>One.</p><p>Two <b"),
        ("a.html", b"<p>One.</p><!-- Two "),
        ("a.html", b"<p>One.</p><script>let a = 1 < 2;"),
        ("a.html", b"<html><body><div><p>One.</p><p>Two.</p>"),
        ("a.xhtml", b"<html><body><table><tr><td>One<td>Two"),
        ("a.json", b'{"one": [1, 2, {"two": "thr'),
        ("a.json", b'{"one": [1, 2, {"two": fal'),
        ("a.json", b'{"one": [1, 2,'),
        ("a.json", b'{"one": [1, 2'),
        ("a.rtf", rb"{\rtf1\ansi One {\b two"),
        ("a.tex", rb"\documentclass{article}\begin{document}One."),
        (
            "a.eml",
            _UNENDED,
        ),
    ],
)
def test_what_has_to_go_on_is_read_as_far_as_it_goes(
    tmp_path: Path, name: str, data: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    outcome = _read(path)
    assert isinstance(outcome, Partial), outcome
    assert outcome.reason == "cut off: its end is missing"
    assert "one" in outcome.document.body.lower()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.csv", b'Item,Rule\n1,5" pipe\n2,"two"'),
        ("a.csv", b'Item,Rule\n1,"two\nlines"\n'),
        ("a.html", b"<!doctype html><title>x</title><p>One<p>1 < 2 and a <"),
        ("a.html", b"<html><body><p>One <!-- x --></body></html>\n<!-- <b -->"),
        ("a.json", b'{"one": 1}\n{"two": 2}\n'),
        ("a.json", b'{"one": 1, /* two */ "three": [3]}'),
        ("a.json", b"just one text"),
        ("a.tex", b"One part that another file takes in."),
        ("a.rtf", rb"{\rtf1\ansi One {\b two}}"),
    ],
)
def test_what_may_end_there_is_whole(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert isinstance(_read(path), Extracted)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", "<html><body><p>One.<p>Two."),
        ("a.rtf", r"{\rtf1{\pard One {\b two.}}"),
    ],
)
def test_what_may_have_lost_its_end_is_remarked_on(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    outcome = _read(path)
    assert isinstance(outcome, Extracted)
    assert outcome.document.warnings == ("its end is not marked: it may be cut off",)


@pytest.mark.parametrize("suffix", [".txt", ".md", ".srt", ".csv"])
@pytest.mark.parametrize("letters", ["Zürich für Bern é", "한글 문서", "a 🎉"])
def test_text_that_ends_in_the_midst_of_a_letter_is_read_and_remarked_on(
    tmp_path: Path, suffix: str, letters: str
) -> None:
    path = tmp_path / f"a{suffix}"
    cue = "1\n00:00:01,000 --> 00:00:02,000\n" if suffix == ".srt" else ""
    path.write_bytes(f"{cue}ü {letters}".encode()[:-1])
    outcome = _read(path)
    assert isinstance(outcome, Extracted)
    assert f"ü {letters[:-1]}".strip() in outcome.document.body
    assert outcome.document.warnings == ("its last letter is cut off: the file may be too",)


def test_text_of_another_encoding_that_ends_in_an_accent_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("à la carte au café".encode("cp1252"))
    outcome = _read(path)
    assert isinstance(outcome, Extracted)
    assert outcome.document.body.strip() == "à la carte au café"
