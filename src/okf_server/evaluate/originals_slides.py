"""Read decks with python-pptx, by slide."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from okf_server.evaluate.originals_parts import figure_text, texts_below
from okf_server.model.locator import Locator, SlideLocator

_ASIDE = ("comments", "diagramData")
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_FOOTERS = ("FOOTER", "HEADER")


class SlideOriginal:
    """A deck: the text of a slide's shapes, its notes, the comments on it, the data of its charts."""

    exact = True

    def __init__(self, path: Path) -> None:
        import pptx.package  # noqa: PLC0415 - of the extra `evaluate`
        import xlfmt  # noqa: PLC0415 - of the extra `evaluate`

        # not pptx.Presentation, which refuses shows and decks with macros
        deck = pptx.package.Package.open(str(path)).presentation_part.presentation
        self._format = xlfmt.format_value
        self._slides = list(deck.slides)
        self._authors = list(_authors(deck.part))

    def text_at(self, locator: Locator) -> str | None:
        """The slide, shape by shape, with what its layout and its master show on it."""
        if not isinstance(locator, SlideLocator) or not 0 < locator.slide <= len(self._slides):
            return None
        slide = self._slides[locator.slide - 1]
        title = slide.shapes.title
        words = title.text_frame.text if title is not None else ""
        hidden = f"{words} (hidden slide)" if slide._element.get("show") in ("0", "false") else ""  # noqa: SLF001 - python-pptx has no name for it
        shapes = [self._text(shape) for shape in _flat(slide.shapes)]
        shapes += [element.get("descr", "") for element in slide._element.iter()]  # noqa: SLF001 - as below
        shared = (*slide.slide_layout.shapes, *slide.slide_layout.slide_master.shapes)
        repeated = (self._text(shape) for shape in _flat(shared) if _is_shown(shape))
        return "\n".join([*shapes, hidden, *repeated, *self._asides(slide)])

    def close(self) -> None:
        """Nothing is kept open."""

    def _asides(self, slide: Any) -> Iterator[str]:
        notes = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
        if notes is not None:
            yield str(notes.text)
        yield "".join(e.text or "" for e in slide._element.iter(f"{_MATH}t"))  # noqa: SLF001 - as above
        for relation in slide.part.rels.values():
            kind = relation.reltype.rpartition("/")[2]
            if kind in ("chart", "chartEx"):
                yield figure_text(relation.target_part.blob, self._format)
            if kind in _ASIDE and not relation.is_external:
                root = ET.fromstring(relation.target_part.blob)  # noqa: S314 - expat bounds entities
                yield texts_below(root)
                yield from (self._signed(e) for e in root.iter() if e.get("authorId"))

    def _signed(self, comment: Any) -> str:
        """A comment behind the name and the day that it was made with."""
        author = next((n for i, n in self._authors if i == comment.get("authorId")), "")
        day = (comment.get("dt") or comment.get("created") or "")[:10]
        return f"{author} {day} {texts_below(comment)}"

    def _text(self, shape: Any) -> str:
        if shape.has_text_frame:
            return str(shape.text_frame.text)
        return _table(shape.table) if getattr(shape, "has_table", False) else ""


def _authors(part: Any) -> Iterator[tuple[str, str]]:
    for relation in part.rels.values():
        if relation.reltype.rpartition("/")[2] in ("commentAuthors", "authors"):
            for author in ET.fromstring(relation.target_part.blob):  # noqa: S314 - expat bounds entities
                yield author.get("id", ""), author.get("name", "")


def _is_shown(shape: Any) -> bool:
    """Whether slides show a shape of their layout or master: all but its placeholders, and footers."""
    return not shape.is_placeholder or shape.placeholder_format.type.name in _FOOTERS


def _flat(shapes: Any) -> Iterator[Any]:
    """The shapes in their order, groups opened."""
    waiting = list(shapes)[::-1]
    while waiting:
        shape = waiting.pop()
        if hasattr(shape, "shapes"):
            waiting += list(shape.shapes)[::-1]
        else:
            yield shape


def _table(table: Any) -> str:
    """The rows of a table; a merged cell stands once."""
    cells = (cell for row in table.rows for cell in row.cells if not cell.is_spanned)
    return "\n".join(cell.text for cell in cells)
