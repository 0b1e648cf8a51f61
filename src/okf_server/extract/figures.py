"""What a chart (ECMA-376, part 1, 21.2) or a diagram (21.4) shows, in whatever document it stands."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from okf_server.extract.sheets_format import shower
from okf_server.extract.xml_names import attribute, below, child, name_of, relation_of

_MOST_POINTS = 10_000
_DEEPEST = 12
_AXES = frozenset({"catAx", "valAx", "dateAx", "serAx", "axis"})
_NUMBERS = frozenset({"numCache", "numLit", "numDim"})

Table = list[list[str]]


class Figure(NamedTuple):
    """The titles of a chart and the tables of its data, or the texts of a diagram and how deep each lies.

    All are plain texts in one line.
    """

    titles: Sequence[str] = ()
    tables: Sequence[Table] = ()
    items: Sequence[tuple[int, str]] = ()


class Series(NamedTuple):
    """A name, and a value for each category."""

    name: str
    categories: dict[int, str]
    values: dict[int, str]


def relations_of_figures(element: Any) -> Iterator[str]:
    """The ids of the parts that hold the charts and diagrams below an element."""
    for one in element.iter():
        match name_of(one):
            case "chart":
                yield relation_of(one)
            case "relIds":
                yield relation_of(one, "dm")
            case _:
                pass


def figure_of(root: Any) -> Figure:
    """The figure of the part that holds its data; an empty one for a part that is none."""
    match name_of(root):
        case "chartSpace":
            return _chart(root)
        case "dataModel":
            return Figure(items=list(_diagram(root)))
        case _:
            return Figure()


def _chart(root: Any) -> Figure:
    chart = child(root, "chart")
    axes = () if chart is None else (e for e in chart.iter() if name_of(e) in _AXES)
    shown = (axis for axis in axes if attribute(child(axis, "delete"), "val") not in ("1", "true"))
    titles = [_title(child(one, "title")) for one in (chart, *shown)]
    dated = attribute(child(root, "date1904"), "val", "0") in ("1", "true")
    known = map(partial(_series, from_1904=dated), below(root, "ser"))
    new = map(partial(_new_series, root), below(root, "series"))
    return Figure(
        titles=list(dict.fromkeys(filter(None, titles))), tables=list(_tables([*known, *new]))
    )


def _title(title: Any) -> str:
    """A title, as it is written or as the cell that it names says it."""
    if title is None:
        return ""
    lines = ["".join(t.text or "" for t in below(line, "t")) for line in below(title, "p")]
    lines = lines if any(lines) else [v.text or "" for v in below(title, "v")]
    return " ".join(" ".join(lines).split())


def _tables(series: Sequence[Series]) -> Iterator[Table]:
    """The series as tables: one for those that share their categories."""
    tables: list[tuple[dict[int, str], list[Series]]] = []
    for one in series:
        if not one.values:
            continue
        if tables and one.categories in ({}, tables[-1][0]):
            tables[-1][1].append(one)
        else:
            tables.append((one.categories, [one]))
    for categories, group in tables:
        yield list(_rows(categories, group))


def _rows(categories: dict[int, str], group: Sequence[Series]) -> Iterator[list[str]]:
    yield ["", *(series.name for series in group)]
    points = sorted({n for series in group for n in series.values} | set(categories))
    for n in points[:_MOST_POINTS]:
        yield [categories.get(n, ""), *(series.values.get(n, "") for series in group)]


def _series(element: Any, *, from_1904: bool) -> Series:
    name, sizes = child(element, "tx"), child(element, "bubbleSize")
    words = " ".join(filter(None, _points(name).values())) if name is not None else ""
    if name is not None and not words:
        words = " ".join((v.text or "") for v in below(name, "v"))
    categories, values = (
        next((e for n in names if (e := child(element, n)) is not None), None)
        for names in (("cat", "xVal"), ("val", "yVal"))
    )
    found = {} if values is None else _points(values, from_1904=from_1904)
    if sizes is not None:
        known = _points(sizes)
        found = {n: f"{text} ({known[n]})" for n, text in found.items() if n in known}
    return Series(
        words, {} if categories is None else _points(categories, from_1904=from_1904), found
    )


def _new_series(root: Any, element: Any) -> Series:
    """A series of the kinds of charts that came with Office 2016 ([MS-ODRAWXML] 2.24)."""
    id_ = attribute(child(element, "dataId"), "val")
    data = next((e for e in below(root, "data") if e.get("id") == id_), None)
    names, numbers = child(data, "strDim"), child(data, "numDim")
    return Series(
        _title(child(element, "tx")),
        {} if names is None else _points(names),
        {} if numbers is None else _points(numbers),
    )


def _points(data: Any, *, from_1904: bool = False) -> dict[int, str]:
    """The values that the file keeps, as the chart shows them; the levels of categories are joined."""
    levels = [dict(_values(level, from_1904=from_1904)) for level in below(data, "lvl")]
    if not levels:
        return dict(_values(data, from_1904=from_1904))
    found: dict[int, str] = {}
    carried = [""] * len(levels)
    for n in sorted({n for level in levels for n in level}):
        carried = [level.get(n, before) for level, before in zip(levels, carried, strict=True)]
        found[n] = " ".join(filter(None, reversed(carried)))
    return found


def _values(holder: Any, *, from_1904: bool) -> Iterator[tuple[int, str]]:
    code = next(((e.text or "") for e in below(holder, "formatCode")), "")
    code = code or holder.get("formatCode") or "General"
    for point in below(holder, "pt"):
        index, value = point.get("idx") or "", child(point, "v")
        text = " ".join(((point if value is None else value).text or "").split())
        if index.isdecimal() and text:
            show = shower(point.get("formatCode") or code, from_1904=from_1904)
            cache = point.getparent()
            numeric = not _NUMBERS.isdisjoint(map(name_of, (cache, cache.getparent())))
            yield int(index), show(text) if numeric else text


def _diagram(data: Any) -> Iterator[tuple[int, str]]:
    """The texts of a diagram and how deep each lies, in its own order."""
    points = {str(p.get("modelId")): p for p in below(data, "pt")}
    children: dict[str, list[tuple[int, str]]] = {}
    for link in below(data, "cxn"):
        if link.get("type", "parOf") == "parOf":
            order = link.get("srcOrd") or "0"
            place = int(order) if order.isdecimal() else 0
            children.setdefault(str(link.get("srcId")), []).append((place, str(link.get("destId"))))
    roots = [key for key, point in points.items() if point.get("type") == "doc"]
    waiting = [(key, -1) for key in reversed(roots or points)]
    seen: set[str] = set()
    while waiting:
        key, depth = waiting.pop()
        if key in seen or key not in points:
            continue
        seen.add(key)
        text = " ".join("".join(t.text or "" for t in below(points[key], "t")).split())
        if text:
            yield max(depth, 0), text
        below_it = sorted(children.get(key, []), reverse=True)
        waiting += [(other, min(depth + 1, _DEEPEST)) for _, other in below_it]
