"""Read the data that a chart shows (ECMA-376, part 1, 21.2), and the text of a diagram (21.4)."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from okf_server.extract.sheets_format import shower
from okf_server.extract.xml_names import below, child, name_of, relation_of

_MOST_POINTS = 10_000
_DEEPEST = 12


class Series(NamedTuple):
    """A name, and a value for each category."""

    name: str
    categories: dict[int, str]
    values: dict[int, str]


def title_of(chart: Any) -> str:
    """The title that the chart itself has."""
    title = next(below(chart, "title"), None)
    if title is None or name_of(title.getparent()) != "chart":
        return ""
    lines = ("".join(t.text or "" for t in below(line, "t")) for line in below(title, "p"))
    return " ".join(" ".join(lines).split())


def tables_of(chart: Any) -> Iterator[list[list[str]]]:
    """The series as tables: one for those that share their categories."""
    tables: list[tuple[dict[int, str], list[Series]]] = []
    for element in below(chart, "ser"):
        series = _series(element)
        if not series.values:
            continue
        if tables and series.categories in ({}, tables[-1][0]):
            tables[-1][1].append(series)
        else:
            tables.append((series.categories, [series]))
    for categories, group in tables:
        yield list(_rows(categories, group))


def _rows(categories: dict[int, str], group: Sequence[Series]) -> Iterator[list[str]]:
    yield ["", *(series.name for series in group)]
    points = sorted({n for series in group for n in series.values} | set(categories))
    for n in points[:_MOST_POINTS]:
        yield [categories.get(n, ""), *(series.values.get(n, "") for series in group)]


def _series(element: Any) -> Series:
    name = child(element, "tx")
    words = " ".join(filter(None, _points(name).values())) if name is not None else ""
    if name is not None and not words:
        words = " ".join((v.text or "") for v in below(name, "v"))
    categories = next((e for n in ("cat", "xVal") if (e := child(element, n)) is not None), None)
    values = next((e for n in ("val", "yVal") if (e := child(element, n)) is not None), None)
    sizes = child(element, "bubbleSize")
    found = {} if values is None else _points(values)
    if sizes is not None:
        found = {
            n: f"{text} ({size})" for n, text in found.items() if (size := _points(sizes).get(n))
        }
    return Series(words, {} if categories is None else _points(categories), found)


def _points(data: Any) -> dict[int, str]:
    """The values that the file keeps, as the chart shows them; the levels of categories are joined."""
    levels = [dict(_values(level)) for level in below(data, "lvl")]
    if not levels:
        return dict(_values(data))
    found: dict[int, str] = {}
    carried = [""] * len(levels)
    for n in sorted({n for level in levels for n in level}):
        carried = [level.get(n, before) for level, before in zip(levels, carried, strict=True)]
        found[n] = " ".join(filter(None, reversed(carried)))
    return found


def _values(holder: Any) -> Iterator[tuple[int, str]]:
    code = next(((e.text or "") for e in below(holder, "formatCode")), "General")
    for point in below(holder, "pt"):
        index = point.get("idx") or ""
        value = child(point, "v")
        if index.isdecimal() and value is not None and value.text:
            format_ = point.get("formatCode") or code
            text = value.text.strip()
            numeric = name_of(point.getparent()) == "numCache" or name_of(holder) == "numLit"
            yield int(index), shower(format_)(text) if numeric else " ".join(text.split())


def diagram_items(data: Any) -> Iterator[tuple[int, str]]:
    """The texts of a diagram and how deep each lies, in its own order."""
    points = {str(p.get("modelId")): p for p in below(data, "pt")}
    children: dict[str, list[tuple[int, str]]] = {}
    for link in below(data, "cxn"):
        if link.get("type", "parOf") == "parOf":
            order = link.get("srcOrd") or "0"
            place = int(order) if order.isdecimal() else 0
            children.setdefault(str(link.get("srcId")), []).append((place, str(link.get("destId"))))
    roots = [key for key, point in points.items() if point.get("type") == "doc"]
    waiting = [(key, -1) for key in reversed(roots)]
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


def part_of(frame: Any) -> tuple[str, str]:
    """What a frame shows, `chart`, `diagram` or `table`, and the id of the part that holds it."""
    data = next(below(frame, "graphicData"), None)
    for element in () if data is None else data:
        match name_of(element):
            case "chart":
                return "chart", relation_of(element)
            case "relIds":
                return "diagram", relation_of(element, "dm")
            case "tbl":
                return "table", ""
            case _:
                pass
    return "", ""
