"""Read text files by their lines, with nothing but the standard library."""

from pathlib import Path

from okf_server.model.locator import LinesLocator, Locator

_ENCODINGS = ("utf-8-sig", "cp1252", "latin-1")
_WIDE = (b"\xff\xfe", b"\xfe\xff")


class TextOriginal:
    """A text file; universal line ends, counted from 1."""

    exact = True

    def __init__(self, path: Path) -> None:
        self._lines = _text(path).split("\n")

    def text_at(self, locator: Locator) -> str | None:
        """The lines of a place."""
        if not isinstance(locator, LinesLocator) or not 0 < locator.first <= len(self._lines):
            return None
        return "\n".join(self._lines[locator.first - 1 : locator.last])

    def close(self) -> None:
        """Nothing is kept open."""


def _text(path: Path) -> str:
    with path.open("rb") as file:
        start = file.read(4)
    wide = start.startswith(_WIDE) or 0 in start[:2]
    for encoding in ("utf-16", "utf-16-le", "utf-16-be") if wide else _ENCODINGS:
        try:
            with path.open(encoding=encoding) as file:
                return file.read()
        except UnicodeError:
            continue
    return ""
