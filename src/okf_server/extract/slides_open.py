"""Read an OpenDocument presentation (OpenDocument 1.3, part 3, 10): its pages in order, with their notes."""

import re
from collections.abc import Iterator
from typing import Any

from okf_server.extract import markup
from okf_server.extract.described import description
from okf_server.extract.figures import Figure
from okf_server.extract.odf_objects import object_in, read_object
from okf_server.extract.odf_words import Words
from okf_server.extract.odt_styles import TextStyles
from okf_server.extract.odt_tables import grid, header_rows
from okf_server.extract.opc import Package
from okf_server.extract.slides_deck import Box, Slide, reading_order, remark
from okf_server.extract.table_heads import with_one_header
from okf_server.extract.xml_names import attribute, below, child, name_of
from okf_server.model.document import BlockKind

_CONTENT, _STYLES = "content.xml", "styles.xml"
_LENGTH = re.compile(r"(-?\d+(?:\.\d+)?)(cm|mm|in|pt|px)?")
_UNIT_CM = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72, "px": 2.54 / 96, None: 1.0}
_FURNITURE = ("header", "footer", "date-time", "page-number")
_TEXTS = ("p", "h", "list")
_DEEPEST = 12


def slides_of(package: Package) -> Iterator[Slide]:
    """The slides; raises what `DAMAGED` names where the package has no content that can be read."""
    root, shared = package.needed(_CONTENT), package.root(_STYLES)
    styles = TextStyles(*([] if shared is None else [shared]), root)
    reading = _Pages(package, Words(styles))
    hidden = set(_hidden_styles(root))
    for number, page in enumerate(below(root, "page"), 1):
        slide = Slide(number=number, hidden=attribute(page, "style-name") in hidden)
        reading.read(slide, page)
        yield slide


class _Pages:
    """Reads what stands on the pages of a deck."""

    def __init__(self, package: Package, words: Words) -> None:
        self._package = package
        self._words = words

    def read(self, slide: Slide, page: Any) -> None:
        """Add to a slide what stands on its page."""
        for shape in _shapes(page):
            self._add(slide, shape)
        self._asides(slide, page)

    def _add(self, slide: Slide, shape: Any) -> None:
        if attribute(shape, "placeholder") == "true" or attribute(shape, "class") in _FURNITURE:
            return
        slide.add(
            BlockKind.CAPTION, markup.plain(description(self._words.of(child(shape, "desc"))))
        )
        table = child(shape, "table")
        if table is not None:
            slide.table(self._rows(table))
            return
        chart = read_object(self._package, object_in(shape))
        if isinstance(chart, Figure):
            slide.figure(chart)
            return
        holder = next((e for e in shape if name_of(e) == "text-box"), shape)
        texts = [element for element in holder if name_of(element) in _TEXTS]
        if attribute(shape, "class") == "title":
            slide.title(" ".join(" ".join(self._words.of(element).split()) for element in texts))
            return
        for element in texts:
            if name_of(element) == "list":
                self._add_list(slide, element)
            else:
                slide.add(BlockKind.PARAGRAPH, markup.plain(self._words.of(element)))

    def _add_list(self, slide: Slide, top: Any) -> None:
        """Add the items of a list with the lists in it."""
        waiting = [(top, 0)]
        while waiting:
            element, depth = waiting.pop()
            match name_of(element):
                case "list" | "list-item" | "list-header":
                    deeper = depth + (name_of(element) == "list" and element is not top)
                    waiting += [(e, min(deeper, _DEEPEST)) for e in reversed(element)]
                case "p" | "h":
                    slide.add(BlockKind.LIST, markup.inline(self._words.of(element)), level=depth)
                case _:
                    pass

    def _rows(self, table: Any) -> list[list[str]]:
        """The rows of a table; a merged cell stands once, in its first place."""
        cells = (
            [one if isinstance(one, str) else " ".join(self._words.of(one).split()) for one in row]
            for row in grid(table)
        )
        return with_one_header(list(cells), declared=header_rows(table))

    def _asides(self, slide: Slide, page: Any) -> None:
        """Add the notes and the comments on a page."""
        for notes in (e for e in page if name_of(e) == "notes"):
            for box in below(notes, "text-box"):
                lines = [self._words.of(e) for e in box if name_of(e) in _TEXTS]
                slide.add(BlockKind.NOTE, markup.plain("\n".join(lines)))
        for comment in below(page, "annotation"):
            author, day = (next(below(comment, name), None) for name in ("creator", "date"))
            text = "\n".join(self._words.of(e) for e in comment if name_of(e) in _TEXTS)
            slide.add(
                BlockKind.NOTE,
                markup.plain(remark(self._words.of(author), self._words.of(day), text)),
            )


def _hidden_styles(root: Any) -> Iterator[str]:
    for style in below(root, "style"):
        for properties in below(style, "drawing-page-properties"):
            if attribute(properties, "visibility") == "hidden":
                yield attribute(style, "name")


def _shapes(page: Any) -> list[Any]:
    """The shapes of a page, the title first, groups opened."""
    placed: list[tuple[Box, Any]] = []
    waiting = list(page)[::-1]
    while waiting:
        shape = waiting.pop()
        match name_of(shape):
            case "g" | "a":
                waiting += list(shape)[::-1]
            case "" | "notes" | "annotation" | "forms":
                continue
            case _:
                placed.append((_box(shape), shape))
    return sorted(reading_order(placed), key=lambda shape: attribute(shape, "class") != "title")


def _box(shape: Any) -> Box:
    left, top, wide, high = (_cm(attribute(shape, n)) for n in ("x", "y", "width", "height"))
    return (left, top, left + wide, top + high)


def _cm(text: str) -> float:
    found = _LENGTH.fullmatch(text)
    return float(found[1]) * _UNIT_CM[found[2]] if found else 0.0
