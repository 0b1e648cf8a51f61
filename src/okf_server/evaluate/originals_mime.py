"""Take mails apart by their lines, with nothing but regular expressions and the codecs."""

import binascii
import re
from collections.abc import Iterator
from typing import NamedTuple

_BOUNDARY = re.compile(r"""boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))""", re.IGNORECASE)
_CHARSET = re.compile(r"""charset\s*\*?=\s*"?([^\s";]+)""", re.IGNORECASE)
_WORD = re.compile(r"=\?([^?*]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=", re.IGNORECASE)
_BETWEEN = re.compile(r"(\?=)\s+(?==\?[^?]+\?[bq]\?)", re.IGNORECASE)
_STATEFUL = ("iso-2022", "utf-7", "utf-16", "hz")
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_DEEPEST = 40


class Entity(NamedTuple):
    """A part of a mail: its number, what its header says, and its bytes as they were sent."""

    number: str
    header: str
    body: bytes

    @property
    def kind(self) -> str:
        """Its media type."""
        return (self.field("content-type") or "text/plain").partition(";")[0].strip().lower()

    def field(self, name: str) -> str:
        """A field of its header, unfolded; empty where there is none."""
        found = re.search(
            rf"^{name}[ \t]*:((?:.*(?:\n[ \t])?)*)", self.header, re.MULTILINE | re.IGNORECASE
        )
        return " ".join(found[1].split()) if found else ""

    def data(self) -> bytes:
        """Its bytes as they are meant."""
        coding = self.field("content-transfer-encoding").lower()
        if coding == "base64":
            letters = re.sub(rb"[^A-Za-z0-9+/]", b"", self.body)
            return binascii.a2b_base64(letters[: len(letters) - (len(letters) % 4 == 1)] + b"==")
        return binascii.a2b_qp(self.body) if coding == "quoted-printable" else self.body

    def text(self) -> str:
        """Its text with LF line ends."""
        named = _CHARSET.search(self.field("content-type"))
        return (
            decoded(self.data(), named[1] if named else "")
            .replace("\r\n", "\n")
            .replace("\r", "\n")
        )


def decoded(data: bytes, label: str) -> str:
    """The text of bytes that are said to be in an encoding."""
    first = [label] if label.lower().startswith(_STATEFUL) else []
    for encoding in (*first, "utf-8", label or "cp1252", "cp1252"):
        try:
            return data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("latin-1")


def header_text(lines: str) -> str:
    """Lines of a header with their encoded words as text."""
    return _WORD.sub(_encoded, _BETWEEN.sub(r"\1", lines))


def _encoded(found: re.Match[str]) -> str:
    label, how, text = found.groups()
    if how in "bB":
        return decoded(binascii.a2b_base64(text.encode() + b"=="), label)
    return decoded(binascii.a2b_qp(text.replace("_", " ").encode()), label)


def entities(data: bytes) -> list[Entity]:
    """The parts of a mail that hold no others, after the mail's own header, which has no number."""
    data = data.decode("utf-16").encode() if data.startswith(_WIDE) else data
    data = data.removeprefix(b"\xef\xbb\xbf")
    head = re.match(rb"(?:\r?\n)*", data)
    first = Entity("", *_parted(data[head.end() if head else 0 :]))
    return [first, *_leaves(first, 0)]


def _leaves(entity: Entity, depth: int) -> Iterator[Entity]:
    boundary = _BOUNDARY.search(entity.field("content-type"))
    if not entity.kind.startswith("multipart/") or not boundary or depth > _DEEPEST:
        yield entity._replace(number=entity.number or "1")
        return
    mark = re.escape((boundary[1] or boundary[2]).encode("utf-8", "surrogateescape"))
    pieces = re.split(rb"(?:^|\r?\n)--" + mark + rb"(?:--)?[ \t]*(?=\r?\n|\Z)", entity.body)
    prefix = f"{entity.number}." if entity.number else ""
    for number, piece in enumerate(pieces[1:], 1):
        part = re.sub(rb"\A\r?\n", b"", piece, count=1)
        yield from _leaves(Entity(f"{prefix}{number}", *_parted(part)), depth + 1)


def _parted(data: bytes) -> tuple[str, bytes]:
    """Header and body; either may be missing."""
    if re.match(rb"\r?\n", data):
        return "", re.sub(rb"\A\r?\n", b"", data, count=1)
    head, _, body = re.sub(rb"(\r?\n)\r?\n", rb"\1\0", data, count=1).partition(b"\0")
    return decoded(head, "").replace("\r\n", "\n"), body
