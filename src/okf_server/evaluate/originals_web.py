"""Read web pages with selectolax, whose parser follows the HTML standard, by the ordinal of the block."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from okf_server.model.locator import Locator, SectionLocator

_UNSEEN = frozenset(
    ["head", "iframe", "noscript", "object", "script", "style", "template", "title", "-comment"]
)
_BREAKING = re.compile(
    "address|article|aside|blockquote|body|center|d[dlt]|details|dialog|dir|div|fieldset|figcaption"
    "|figure|footer|form|h[1-6]|header|hr|html|legend|li|main|menu|nav|ol|p|pre|search|section"
    "|summary|ul"
)
_NAMED = re.compile(rb"<meta[^>]*charset\s*=\s*[\"']?([a-z0-9_-]+)", re.IGNORECASE)
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_BORDER = "\0"
_VOID: dict[str, Callable[[Any], str]] = {
    "br": lambda _node: "\n",
    "img": lambda node: f" {node.attributes.get('alt') or ''} ",
}
_FIELDS = {"button": " ", "option": " ", "textarea": " "}


class WebOriginal:
    """A page: the stretches of text that no border of a block element cuts, counted from 1.

    A table is one, with all that it holds.
    """

    exact = True

    def __init__(self, path: Path, text: str | None = None) -> None:
        from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415 - of the extra `evaluate`

        data = _text_of(path.read_bytes()) if text is None else text
        root = LexborHTMLParser(data, encoding=True, scripting=True).root
        stretches = "".join(_marked(root)).split(_BORDER) if root is not None else []
        self._blocks = [text for text in stretches if text.strip()]

    def text_at(self, locator: Locator) -> str | None:
        """The blocks of a place."""
        if not isinstance(locator, SectionLocator) or not 0 < locator.block <= len(self._blocks):
            return None
        return "\n".join(self._blocks[locator.block - 1 : locator.to_block or locator.block])

    def close(self) -> None:
        """Nothing is kept open."""


def _text_of(data: bytes) -> str | bytes:
    """The text of a page in UTF-8 or as it names its encoding; else its bytes, for the parser to guess at."""
    named = _NAMED.search(data)
    encodings = ["utf-8-sig", named[1].decode("ascii")] if named else ["utf-8-sig", "cp1252"]
    for encoding in encodings if not data.startswith(_WIDE) else ["utf-16"]:
        try:
            return data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return data


def _marked(root: Any) -> Iterator[str]:
    """The text below a node, with marks where block elements begin and end."""
    waiting: list[Any] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            yield node
        elif node.tag == "-text":
            yield node.text_content or ""
        elif node.tag == "table":
            yield f"{_BORDER}{_table(node)}{_BORDER}"
        elif node.tag in _VOID:
            yield _VOID[node.tag](node)
        elif node.tag not in _UNSEEN:
            border = _BORDER if _BREAKING.fullmatch(node.tag) else _FIELDS.get(node.tag, "")
            waiting += [border, *reversed(list(node.iter(include_text=True))), border]


def _table(table: Any) -> str:
    """A table's caption and rows; a cell that spans several rows stands in the first."""
    caption = [_text(node) for node in table.iter() if node.tag == "caption"]
    spanning: dict[int, int] = {}  # by column: rows that a cell above still covers
    rows = [row for row in table.css("tr") if _table_of(row) == table]
    return "\n".join([*caption, *(_row(row, spanning) for row in rows)])


def _row(row: Any, spanning: dict[int, int]) -> str:
    cells = iter([cell for cell in row.iter() if cell.tag in ("td", "th")])
    texts: list[str] = []
    column = 0
    while True:
        rest, text, width = spanning.get(column, 0), "", 1
        if not rest:
            cell = next(cells, None)
            if cell is None:
                return " ".join(texts)
            text, rest, width = _text(cell), _number(cell, "rowspan"), _number(cell, "colspan")
        spanning[column] = rest - 1
        texts.append(text)
        column += width


def _text(node: Any) -> str:
    return " ".join("".join(_marked(child)) for child in node.iter(include_text=True)).replace(
        _BORDER, "\n"
    )


def _number(cell: Any, name: str) -> int:
    value = cell.attributes.get(name) or "1"
    return max(int(value), 1) if value.isdecimal() and len(value) < len("10000") else 1


def _table_of(node: Any) -> Any:
    while node is not None and node.tag != "table":
        node = node.parent
    return node
