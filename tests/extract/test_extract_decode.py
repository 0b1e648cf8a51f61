from pathlib import Path

import pytest

from okf_server.extract.decode import TextFile, declared_charset, decode, text_of
from okf_server.model.document import Failed


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_unicode_is_read_in_every_form(encoding: str) -> None:
    text = "Reisekosten: 150 EUR für Nächte in Zürich, and so on in plain letters."
    assert decode(text.encode(encoding)) == (text, "")


def test_windows_text_is_read_and_flagged() -> None:
    text, warning = decode("Zürich – “quoted”".encode("cp1252"))
    assert text == "Zürich – “quoted”"
    assert "Windows-1252" in warning


def test_any_bytes_have_a_text() -> None:
    text, warning = decode(b"caf\xe9 \x81\x8d")
    assert text == "café \x81\x8d"
    assert "Latin-1" in warning


def test_a_declared_encoding_is_used_where_it_fits() -> None:
    data = "Привет".encode("cp1251")
    assert decode(data, declared="windows-1251") == ("Привет", "")


@pytest.mark.parametrize(
    ("page", "charset"),
    [
        (b'<meta charset="koi8-r">', "koi8-r"),
        (b'<META http-equiv=x content="text/html; charset=iso-8859-2">', "iso-8859-2"),
        (b'<meta charset="no-such-thing">', ""),
        (b'<meta charset="rot13">', ""),
        (b"<p>none</p>", ""),
    ],
)
def test_a_page_names_its_encoding(page: bytes, charset: str) -> None:
    assert declared_charset(page) == charset


def test_line_ends_are_lf(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"one\r\ntwo\rthree\n")
    assert text_of(path) == TextFile(text="one\ntwo\nthree\n")


def test_binary_data_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"MZ\x90\x00\x03\x00\x00\x00\x04text")
    assert text_of(path) == Failed(
        reason="not a text file", hint="It holds binary data: give it its own suffix."
    )


def test_a_huge_text_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with path.open("wb") as file:
        file.truncate(33 * 2**20)
    found = text_of(path)
    assert isinstance(found, Failed)
    assert found.reason == "more than 32 MB of text"
