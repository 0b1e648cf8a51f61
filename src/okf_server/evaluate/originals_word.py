"""Read Word documents with python-docx, by the ordinal of the block."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from okf_server.model.locator import Locator, SectionLocator

_WORDS = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_GONE = {f"{_WORDS}del", f"{_WORDS}moveFrom", _FALLBACK}
_BOX = f"{_WORDS}txbxContent"
_TEXT = {f"{_WORDS}t", f"{_MATH}t"}
_SPACE = {f"{_WORDS}{name}" for name in ("br", "cr", "tab", "p")}


class WordOriginal:
    """A document: its paragraphs and tables that have text, counted from 1."""

    exact = True

    def __init__(self, path: Path) -> None:
        import docx  # noqa: PLC0415 - of the extra `evaluate`

        body = docx.Document(str(path)).element.body
        self._blocks = [text for text in map(_block, _blocks(body)) if text.strip()]

    def text_at(self, locator: Locator) -> str | None:
        """The blocks of a place."""
        if not isinstance(locator, SectionLocator) or not 0 < locator.block <= len(self._blocks):
            return None
        return "\n".join(self._blocks[locator.block - 1 : locator.to_block or locator.block])

    def close(self) -> None:
        """Nothing is kept open."""


def _blocks(parent: Any) -> Iterator[Any]:
    """Paragraphs and tables, content controls and the like opened."""
    for child in parent:
        if child.tag in (f"{_WORDS}p", f"{_WORDS}tbl"):
            yield child
        elif child.tag not in _GONE:
            yield from _blocks(child)


def _block(element: Any) -> str:
    return _table(element) if element.tag == f"{_WORDS}tbl" else "".join(_texts(element))


def _texts(element: Any) -> Iterator[str]:
    if element.tag in _GONE:
        return
    if element.tag in _TEXT:
        yield element.text or ""
    if element.tag == _BOX:
        yield "\n"
    for child in element:
        yield from _texts(child)
    if element.tag in _SPACE:
        yield "\n"
    elif element.tag == f"{_WORDS}noBreakHyphen":
        yield "-"


def _table(element: Any) -> str:
    """The rows of a table; a cell merged over several rows stands in each."""
    above: dict[int, str] = {}
    rows: list[str] = []
    for row in element.iterfind(f"{_WORDS}tr"):
        column = 0
        for cell in row.iterfind(f"{_WORDS}tc"):
            goes_on, width = _merge(cell)
            if not goes_on or column not in above:
                above[column] = "".join(_texts(cell))
            rows.append(above[column])
            column += width
    return "\n".join(rows)


def _merge(cell: Any) -> tuple[bool, int]:
    """Whether a cell goes on from the row above, and how many columns it covers."""
    merge = cell.find(f"{_WORDS}tcPr/{_WORDS}vMerge")
    span = cell.find(f"{_WORDS}tcPr/{_WORDS}gridSpan")
    goes_on = merge is not None and merge.get(f"{_WORDS}val", "continue") == "continue"
    return goes_on, int(span.get(f"{_WORDS}val", 1)) if span is not None else 1
