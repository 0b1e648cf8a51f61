"""The data that a chart in a document shows (ECMA-376 part 1, 21.2), and the texts of a diagram (21.4)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from okf_server.extract.xml_names import child, name_of, number

_MOST_POINTS = 10_000


class Chart(NamedTuple):
    """A chart's title, empty where it has none, and its series as columns beside their categories."""

    title: str
    rows: list[list[str]]


def chart_of(root: Any) -> Chart:
    """The chart of a chart part, with the values that the file keeps."""
    title = child(root, "chart", "title", "tx")
    series = [one for one in root.iter() if name_of(one) == "ser"][:_MOST_POINTS]
    names = [" ".join(_points(child(one, "tx")).values()) for one in series]
    values = [_points(_first(one, "val", "yVal")) for one in series]
    categories: dict[int, str] = {}
    for one in series:
        categories |= {
            k: v for k, v in _points(_first(one, "cat", "xVal")).items() if k not in categories
        }
    points = sorted(categories.keys() | {key for one in values for key in one})
    rows = [
        [categories.get(point, ""), *(one.get(point, "") for one in values)]
        for point in points[:_MOST_POINTS]
    ]
    return Chart(_words(title), [["", *names], *rows] if rows else [])


def diagram_texts(root: Any) -> Iterator[str]:
    """The texts of a diagram's shapes, in the order of the file."""
    for one in root.iter():
        if name_of(one) == "pt" and (text := _words(one)):
            yield text


def _first(element: Any, *names: str) -> Any | None:
    return next((found for name in names if (found := child(element, name)) is not None), None)


def _points(element: Any | None) -> dict[int, str]:
    """Values by their number; a text that stands alone has number 0."""
    found: dict[int, str] = {}
    for one in () if element is None else element.iter():
        if name_of(one) == "v":
            at = number(one.getparent(), "idx") if name_of(one.getparent()) == "pt" else 0
            found[at] = f"{found.get(at, '')} {_shown(one.text or '')}".strip()
    return found


def _shown(value: str) -> str:
    """A value without the digits that only binary fractions have."""
    words = " ".join(value.split())
    try:
        return f"{float(words):.12g}" if "." in words or "E" in words else words
    except ValueError:
        return words


def _words(element: Any | None) -> str:
    texts = (
        one.text or "" for one in (() if element is None else element.iter()) if name_of(one) == "t"
    )
    return " ".join("".join(texts).split())
