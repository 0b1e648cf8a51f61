import random
import zipfile
from pathlib import Path

import pytest
from reading import document_of, failure_of, outcome_of

from making_books import write_book
from okf_server.extract.decode import is_noise
from okf_server.extract.registry import open_readers
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Failed, Partial

_TEXTS = [
    ".adoc", ".csv", ".eml", ".htm", ".html", ".ics", ".ipynb", ".json", ".markdown", ".md", ".mht",
    ".mhtml", ".rst", ".rtf", ".srt", ".tex", ".tsv", ".txt", ".vtt", ".xhtml", ".xml",
]  # fmt: skip
_BEGINNINGS = {
    ".rtf": b"{\\rtf1\\ansi ",
    ".html": b"<!DOCTYPE html><html><body><p>",
    ".mhtml": b"From: <Saved by a browser>\nContent-Type: text/html\n\n<html><body><p>",
    ".eml": b"From: a@b.example\nSubject: x\nContent-Type: text/plain\n\n",
    ".xml": b"<a>",
    ".ics": b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:",
    ".srt": b"1\n00:00:01,000 --> 00:00:02,000\n",
}
"""How files of these kinds begin, so that what comes is read."""


def _noise(size: int, *, without: bytes = b"") -> bytes:
    return bytes(byte for byte in random.Random(size).randbytes(size) if byte not in without)


@pytest.mark.parametrize("without", [b"", b"\0"])
@pytest.mark.parametrize("suffix", _TEXTS)
def test_bytes_without_a_meaning_are_no_text_whatever_they_are_called(
    tmp_path: Path, suffix: str, without: bytes
) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(_noise(5000, without=without))
    reader = open_readers(DocumentsConfig()).of_suffix(suffix)
    assert reader is not None
    assert isinstance(reader.extract(path, suffix), Failed)


@pytest.mark.parametrize("suffix", sorted(_BEGINNINGS))
def test_bytes_without_a_meaning_after_the_right_beginning_are_no_text(
    tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(_BEGINNINGS[suffix] + _noise(5000, without=b"\0\r\n<>{}\\"))
    outcome = outcome_of(path)
    if isinstance(outcome, Partial):  # the header of a mail can be read
        assert outcome.reason == "a part of it is encrypted or damaged"
        assert len(outcome.document.body) < 100
    else:
        assert isinstance(outcome, Failed), outcome


def test_a_book_with_encrypted_chapters_is_no_text(tmp_path: Path) -> None:
    path, whole = tmp_path / "a.epub", tmp_path / "whole.epub"
    write_book(whole, ["<p>x</p>", "<p>y</p>"])
    _with_noise(whole, path, ".xhtml")
    assert failure_of(path).reason == "a chapter is encrypted or damaged"


def test_a_book_with_an_encrypted_chapter_is_partial(tmp_path: Path) -> None:
    path, whole = tmp_path / "a.epub", tmp_path / "whole.epub"
    write_book(whole, ["<p>One.</p>", "<p>Two.</p>"])
    _with_noise(whole, path, "0.xhtml")
    outcome = outcome_of(path)
    assert isinstance(outcome, Partial)
    assert outcome.reason == "a chapter is encrypted or damaged"
    assert "Two." in outcome.document.body


@pytest.mark.parametrize("method", ["", '<EncryptionMethod Algorithm="http://x.example/aes"/>'])
def test_a_book_whose_chapters_are_named_as_encrypted_is_protected(
    tmp_path: Path, method: str
) -> None:
    path = tmp_path / "a.epub"
    reference = '<CipherData><CipherReference URI="OPS/text/c 0.xhtml"/></CipherData>'
    encryption = f"<encryption><EncryptedData>{method}{reference}</EncryptedData></encryption>"
    write_book(path, ["<p>x</p>"], {"META-INF/encryption.xml": encryption})
    assert failure_of(path).reason == "protected by its publisher (DRM)"


@pytest.mark.parametrize(
    "text",
    [
        "plain words",
        "N\bNA\bAM\bME\bE of a manual page, as a printer overstrikes it",
        "\x1b[1mbold\x1b[0m \x1b[31mred\x1b[0m of a terminal",
        "one\fpage\ftwo\fthree",
        "a\x01b\x01c\nd\x01e\x01f\n",  # a program's table
        "a\x1fb\x1fc\x1eg\x1fh\x1fi\x1d",
        "Gr\x81\x94\x84e of an old system",
        "한글 ، עברית 中文 é",
        "a text with one \x00 and one \x07 " + "word " * 50,
        "caf\ufffd au lait",
        "",
    ],
)
def test_text_of_any_program_is_no_noise(text: str) -> None:
    assert not is_noise(text)


@pytest.mark.parametrize("size", [200, 1000, 100_000])
def test_noise_is_told_from_text_in_each_encoding(size: int) -> None:
    data = _noise(size)
    assert is_noise(data.decode("latin-1"))
    assert is_noise(data.decode("cp1252", "ignore"))
    assert is_noise(data.decode("utf-8", "replace"))


def test_numbers_of_levels_in_rich_text_are_no_noise(tmp_path: Path) -> None:
    path = tmp_path / "a.rtf"
    levels = r"{\listlevel{\leveltext\'03\'00.\'01;}{\levelnumbers\'01\'03\'05\'07;}}" * 9
    path.write_text(rf"{{\rtf1\ansi{{\*\listtable{{\list{levels}}}}} One.\par}}")
    assert document_of(path).body == "One.\n"


def test_text_with_some_noise_in_it_stays_text(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"A line of the log.\n" * 100 + b"\x01\x02\x03\n")
    assert "A line of the log." in document_of(path).body


def _with_noise(whole: Path, path: Path, end: str) -> None:
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            cipher = name.startswith("OPS/text") and name.endswith(end)
            target.writestr(name, _noise(3000) if cipher else source.read(name))
