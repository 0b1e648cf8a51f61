"""Read text files by their lines, with nothing but the standard library."""

from pathlib import Path

from okf_server.model.locator import LinesLocator, Locator

_UTF_8 = ("utf-8-sig",)
_OTHERS = (
    "cp1252", "latin-1", "cp949", "cp932", "euc_jp", "gb18030", "big5", "cp1251", "koi8_r", "cp1253",
    "cp1255", "cp1256",
)  # fmt: skip
_WIDE = ("utf-16", "utf-16-le", "utf-16-be")
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


class TextOriginal:
    """A text file; universal line ends, counted from 1.

    Where it is not Unicode its encoding is unknown here: each line is read in every encoding that fits.
    """

    exact = True

    def __init__(self, path: Path) -> None:
        self._readings = [text.split("\n") for text in _readings(path)]

    def text_at(self, locator: Locator) -> str | None:
        """The lines of a place."""
        if not isinstance(locator, LinesLocator):
            return None
        if not any(0 < locator.first <= len(lines) for lines in self._readings):
            return None
        return "\n".join(
            self.seen("\n".join(lines[locator.first - 1 : locator.last]))
            for lines in self._readings
        )

    def seen(self, text: str) -> str:
        """What a reader sees of the text of a place."""
        return text

    def close(self) -> None:
        """Nothing is kept open."""


def _readings(path: Path) -> list[str]:
    with path.open("rb") as file:
        start = file.read(4)
    wide = start.startswith(_WIDE_MARKS) or 0 in start[:2]
    found = [text for name in (_WIDE if wide else _UTF_8) if (text := _read(path, name))][:1]
    return found or [text for name in _OTHERS if (text := _read(path, name))]


def _read(path: Path, encoding: str) -> str:
    try:
        with path.open(encoding=encoding) as file:
            return file.read()
    except UnicodeError:
        return ""
