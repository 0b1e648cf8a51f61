"""Tell the items of lists on a PDF page by their markers: numbers, letters and Roman numerals, dots or brackets or none."""

import re
from collections.abc import Sequence
from itertools import pairwise

from okf_server.extract.pdf_labels import ROMAN
from okf_server.extract.pdf_page import TextRun

_MARKER = re.compile(r"(\(?)(\d{1,3}|[a-z]{1,7})([.)]?)", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,9}[.)]?", re.ASCII)
_BRACKETED = re.compile(r"(\(?(?:\d{1,2}|[a-z]|[ivx]{1,5})\))(?=\s|[^\W\d_])", re.IGNORECASE)
_HANGS = 2.0  # points by which the marker of an item stands out
_FULL = 0.75  # of the width of its block: a line that is shorter ends what it is a part of

Line = Sequence[tuple[int, TextRun]]


def begins_with_marker(text: str) -> bool:
    """Whether a text begins with a number or letter in brackets."""
    return _BRACKETED.match(text) is not None


def are_markers(text: str) -> bool:
    """Whether a text is the letters of items that follow each other from the first, and nothing else."""
    first, *others = text.split() or [""]
    counted = others and _is_first(first) and not _NUMBER.fullmatch(first)
    return bool(counted) and all(map(follows, [first, *others], others))


def shown(marker: str) -> tuple[str, str]:
    """How an item with this marker is written in Markdown: its number or dash, and the label that it has else."""
    if _NUMBER.fullmatch(marker):
        return f"{marker.rstrip('.)')}.", ""
    return "-", f"{marker} " if _readings(marker) else ""


def items(lines: Sequence[Line], after: str) -> dict[int, str]:
    """The lines of a text that begin items, and their markers; "" for the line after a list.

    `after` is the marker of the item before, "" where there is none. Markers must follow each other.
    """
    found: dict[int, str] = {}
    hanging: float | None = None  # where the text of the item stands
    for number, line in enumerate(lines):
        left = _from_left(line)[0].rect.left
        if hanging is None or left < hanging - _HANGS:
            goes_on = hanging is not None
            marker, hanging = _marker_of(line)
            if marker or goes_on:
                found[number] = marker
    return found if _count_up(list(found.values()), after) else {}


def _marker_of(line: Line) -> tuple[str, float | None]:
    """The marker that a line begins with, "" where there is none, and where the text after it stands."""
    first, *rest = _from_left(line)
    text = first.text.strip()
    if rest and _readings(text):
        return text, rest[0].rect.left
    if found := _BRACKETED.match(text):  # in one run with its text, which stands further right
        return found[1], first.rect.left + 2 * _HANGS
    return "", None


def marker_alone(lines: Sequence[Line]) -> str:
    """The marker that a text begins with, where it stands apart from the text; "" where it does not."""
    first, *rest = _from_left(lines[0]) if lines else [None]
    return first.text.strip() if first and rest and _readings(first.text.strip()) else ""


def after_item(lines: Sequence[Line]) -> dict[int, str]:
    """The line after an item that a text begins with, and its marker if an item in it begins there.

    Else it begins further left, and the line before it is not full.
    """
    if not lines:
        return {}
    marker, *rest = _from_left(lines[0])
    hanging = rest[0].rect if rest else marker.rect
    right = max(run.rect.right for line in lines for _, run in line)
    for number, (above, line) in enumerate(pairwise(lines), start=1):
        inner, _ = _marker_of(line)
        if inner and _is_first(inner):
            return {number: inner}
        left = _from_left(line)[0].rect.left
        end = max(run.rect.right for _, run in above)
        short = end < marker.rect.left + (right - marker.rect.left) * _FULL
        if left < marker.rect.left - _HANGS or (short and left < hanging.left - _HANGS):
            return {number: ""}
    return {}


def _from_left(line: Line) -> list[TextRun]:
    return sorted((run for _, run in line), key=lambda run: run.rect.left)


def _readings(marker: str) -> set[tuple[str, int]]:
    """The series that a marker may belong to, and its place in each: `i` is a letter and a numeral."""
    found = _MARKER.fullmatch(marker)
    if found is None:
        return set()
    opening, sign, closing = found.groups()
    if sign.isdigit():
        return {(f"{opening}1{closing}", int(sign))}
    read: set[tuple[str, int]] = set()
    if len(sign) == 1:
        read.add((f"{opening}{'A' if sign.isupper() else 'a'}{closing}", ord(sign.casefold()) - 96))
    if sign.casefold() in ROMAN:
        series = f"{opening}{'I' if sign.isupper() else 'i'}{closing}"
        read.add((series, ROMAN[sign.casefold()]))
    return read


def _count_up(markers: Sequence[str], after: str) -> bool:
    """Whether markers of items follow each other, or begin anew; ends of lists aside."""
    told = [marker for marker in markers if marker]
    steps = [follows(one, two) for one, two in pairwise([after, *told])]
    anew = [step or _is_first(marker) for step, marker in zip(steps, told, strict=True)]
    return any(steps) and all(anew[1:])


def _is_first(marker: str) -> bool:
    return any(place == 1 for _, place in _readings(marker))


def follows(one: str, two: str) -> bool:
    """Whether a marker is the next one after another."""
    return bool({(series, place + 1) for series, place in _readings(one)} & _readings(two))
