"""Turn the bytes of a text file into text."""

import codecs
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from okf_server.extract.decode_guess import FOREIGN, Guess, guess
from okf_server.extract.limits import LARGEST_TEXT, LONGEST_WORD
from okf_server.extract.refusals import EMPTY, NOT_TEXT, TOO_MUCH_TEXT
from okf_server.model.document import Failed

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 4096
_MOSTLY = 0.6  # share of NUL bytes at even or odd places that Latin text has in UTF-16
_CHARSET = re.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([a-z0-9_:.\-]{2,40})", re.IGNORECASE
)

_ASCII = bytes(range(0x80))
_NO_LETTERS = bytes(n for n in range(0x80) if not chr(n).isalpha())
_MOSTLY_FOREIGN = (
    0.4  # of the letters and other bytes; a third of them in no language with Latin letters
)
_FEWEST_FOREIGN = 8  # fewer bytes look like anything
_LATIN = {"cp1252": "Windows-1252", "cp1250": "Central European (Windows-1250)"}
_WITHIN = re.compile(r"(?<=[^\W\d_])[\u00a1-\u00bf](?=[^\W\d_])")
_CONTROL = re.compile("[\0-\x07\x0e-\x1a\x7f]")
"""What no text has but by chance; terminals, printers and data formats put the others into texts."""

_MOST_CONTROL = 0.02  # of all letters; one in twelve in what is encrypted, packed or random
_FEWEST_KINDS = 3  # programs part fields by one or two of them
_MOST_LOST = 0.2
_LONGEST_LETTER = 4  # bytes in UTF-8
_GUESSED_FROM = 2**16
_WORD = re.compile(r"[A-Za-z0-9+/=_-]+")
_NO_WORDS = Failed(
    reason=f"no text: words of more than {LONGEST_WORD:,} letters",
    hint="It holds data: give it its own suffix, or leave it out of the source.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFile:
    """The text of a file with LF line ends, without its byte order mark."""

    text: str
    warnings: tuple[str, ...] = ()


def text_of(file: Path | bytes) -> TextFile | Failed:
    """The text of a file, or of the bytes of one, or why it has none."""
    if isinstance(file, Path) and file.stat().st_size > LARGEST_TEXT:
        return TOO_MUCH_TEXT
    text, warning = decode(file.read_bytes() if isinstance(file, Path) else file)
    if "\0" in text or is_noise(text):
        return NOT_TEXT
    if not text.strip():
        return EMPTY
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if 2 * _without_words(text) > len(text):
        return _NO_WORDS
    return TextFile(text=text, warnings=(warning,) if warning else ())


def is_noise(text: str) -> bool:
    """Whether what was decoded is no text: encrypted, packed or random bytes, or those of an unknown encoding."""
    found = _CONTROL.findall(text)
    control = len(found) > len(text) * _MOST_CONTROL and len(set(found)) >= _FEWEST_KINDS
    return control or text.count("\ufffd") > len(text) * _MOST_LOST


def _without_words(text: str) -> int:
    """How many of its letters stand in words that are too long to be any."""
    long_lines = (line for line in text.split("\n") if len(line) > LONGEST_WORD)
    lengths = (len(found[0]) for line in long_lines for found in _WORD.finditer(line))
    return sum(length for length in lengths if length > LONGEST_WORD)


def lines_of(text: str) -> list[str]:
    """The lines of a text as editors count them: LF alone ends one, and the last may be empty."""
    return text.split("\n")


def decode(data: bytes, *, declared: str = "") -> tuple[str, str]:
    """The text, without a byte order mark, and a warning where its encoding had to be guessed.

    UTF-8 first, unless a mark, the pattern of UTF-16, or a `declared` encoding that fits says otherwise;
    then one of other scripts than Latin, by what its letters look like; then Windows-1252, whose gaps fall
    back to Latin-1, so that every file has a text.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace"), ""
    for encoding in filter(None, (_wide(data), "utf-8", declared)):
        try:
            return data.decode(encoding), ""
        except (UnicodeDecodeError, LookupError):
            continue
    if whole := _but_for_its_last_letter(data):
        return whole, "its last letter is cut off: the file may be too"
    for guessed in filter(None, (_foreign(data), _latin(data))):
        with suppress(UnicodeDecodeError):
            return data.decode(guessed.encoding), _told(guessed)
    return data.decode("latin-1"), "read as Latin-1: it is not UTF-8"


def _but_for_its_last_letter(data: bytes) -> str:
    """UTF-8 that ends in the midst of a letter; empty where no other letter shows that it is that."""
    for size in range(1, _LONGEST_LETTER):
        with suppress(UnicodeDecodeError):
            text = data[:-size].decode("utf-8")
            return "" if text.isascii() else text
    return ""


def _foreign(data: bytes) -> Guess | None:
    """The encoding of a script that is mostly not ASCII; None where it is none of those known."""
    letters = data.translate(None, _NO_LETTERS)
    foreign = len(letters.translate(None, _ASCII))
    if foreign < max(len(letters) * _MOSTLY_FOREIGN, _FEWEST_FOREIGN):
        return None
    sample = data[:_GUESSED_FROM]
    return guess(sample[: sample.rfind(b"\n") + 1] or sample)  # no letter is cut in two


def _latin(data: bytes) -> Guess:
    """Windows-1252, or its kin of Central Europe where that has fewer signs within words."""
    signs = {
        encoding: len(_WITHIN.findall(data[:_GUESSED_FROM].decode(encoding, "replace")))
        for encoding in _LATIN
    }
    return Guess(min(_LATIN, key=lambda encoding: signs[encoding]))


def _told(guessed: Guess) -> str:
    """What is said of a file that is read in an older encoding."""
    names = {**FOREIGN, **_LATIN}
    name = names[guessed.encoding]
    if not guessed.others:
        return f"read as {name}: it is not UTF-8"
    others = " or ".join(names[other] for other in guessed.others)
    return f"read as {name} (guessed): it is not UTF-8, and so short that it could be {others}; save it as UTF-8"


def declared_charset(data: bytes) -> str:
    """The encoding that an HTML page names for itself, if it is one for text."""
    found = _CHARSET.search(data[:_SAMPLE])
    name = found[1].decode("ascii") if found else ""
    try:
        "".encode(name)
    except (LookupError, ValueError):
        return ""
    return name


def _wide(data: bytes) -> str:
    """UTF-16 without a mark, by where the NUL bytes of its Latin letters stand."""
    sample = data[:_SAMPLE]
    half = len(sample) // 2
    if half == 0 or len(data) % 2:
        return ""
    if sample[1::2].count(0) > half * _MOSTLY and sample[::2].count(0) == 0:
        return "utf-16-le"
    if sample[::2].count(0) > half * _MOSTLY and sample[1::2].count(0) == 0:
        return "utf-16-be"
    return ""
