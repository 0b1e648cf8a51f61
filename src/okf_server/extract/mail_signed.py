"""Take the content out of a mail that is signed as a whole (CMS SignedData, RFC 5652).

The signature is not checked: what it would prove is not asked here.
"""

from collections.abc import Iterator
from typing import NamedTuple

_SIGNED = bytes.fromhex("2a864886f70d010702")
_DATA = bytes.fromhex("2a864886f70d010701")
_SEQUENCE, _OBJECT, _OCTETS, _CONTENT = 0x30, 0x06, 0x04, 0xA0
_CONSTRUCTED = 0x20
_DEEPEST = 12
_MOST = 20_000


class _Value(NamedTuple):
    """A value in the basic encoding rules: its tag, and where its content lies."""

    tag: int
    start: int
    end: int


def content_of(data: bytes) -> bytes | None:
    """What was signed; None for what is encrypted, compressed or damaged."""
    try:
        outer = next(_values(data, 0, len(data)))
        kind, content = _pair(data, outer)
        if data[kind.start : kind.end] != _SIGNED:
            return None
        signed = next(_values(data, content.start, content.end))
        for value in _values(data, signed.start, signed.end):
            if value.tag == _SEQUENCE:
                inner, text = _pair(data, value)
                if data[inner.start : inner.end] == _DATA:
                    return b"".join(_octets(data, text, 0))
    except (StopIteration, IndexError, ValueError, RuntimeError):
        return None
    return None


def _pair(data: bytes, value: _Value) -> tuple[_Value, _Value]:
    """An object identifier and the content that it names."""
    kind, content = list(_values(data, value.start, value.end))[:2]
    if kind.tag != _OBJECT or content.tag != _CONTENT:
        raise ValueError("no content of a named kind")
    return kind, content


def _octets(data: bytes, value: _Value, depth: int) -> Iterator[bytes]:
    """The bytes of an octet string, which may be cut into several."""
    if depth > _DEEPEST:
        raise ValueError(f"more than {_DEEPEST} parts inside each other")
    if value.tag == _OCTETS:
        yield data[value.start : value.end]
    elif value.tag & _CONSTRUCTED:
        for part in _values(data, value.start, value.end):
            yield from _octets(data, part, depth + 1)


def _values(data: bytes, at: int, end: int) -> Iterator[_Value]:
    """The values that follow each other in a stretch."""
    for _ in range(_MOST):
        if at >= end or (data[at] == 0 and data[at + 1] == 0):
            return
        tag, start = data[at], at + 2
        length = data[at + 1]
        if length == 0x80:  # noqa: PLR2004 - an indefinite length, which two NUL bytes end
            stop = _end_of(data, start, end)
            yield _Value(tag, start, stop)
            at = stop + 2
            continue
        if length > 0x80:  # noqa: PLR2004 - the length of the length
            width = length & 0x7F
            length = int.from_bytes(data[start : start + width], "big")
            start += width
        if start + length > end:
            raise ValueError("longer than its file")
        yield _Value(tag, start, start + length)
        at = start + length


def _end_of(data: bytes, start: int, end: int) -> int:
    """Where the values of a stretch of indefinite length end."""
    stop = start
    for value in _values(data, start, end):
        stop = value.end + (2 if data[stop + 1] == 0x80 else 0)  # noqa: PLR2004 - as above
    return stop
