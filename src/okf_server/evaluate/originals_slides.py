"""Read decks with python-pptx, by slide."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from okf_server.model.locator import Locator, SlideLocator


class SlideOriginal:
    """A deck: the text of a slide's shapes and its notes."""

    exact = True

    def __init__(self, path: Path) -> None:
        import pptx  # noqa: PLC0415 - of the extra `evaluate`

        self._slides = list(pptx.Presentation(str(path)).slides)

    def text_at(self, locator: Locator) -> str | None:
        """The slide, shape by shape."""
        if not isinstance(locator, SlideLocator) or not 0 < locator.slide <= len(self._slides):
            return None
        slide = self._slides[locator.slide - 1]
        notes = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
        end = notes.text if notes is not None else ""
        return "\n".join([*map(_text, _flat(slide.shapes)), end])

    def close(self) -> None:
        """Nothing is kept open."""


def _flat(shapes: Any) -> Iterator[Any]:
    """The shapes in their order, groups opened."""
    waiting = list(shapes)[::-1]
    while waiting:
        shape = waiting.pop()
        if hasattr(shape, "shapes"):
            waiting += list(shape.shapes)[::-1]
        else:
            yield shape


def _text(shape: Any) -> str:
    if shape.has_text_frame:
        return str(shape.text_frame.text)
    if shape.has_chart and shape.chart.has_title:
        return str(shape.chart.chart_title.text_frame.text)
    return _table(shape.table) if shape.has_table else ""


def _table(table: Any) -> str:
    """The rows of a table; a merged cell stands in each row that it covers."""
    texts: dict[tuple[int, int], str] = {}
    for top, row in enumerate(table.rows):
        for left, cell in enumerate(row.cells):
            if not cell.is_spanned:
                height = cell.span_height if cell.is_merge_origin else 1
                texts |= {(top + below, left): cell.text for below in range(height)}
    return "\n".join(texts[place] for place in sorted(texts))
