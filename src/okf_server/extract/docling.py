"""Read Office documents with docling-rs as a flat list of pieces, in reading order.

Only the text layer is read: no OCR, no model, and no address that the document names is opened.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from okf_server.extract.refusals import ENCRYPTED, MISSING, unreadable
from okf_server.model.document import Failed

_HEADINGS = {"title": 1, "section_header": 2}
_NUMBER = re.compile(r"(\d{1,9})[.)]?", re.ASCII)
_PAGE_FURNITURE = {"page header", "page footer"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A stretch of text of one look; `code` is in a code font, `formula` LaTeX, `target` where it links to."""

    text: str
    target: str = ""
    code: bool = False
    formula: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One block as docling sees it.

    `kind` is docling's label. `level` is 1 for a title, 2 and more for headings, and the depth of a list
    item. `page` is the slide, where there is one; `notes` tells the speaker's notes from the slide.
    `cells` are the rows of a table.
    """

    kind: str
    runs: tuple[Run, ...] = ()
    level: int = 0
    marker: str = "-"
    page: int | None = None
    furniture: bool = False
    notes: bool = False
    cells: tuple[tuple[str, ...], ...] = ()

    @property
    def text(self) -> str:
        """All text of the piece, the runs joined by a blank."""
        return " ".join(run.text for run in self.runs)


def read(path: Path, suffix: str) -> list[Piece] | Failed:
    """The pieces of a document, or why there are none."""
    return read_bytes(path.read_bytes(), suffix)


def read_bytes(data: bytes, suffix: str) -> list[Piece] | Failed:
    """The pieces of a document that was read into memory."""
    try:
        import docling_rs  # noqa: PLC0415 - heavy, only where it is needed
    except ImportError:
        return MISSING
    converter = docling_rs.DocumentConverter(
        text_layer_only=True,
        do_ocr=False,
        do_table_structure=False,
        fetch_images=False,
        keep_picture_images=False,
    )
    # a fixed name: the suffix alone chooses the backend, and no file name is taken for an address
    try:
        result = converter.convert_bytes(f"document{suffix}", data)
    except docling_rs.EncryptionError:
        return ENCRYPTED
    except docling_rs.ConversionError as error:
        return unreadable(suffix, error)
    return list(_Walk(result.document).pieces())


@dataclass(slots=True)
class _Step:
    """A node still to visit, and how deep in lists it lies."""

    node: Any
    depth: int


class _Walk:
    """A walk over a DoclingDocument; it never recurses, however deep the document is."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._seen: set[str] = set()

    def pieces(self) -> Iterator[Piece]:
        waiting = self._children(self._document.body, 0)
        while waiting:
            step = waiting.pop()
            if step.node.self_ref in self._seen:
                continue
            self._seen.add(step.node.self_ref)
            yield from self._piece(step)
            waiting += self._below(step)

    def _children(self, node: Any, depth: int) -> list[_Step]:
        """The children, last first, so that the first one is popped first."""
        return [_Step(c.resolve(self._document), depth) for c in reversed(node.children)]

    def _below(self, step: _Step) -> list[_Step]:
        label = _label(step.node)
        if label in ("table", "inline") or getattr(step.node, "name", "") in _PAGE_FURNITURE:
            return []
        steps = self._children(step.node, step.depth + (label == "list_item"))
        if label == "picture":
            captions = [_Step(c.resolve(self._document), step.depth) for c in step.node.captions]
            return [*steps, *reversed(captions)]
        return steps

    def _piece(self, step: _Step) -> Iterator[Piece]:
        node, label = step.node, _label(step.node)
        if label == "table":
            yield _piece(node, label, cells=tuple(_rows(node, self._document)))
        elif label == "inline":
            yield _piece(node, "text", runs=self._runs(node), page=self._page_below(node))
        elif hasattr(node, "text"):
            runs = (_run(node),) if node.text else self._own_inline(node)
            if any(run.text.strip() for run in runs):
                yield _piece(node, label, runs=runs, depth=step.depth)

    def _own_inline(self, node: Any) -> tuple[Run, ...]:
        """The runs of a list item or heading whose text is split by its formatting."""
        for child in node.children:
            below = child.resolve(self._document)
            if _label(below) == "inline":
                self._seen.add(below.self_ref)
                return self._runs(below)
        return ()

    def _page_below(self, group: Any) -> int | None:
        """The slide of a group, which itself knows none."""
        return next((p for c in group.children if (p := _page(c.resolve(self._document)))), None)

    def _runs(self, group: Any) -> tuple[Run, ...]:
        found: list[Run] = []
        waiting = self._children(group, 0)
        while waiting:
            step = waiting.pop()
            self._seen.add(step.node.self_ref)
            if getattr(step.node, "text", ""):
                found.append(_run(step.node))
            waiting += self._children(step.node, 0)
        return tuple(found)


def _label(node: Any) -> str:
    return str(getattr(node.label, "value", node.label))


def _layer(node: Any) -> str:
    return str(getattr(node.content_layer, "value", node.content_layer))


def _run(node: Any) -> Run:
    label = _label(node)
    target = str(getattr(node, "hyperlink", None) or "")
    return Run(text=node.text, target=target, code=label == "code", formula=label == "formula")


def _piece(
    node: Any,
    kind: str,
    *,
    runs: tuple[Run, ...] = (),
    cells: tuple[tuple[str, ...], ...] = (),
    depth: int = 0,
    page: int | None = None,
) -> Piece:
    level = _HEADINGS.get(kind, 0)
    if kind == "section_header":
        level = node.level + 1
    return Piece(
        kind=kind,
        runs=runs,
        cells=cells,
        level=depth if kind == "list_item" else level,
        marker=_marker(node),
        page=page or _page(node),
        furniture=_layer(node) == "furniture",
        notes=_layer(node) == "notes",
    )


def _page(node: Any) -> int | None:
    places = getattr(node, "prov", None)
    return places[0].page_no if places else None


def _marker(node: Any) -> str:
    found = _NUMBER.fullmatch(str(getattr(node, "marker", "") or "").strip())
    return f"{found[1]}." if found else "-"


def _rows(table: Any, document: Any) -> Iterator[tuple[str, ...]]:
    """The rows of a table; a merged cell stands in its first column, in each row that it covers."""
    data = table.data
    grid = [[""] * data.num_cols for _ in range(data.num_rows)]
    for cell in data.table_cells:
        text = _cell_text(cell, document)
        for row in grid[cell.start_row_offset_idx : cell.end_row_offset_idx]:
            if cell.start_col_offset_idx < len(row):
                row[cell.start_col_offset_idx] = text
    return (tuple(row) for row in grid)


def _cell_text(cell: Any, document: Any) -> str:
    """A cell's own text, or all that stands in it, where it holds more than text."""
    reference = getattr(cell, "ref", None)
    if reference is None:
        return str(cell.text)
    texts: list[str] = []
    waiting = [reference.resolve(document)]
    while waiting:
        node = waiting.pop()
        if _label(node) == "table":
            texts += [c.text for c in node.data.table_cells]
            continue
        texts.append(getattr(node, "text", ""))
        waiting += [child.resolve(document) for child in reversed(node.children)]
    return " ".join(text for text in texts if text.strip())
