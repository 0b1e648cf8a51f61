from pathlib import Path
from types import SimpleNamespace

import pytest
from pdf_making import grid, lines, make_pdf, together
from reading import document_of

from okf_server.extract.pdf_garbled import is_garbled


@pytest.mark.parametrize(
    "row",
    [
        lambda n: [f"srv{n:03}", f"dbprdsrv{n}", str(n)],
        lambda n: [f"QRX-{n:04}-BT", f"ZPDFRW{n}", "3.50"],
        lambda n: [f"hklmnp_{n}", f"x{n}/zvbk.cfg", f"[{n}]"],
    ],
    ids=["hosts", "parts", "files"],
)
def test_a_list_of_names_without_vowels_is_not_called_garbled(tmp_path: Path, row: object) -> None:
    assert callable(row)
    page = grid([row(n) for n in range(1, 25)], bottom=200)
    assert document_of(make_pdf(tmp_path / "a.pdf", page)).warnings == ()


def _parsed(*texts: str, buggy: bool = False, suspected: bool = True) -> SimpleNamespace:
    items = [SimpleNamespace(text=text, font_is_buggy=buggy) for text in texts]
    return SimpleNamespace(complexity=SimpleNamespace(is_garbled=suspected), text_items=items)


@pytest.mark.parametrize(
    ("texts", "buggy"),
    [
        (["\ue001\ue002\ue003\ue004", "words of the text"], False),
        (["\x14\x03\x13\x02\x05", "- \x10\x11"], False),
        (["Thffiff -fl ff", "ffi fl -"], True),
        (["BGcd]hY_Wnk", "Fcn_UX]gh", "Kfhd[cb"], False),
        (["اŎķຊ䋔ور", "ຝ䆀Ӓا㦇"], False),
    ],
    ids=["own-signs", "controls", "no-meaning", "within-words", "scripts"],
)
def test_text_that_its_fonts_give_no_meaning_is_garbled(texts: list[str], buggy: bool) -> None:  # noqa: FBT001 - a parameter
    assert is_garbled(_parsed(*texts, buggy=buggy))


def test_words_of_two_scripts_beside_each_other_are_not_garbled() -> None:
    assert not is_garbled(_parsed("日本語のテキスト and English words", "Текст на русском"))


def test_what_the_engine_does_not_suspect_is_not_garbled() -> None:
    assert not is_garbled(_parsed("\x14\x03\x13", suspected=False))


def test_one_sign_of_its_own_in_a_text_is_no_garble(tmp_path: Path) -> None:
    text = "The limit for a hotel is 220 pounds per night and 150 pounds elsewhere."
    assert not is_garbled(_parsed("\ue001 " + text))
    page = together(lines((72, 10, text)))
    assert document_of(make_pdf(tmp_path / "a.pdf", page)).warnings == ()
