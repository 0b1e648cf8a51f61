"""The header of a mail: the fields that people read, with their lines (RFC 5322, RFC 2047)."""

import re
from binascii import Error as BinasciiError
from collections.abc import Iterator
from contextlib import suppress
from email.errors import MessageError
from email.header import decode_header

from okf_server.extract.mail_letter import SHOWN, SUBJECT, Field
from okf_server.extract.web_tree import charset

_FIELD = re.compile(r"([!-9;-~]+)[ \t]*:(.*)", re.DOTALL)
_MOST_LINES = 20_000
_LONGEST = 20_000
_WANTED = {name.lower(): name for name in (SUBJECT, *SHOWN)}


def fields_of(data: bytes) -> tuple[Field, ...]:
    """The first of each field that is shown, in the order of the header."""
    found: dict[str, Field] = {}
    for first, last, text in _fields(data):
        parted = _FIELD.match(text)
        name = _WANTED.get(parted[1].lower(), "") if parted else ""
        if parted and name and name not in found:
            value = decoded(parted[2])
            if value:
                found[name] = Field(name=name, text=value, lines=(first, last))
    return tuple(found.values())


def decoded(value: str) -> str:
    """A field's value in one line, its encoded words as text, without control characters."""
    text = " ".join(value[:_LONGEST].split())
    if "=?" in text:
        with suppress(
            MessageError, BinasciiError, ValueError, LookupError
        ):  # it stays as it stands
            text = "".join(_word(word, label) for word, label in decode_header(text))
    text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _word(word: bytes | str, label: str | None) -> str:
    if isinstance(word, str):
        return word
    codec = charset(label or "") or "utf-8"
    return word.decode(codec, "surrogateescape" if codec in ("utf-8", "ascii") else "replace")


def _fields(data: bytes) -> Iterator[tuple[int, int, str]]:
    """The fields as they stand, continued lines joined, each with its first and last line."""
    start = 0
    lines: list[str] = []
    for number, line in _lines(data):
        if line[:1] in (" ", "\t") and lines:
            lines.append(line)
            continue
        if lines:
            yield start, start + len(lines) - 1, "\n".join(lines)
        start, lines = number, [line]
    if lines:
        yield start, start + len(lines) - 1, "\n".join(lines)


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """The lines of the header, counted from 1; blank ones before it are passed over."""
    begun = False
    at = 0
    for number in range(1, _MOST_LINES):
        end = data.find(b"\n", at)
        raw = data[at : end if end >= 0 else len(data)].rstrip(b"\r")
        if raw.strip():
            begun = True
            yield number, _text(raw[:_LONGEST])
        if end < 0 or (begun and not raw.strip()):
            return
        at = end + 1


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")
