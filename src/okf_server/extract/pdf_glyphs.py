"""Bring back the ligatures of which the engines read one letter, or none.

Some programs say of the glyph of `fi` that it shows an `i`, or name it `f_i` and not how it reads. The
names of glyphs stand in the encoding of the font, and the engine tells the codes of the text.
"""

import io
import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

_NAME = re.compile(r"/?((?:[A-Za-z](?:_[A-Za-z]){1,3})|ff|fi|fl|ffi|ffl)(?:\.\w+)?")
_FEW = 32  # codes below it are control characters, which no text needs
_MANY = 256  # codes below it are of one byte
_SHORTEST = 12  # letters of a run that is found again in a block without doubt
_LONG = 6  # letters of a word that is no other word when it lacks some
_WORD = re.compile(r"[^\W\d_]+")
_SUBSET = re.compile(r"/?(?:[A-Z]{6}\+)?(.*)")


class Glyphs:
    """The ligatures of a file's fonts; the file is opened when they are first asked for.

    `words` are those that lacked letters so far, and how they read.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._reader: Any = None
        self._plain: set[str] = set()  # fonts without ligatures
        self.words: dict[str, str] = {}

    def spelt(self, number: int, items: Iterable[Any]) -> dict[str, str]:
        """How runs of a page read with their ligatures; those alone that lack letters."""
        lacking = [item for item in items if self._may_lack(item)]
        fonts = self._of_page(number) if lacking else {}
        spelt: dict[str, str] = {}
        for item in lacking:
            ligatures = fonts.get(item.font_name, {})
            if not ligatures:
                self._plain.add(item.font_name)
            right = spelt_out(item.text, item.char_codes, ligatures)
            if right != item.text:
                spelt[item.text] = right
                self._learn(item.text, right)
        return spelt

    def _learn(self, run: str, right: str) -> None:
        """Keep words that lacked letters: other fonts lack the same, and say even less."""
        wrong_words, words = _WORD.findall(run), _WORD.findall(right)
        if len(wrong_words) == len(words):
            pairs = zip(wrong_words, words, strict=True)
            self.words |= {
                wrong: word for wrong, word in pairs if len(wrong) >= _LONG and wrong != word
            }

    def _may_lack(self, item: Any) -> bool:
        """Whether a run is long enough to be found again, and has codes that no letter needs."""
        known = not item.font_name or item.font_name in self._plain
        return not known and len(item.text) >= _SHORTEST and _has_low(item.char_codes)

    def _of_page(self, number: int) -> dict[str, dict[int, str]]:
        """For each font of a page, by its name: the codes of its ligatures and their letters."""
        try:
            import pypdf  # noqa: PLC0415 - not in a core installation

            if self._reader is None:
                logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it remarks on every oddity
                self._reader = pypdf.PdfReader(io.BytesIO(self._data))
            page = self._reader.pages[number - 1]
            fonts = page["/Resources"]["/Font"].get_object().values()
            return _merged(_named(font.get_object()) for font in fonts)
        except Exception:  # noqa: BLE001 - a damaged file; what is not known is left as it is
            return {}


def _has_low(codes: Sequence[int]) -> bool:
    return any(0 < code < _FEW for code in codes) and max(codes) < _MANY


def _named(font: Any) -> tuple[str, dict[int, str]]:
    """A font's name, and the ligatures in the differences of its encoding."""
    name = _SUBSET.fullmatch(str(font.get("/BaseFont", "")))
    told = font.get("/Encoding")
    encoding: Any = told.get_object() if told is not None else None
    differences = encoding.get("/Differences", ()) if hasattr(encoding, "get") else ()
    found: dict[int, str] = {}
    code = 0
    for entry in differences:
        if isinstance(entry, int):
            code = entry
            continue
        if letters := _NAME.fullmatch(str(entry)):
            found[code] = letters[1].replace("_", "")
        code += 1
    return (name[1] if name else "", found)


def _merged(fonts: Iterator[tuple[str, dict[int, str]]]) -> dict[str, dict[int, str]]:
    """The fonts by their names; where two of one name differ in a code, it is not known."""
    known: dict[str, dict[int, str]] = {}
    for name, codes in fonts:
        here = known.setdefault(name, {})
        for code, letters in codes.items():
            here[code] = letters if here.get(code, letters) == letters else ""
    return {name: {c: t for c, t in codes.items() if t} for name, codes in known.items()}


def spelt_out(text: str, codes: list[int], ligatures: Mapping[int, str]) -> str:
    """The text of these codes with its ligatures whole; as it is where the two do not agree."""
    written: list[str] = []
    at = index = 0
    while index < len(codes):
        letters = ligatures.get(codes[index], "")
        whole = bool(letters) and text.startswith(letters, at)
        told = codes[index : index + len(letters)] if whole else ()
        if whole and told == [codes[index]] * len(letters):
            index += len(letters) - 1  # the engine tells the code for each of its letters
        char = text[at : at + 1]
        written.append(letters or char)
        if whole:
            at += len(letters)
        elif not letters or char in letters:  # else the engine wrote nothing for it
            at += 1
        index += 1
    agrees = len(text) <= at <= len(text) + 1  # a blank at the end is no part of the text
    return "".join(written) if agrees else text
