"""What lies over the cells of a sheet of an .xlsx package (ECMA-376, part 1, 20.5): boxes, charts, pictures."""

from collections.abc import Iterator
from typing import Any

from okf_server.extract.described import description
from okf_server.extract.figures import Figure, figure_of, relations_of_figures
from okf_server.extract.opc import Package
from okf_server.extract.sheets_grid import Area, Drawn, Note, Sheet
from okf_server.extract.xml_names import attribute, below, child, name_of

_PLACES = {"twoCellAnchor": ("from", "to"), "oneCellAnchor": ("from", "from")}
_LARGEST = 2**20


def add_drawings(sheet: Sheet, part: str, package: Package) -> None:
    """Add what the drawings of a sheet's part hold, from the top and the left."""
    for relation in package.relations(part):
        root = package.root(relation.part) if relation.kind == "drawing" else None
        for anchor in () if root is None else root:
            _add(sheet, anchor, relation.part, package)
    sheet.boxes.sort()
    sheet.figures.sort(key=lambda drawn: drawn.area or Area(0, 0, 0, 0))


def _add(sheet: Sheet, anchor: Any, part: str, package: Package) -> None:
    area = _area(anchor)
    figures = list(_figures(anchor, part, package))
    if _is_hidden(anchor):
        sheet.unseen += filter(None, [" ".join(_paragraphs(anchor)), *_words(figures)])
        return
    text = "\n".join(_paragraphs(anchor))
    if area is not None and text.strip():
        sheet.boxes.append(Note(area.top, area.left, "", text))
    elif text.strip():
        figures.append(Figure(titles=[text]))
    sheet.figures += [Drawn(area, figure) for figure in figures]


def _figures(anchor: Any, part: str, package: Package) -> Iterator[Figure]:
    for relation in relations_of_figures(anchor):
        root = package.root(package.target(part, relation))
        if root is not None:
            yield figure_of(root)
    texts = (description(attribute(one, "descr")) for one in below(anchor, "cNvPr"))
    yield from (Figure(titles=[text]) for text in texts if text)


def _area(anchor: Any) -> Area | None:
    """The cells that an anchor names; None for one that lies on the sheet without regard to its cells."""
    ends = [child(anchor, name) for name in _PLACES.get(name_of(anchor), ())]
    corners = [_corner(end) for end in ends if end is not None]
    first, last = next(iter(corners), None), corners[-1] if corners else None
    if first is None or last is None or not first <= last:
        return None
    return Area(*first, *last)


def _corner(end: Any) -> tuple[int, int] | None:
    texts = [getattr(child(end, name), "text", None) or "" for name in ("row", "col")]
    numbers = [int(text) for text in texts if text.strip().isdecimal() and len(text) < 9]  # noqa: PLR2004 - beyond any sheet
    if len(numbers) != len(texts) or max(numbers) > _LARGEST:
        return None
    return numbers[0], numbers[1]


def _is_hidden(anchor: Any) -> bool:
    properties = next(below(anchor, "cNvPr"), None)
    return properties is not None and properties.get("hidden") in ("1", "true")


def _paragraphs(anchor: Any) -> Iterator[str]:
    """The text of a drawing's shapes, groups opened."""
    for shape in below(anchor, "sp"):
        for paragraph in below(shape, "p"):
            yield "".join(t.text or "" for t in below(paragraph, "t"))


def _words(figures: list[Figure]) -> Iterator[str]:
    for figure in figures:
        yield " ".join(figure.titles)
        yield from (" ".join(filter(None, row)) for table in figure.tables for row in table)
        yield from (text for _, text in figure.items)
