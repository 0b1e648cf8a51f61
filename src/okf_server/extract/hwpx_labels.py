"""The numbers of notes and captions, as Hangul shows them."""

from typing import Any

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
    (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_SYLLABLES = "가나다라마바사아자차카타파하"
_LETTERS = 26
_LARGEST = 10_000


def label(counted: Any, count: int) -> str:
    """The number of a note or caption in its own format; `count` where it does not name one."""
    shape = next(counted.iter("{*}autoNumFormat"), None)
    inner = next(counted.iter("{*}autoNum"), counted)
    said = counted.get("number") or inner.get("num") or ""
    value = int(said) if said.isascii() and said.isdigit() and int(said[:9]) else count
    return written(value, "DIGIT" if shape is None else shape.get("type", "DIGIT"))


def written(value: int, form: str) -> str:
    """A number in one of Hangul's formats; in digits where the format has no more signs."""
    if not 0 < value < _LARGEST:
        return str(value)
    match form:
        case "ROMAN_SMALL" | "ROMAN_CAPITAL":
            text = _roman(value)
        case "LATIN_SMALL" | "LATIN_CAPITAL":
            text = chr(ord("a") + value - 1) if value <= _LETTERS else str(value)
        case "HANGUL_SYLLABLE" if value <= len(_SYLLABLES):
            text = _SYLLABLES[value - 1]
        case _:
            text = str(value)
    return text.upper() if form.endswith("_CAPITAL") else text


def _roman(value: int) -> str:
    text = ""
    for worth, sign in _ROMAN:
        count, value = divmod(value, worth)
        text += sign * count
    return text
