"""Turn the bytes of a text file into text."""

import codecs
import re
from dataclasses import dataclass
from pathlib import Path

from okf_server.extract.limits import LARGEST_TEXT
from okf_server.extract.refusals import EMPTY
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


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFile:
    """The text of a file with LF line ends, without its byte order mark."""

    text: str
    warnings: tuple[str, ...] = ()


def text_of(path: Path) -> TextFile | Failed:
    """The text of a file, or why it has none."""
    if path.stat().st_size > LARGEST_TEXT:
        return Failed(
            reason=f"more than {LARGEST_TEXT >> 20} MB of text", hint="Split it into smaller files."
        )
    text, warning = decode(path.read_bytes())
    if "\0" in text:
        return Failed(
            reason="not a text file", hint="It holds binary data: give it its own suffix."
        )
    if not text.strip():
        return EMPTY
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return TextFile(text=text, warnings=(warning,) if warning else ())


def lines_of(text: str) -> list[str]:
    """The lines of a text as editors count them: LF alone ends one, and the last may be empty."""
    return text.split("\n")


def decode(data: bytes, *, declared: str = "") -> tuple[str, str]:
    """The text, without a byte order mark, and a warning where its encoding had to be guessed.

    UTF-8 first, unless a mark, the pattern of UTF-16, or a `declared` encoding that fits says otherwise;
    then Windows-1252, whose gaps fall back to Latin-1, so that every file has a text.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace"), ""
    for encoding in filter(None, (_wide(data), "utf-8", declared)):
        try:
            return data.decode(encoding), ""
        except (UnicodeDecodeError, LookupError):
            continue
    try:
        return data.decode("cp1252"), "read as Windows-1252: it is not UTF-8"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "read as Latin-1: it is not UTF-8"


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
