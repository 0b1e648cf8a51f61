"""Merge the places of neighbouring blocks into the place of their passage."""

import re
from collections.abc import Sequence
from itertools import takewhile
from operator import eq

from okf_server.model.locator import (
    LinesLocator,
    Locator,
    MailLocator,
    PdfLocator,
    SectionLocator,
    SheetLocator,
    SlideLocator,
    TimeLocator,
)

Place = tuple[str, int | str] | None
"""What a passage may not leave: a page, slide, sheet, part of a mail, the unknown; None where there is none."""

LONGEST_SILENCE_S = 60.0
"""Seconds in which nothing is said, beyond which a passage ends: a place that spans them says nothing."""

_CELL = re.compile(r"\$?([A-Z]{1,3})\$?(\d+)")


def place(locator: Locator | None) -> Place:
    """The page, slide, sheet or part of a locator, for comparison."""
    found: Place = None
    match locator:
        case LinesLocator() | SectionLocator() | TimeLocator():
            pass
        case PdfLocator(page=page):
            found = ("pdf", page)
        case SlideLocator(slide=slide):
            found = ("slide", slide)
        case SheetLocator(sheet=sheet, range=cells):
            found = ("sheet" if cells else "over a sheet", sheet)
        case MailLocator(part=part):
            found = ("mail", part)
        case None:
            found = ("unknown", 0)
    return found


def silence_between(left: Locator | None, right: Locator | None) -> bool:
    """Whether nothing is said for long between two stretches of a recording."""
    match (left, right):
        case (TimeLocator(to_s=end), TimeLocator(from_s=start)):
            return start - end > LONGEST_SILENCE_S
        case _:
            return False


def merge(locators: Sequence[Locator | None]) -> Locator | None:
    """The place that covers all of these, in the order of the text; its headings are those of all of them.

    None where one of them is unknown, or where they are of several kinds, pages, slides, sheets or parts.
    """
    if len(locators) == 1:
        return locators[0]
    lines = [locator for locator in locators if isinstance(locator, LinesLocator)]
    if lines and len(lines) == len(locators):
        return _all_lines(lines)
    merged = locators[0] if locators else None
    for locator in locators[1:]:
        merged = _joined(merged, locator)
        if merged is None:
            return None
    return merged


def _all_lines(lines: Sequence[LinesLocator]) -> LinesLocator:
    firsts, lasts, paths = zip(*lines, strict=True)
    return LinesLocator(min(firsts), max(lasts), _common(paths))


def _common(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The headings that all of these heading paths begin with."""
    low, high = min(paths), max(paths)  # what these two share all between them share
    return low[: sum(1 for _ in takewhile(bool, map(eq, low, high)))]


def _joined(left: Locator | None, right: Locator | None) -> Locator | None:
    if left == right:
        return left
    if place(left) != place(right):
        return None
    match (left, right):
        case (PdfLocator(page=page, boxes=boxes), PdfLocator(boxes=more)):
            return PdfLocator(
                page=page, boxes=boxes + tuple(b for b in more if b not in boxes[-1:])
            )
        case (SheetLocator(sheet=sheet, range=cells), SheetLocator(range=more_cells)):
            bounds = bounding_range(cells, more_cells)
            return None if bounds is None else SheetLocator(sheet=sheet, range=bounds)
        case _:
            return _linear(left, right)


def _linear(left: Locator | None, right: Locator | None) -> Locator | None:
    match (left, right):
        case (SectionLocator(), SectionLocator()):
            return _blocks(left, right)
        case (TimeLocator(), TimeLocator()):
            from_s, to_s = min(left.from_s, right.from_s), max(left.to_s, right.to_s)
            return TimeLocator(from_s=from_s, to_s=to_s)
        case (MailLocator(part=part), MailLocator()):
            first, last = min(left.first, right.first), max(left.last, right.last)
            return MailLocator(part=part, first=first, last=last)
        case _:
            return None


def _blocks(left: SectionLocator, right: SectionLocator) -> SectionLocator:
    first = min(left.block, right.block)
    last = max(left.to_block or left.block, right.to_block or right.block)
    path = _common((left.path, right.path))
    return SectionLocator(path=path, block=first, to_block=last if last > first else None)


def bounding_range(left: str, right: str) -> str | None:
    """The smallest A1 range around two; None where one of them is no A1 range."""
    cells = [_CELL.fullmatch(cell) for cell in (*left.split(":"), *right.split(":"))]
    found = [(_column(cell[1]), int(cell[2])) for cell in cells if cell]
    if len(found) < len(cells):
        return None
    columns, rows = zip(*found, strict=True)
    first, last = f"{_letters(min(columns))}{min(rows)}", f"{_letters(max(columns))}{max(rows)}"
    return first if first == last else f"{first}:{last}"


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _letters(column: int) -> str:
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
