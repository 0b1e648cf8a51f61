from pathlib import Path

import pytest

from okf_server.extract.decode import TextFile, declared_charset, decode, text_of
from okf_server.extract.limits import LONGEST_WORD
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


@pytest.mark.parametrize(
    ("text", "encoding", "name"),
    [
        ("출장비 규정: 호텔 숙박비는 1박에 150,000원을 넘지 않는다.", "cp949", "CP949"),
        ("호텔 숙박비", "euc_kr", "CP949"),
        ("旅費規程: ホテル代は1泊15,000円を超えてはならない。", "shift_jis", "Shift JIS"),
        ("旅費規程: ホテル代は1泊15,000円を超えてはならない。", "euc_jp", "EUC-JP"),
        ("差旅费规定：酒店住宿费每晚不得超过一千元。", "gb18030", "GB 18030"),
        ("差旅費規定：酒店住宿費每晚不得超過一千元。", "big5", "Big5"),
        ("Правила командировок: гостиница не дороже 150 евро.", "cp1251", "Windows-1251"),
        ("Έξοδα ταξιδιού: το ξενοδοχείο δεν υπερβαίνει τα 150 ευρώ.", "cp1253", "Windows-1253"),
    ],
)
def test_older_encodings_of_other_scripts_are_told_and_flagged(
    text: str, encoding: str, name: str
) -> None:
    found, warning = decode(text.encode(encoding))
    assert found == text
    assert name in warning


@pytest.mark.parametrize(
    "text", ["Größe über alles: Straße", "Les frais d’hôtel à Genève", "señor ñandú año"]
)
def test_latin_text_with_many_accents_stays_latin(text: str) -> None:
    assert decode(text.encode("cp1252")) == (text, "read as Windows-1252: it is not UTF-8")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("한글 문서 zkr\n둘째 줄", "cp949"),
        ("회의록 초안", "cp949"),
        ("임대차 계약서 제3조", "cp949"),
        ("会议记录 二零二六年", "gb18030"),
        ("租赁合同 第三条", "gb18030"),
        ("采购部门年度预算", "gb18030"),
        ("会議の記録です。東京本社", "euc_jp"),
        ("賃貸借契約書 第三条", "euc_jp"),
        ("会議の記録です。東京本社", "cp932"),
        ("租賃合約 第三條", "big5"),
        ("會議記錄 二零二六年", "big5"),
    ],
)
def test_a_short_text_is_told_by_how_usual_its_letters_are(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding))[0] == text


def test_a_short_text_that_fits_several_encodings_says_that_it_is_a_guess() -> None:
    _, warning = decode("会议记录 二零二六年".encode("gb18030"))
    assert warning.startswith("read as Chinese (GB 18030) (guessed): it is not UTF-8")
    assert "Korean (CP949)" in warning
    assert decode(("会议记录 二零二六年\n" * 20).encode("gb18030"))[1] == (
        "read as Chinese (GB 18030): it is not UTF-8"
    )


@pytest.mark.parametrize("text", ["Zażółć gęślą jaźń", "Główna umowa: półka świeża, źródło"])
def test_polish_of_old_windows_has_no_signs_within_words(text: str) -> None:
    assert decode(text.encode("cp1250")) == (
        text,
        "read as Central European (Windows-1250): it is not UTF-8",
    )


@pytest.mark.parametrize("text", ["d´accord à 20 m² ¿qué?", "col·lecció nº 3 £5 ½ über"])
def test_signs_beside_words_stay_those_of_western_europe(text: str) -> None:
    assert decode(text.encode("cp1252")) == (text, "read as Windows-1252: it is not UTF-8")


def test_line_ends_are_lf(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"one\r\ntwo\rthree\n")
    assert text_of(path) == TextFile(text="one\ntwo\nthree\n")


def test_binary_data_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"MZ\x90\x00\x03\x00\x00\x00\x04text")
    assert text_of(path) == Failed(
        reason="not a text file",
        hint="It holds bytes that no text has, such as NUL: remove them where it is text, or give binary data its own suffix.",
    )


def test_a_huge_text_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with path.open("wb") as file:
        file.truncate(33 * 2**20)
    found = text_of(path)
    assert isinstance(found, Failed)
    assert found.reason == "more than 32 MB of text"


def test_what_is_mostly_one_endless_word_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Keys:\n" + "QUJD" * 50_000 + "\n")
    read = text_of(path)
    assert isinstance(read, Failed)
    assert read.reason == f"no text: words of more than {LONGEST_WORD:,} letters"


@pytest.mark.parametrize(
    "text",
    [
        "Words. " * 40_000,
        "{" + '"key":1,' * 40_000 + "}",
        "預算已經批准。" * 40_000,
        "Text. " * 40_000 + "QUJD" * 50_000,
    ],
)
def test_long_lines_of_words_are_text(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text)
    assert isinstance(text_of(path), TextFile)
