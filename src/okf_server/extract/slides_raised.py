"""Find in the styles of a binary deck's text what stands above or below its line ([MS-PPT] 2.9.44)."""

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from okf_server.extract.raised import in_runs

_RISE = 1 << 19
_TABS = 1 << 20
_OF_PARAGRAPHS = (  # the masks of the fields in their order, and how long each is (2.9.20)
    (0x0F, 2), (1 << 7, 2), (1 << 4, 2), (1 << 6, 2), (1 << 5, 4), (1 << 11, 2), (1 << 12, 2), (1 << 13, 2),
    (1 << 14, 2), (1 << 8, 2), (1 << 10, 2), (1 << 15, 2), (_TABS, 2), (1 << 16, 2), (0x0E << 16, 2), (1 << 21, 2),
)  # fmt: skip
_OF_LETTERS = (  # (2.9.14)
    (0xFFFF, 2), (1 << 16, 2), (1 << 21, 2), (1 << 22, 2), (1 << 23, 2), (1 << 17, 2), (1 << 18, 4), (_RISE, 2),
)  # fmt: skip


class _Run(NamedTuple):
    letters: int
    rise: int


def as_raised(text: str, styles: bytes) -> str:
    """A text with what its styles raise or lower written so; unchanged where they cannot be read."""
    runs: list[tuple[int, int]] = []
    start = 0
    try:
        for run in _runs(styles, len(text)):
            runs.append((start, 1 if run.rise > 0 else 2 if run.rise else 0))
            start += run.letters
    except struct.error:
        return text
    return in_runs(text, runs)


def _runs(styles: bytes, letters: int) -> Iterator[_Run]:
    """The runs of letters, behind those of paragraphs; the end of the text is a letter of both."""
    at = covered = 0
    while covered <= letters:
        count, _, mask = struct.unpack_from("<IHI", styles, at)
        at = _behind(styles, at + 10, mask, _OF_PARAGRAPHS)
        covered += max(count, 1)
    covered = 0
    while covered <= letters and at < len(styles):
        count, mask = struct.unpack_from("<II", styles, at)
        at = _behind(styles, at + 8, mask, _OF_LETTERS)
        rise = struct.unpack_from("<h", styles, at - 2)[0] if mask & _RISE else 0
        covered += max(count, 1)
        yield _Run(count, rise)


def _behind(styles: bytes, at: int, mask: int, fields: Sequence[tuple[int, int]]) -> int:
    """Where the fields end that a mask names."""
    for own, size in fields:
        if mask & own:
            tabs = struct.unpack_from("<H", styles, at)[0] if own == _TABS else 0
            at += size + 4 * tabs
    return at
