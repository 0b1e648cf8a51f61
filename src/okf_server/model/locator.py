"""Places in an original: where a passage can be found again.

The JSON forms are a contract (docs/formats.md, Locators). A locator is never inferred: where a place is
not known there is no locator. They are tuples because a document has thousands.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

MAIL_HEADER = "HEADER"
"""The part of a mail that is its own header."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom as fractions 0..1 of the page, from its top left corner."""


class PdfLocator(NamedTuple):
    """A page of a PDF, counted from 1, and one box for each fragment on it."""

    page: int
    boxes: tuple[Box, ...] = ()


class SlideLocator(NamedTuple):
    """A slide, counted from 1."""

    slide: int


class SheetLocator(NamedTuple):
    """A cell range of a sheet in A1 notation, for example `A1:F20`; empty for a sheet that is a chart."""

    sheet: str
    range: str


class SectionLocator(NamedTuple):
    """A block of a format without pages: heading path and ordinal.

    `block` counts from 1 the headings, paragraphs, list items, tables and code blocks that have text, in
    the order of the document; `to_block` is the last one where a passage covers several.
    """

    path: tuple[str, ...]
    block: int
    to_block: int | None = None


class LinesLocator(NamedTuple):
    """First and last line of a text file, counted from 1, and the heading path above them."""

    first: int
    last: int
    path: tuple[str, ...] = ()


class TimeLocator(NamedTuple):
    """A stretch of a recording in seconds."""

    from_s: float
    to_s: float


class MailLocator(NamedTuple):
    """Lines of a part of a mail, counted from 1.

    `part` is its number as in IMAP (RFC 9051, section 6.4.5), such as `1.2`, and its lines are those of its
    decoded text; `HEADER` is the mail's own header.
    """

    part: str
    first: int
    last: int


Locator = (
    PdfLocator
    | SlideLocator
    | SheetLocator
    | SectionLocator
    | LinesLocator
    | TimeLocator
    | MailLocator
)


def locator_to_json(locator: Locator) -> dict[str, Any]:
    """The JSON object of a locator, with `kind` first."""
    match locator:
        case PdfLocator() | SlideLocator() | SheetLocator():
            return _sheet_to_json(locator)
        case SectionLocator() | LinesLocator() | TimeLocator() | MailLocator():
            return _linear_to_json(locator)


def _linear_to_json(
    locator: SectionLocator | LinesLocator | TimeLocator | MailLocator,
) -> dict[str, Any]:
    match locator:
        case SectionLocator(path=path, block=block, to_block=to_block):
            value: dict[str, Any] = {"kind": "section", "path": list(path), "block": block}
            return value if to_block is None else {**value, "to_block": to_block}
        case LinesLocator(first=first, last=last, path=path):
            return {"kind": "lines", "lines": [first, last], "path": list(path)}
        case TimeLocator(from_s=from_s, to_s=to_s):
            return {"kind": "time", "from_s": from_s, "to_s": to_s}
        case MailLocator(part=part, first=first, last=last):
            return {"kind": "mail", "part": part, "lines": [first, last]}


def _sheet_to_json(locator: PdfLocator | SlideLocator | SheetLocator) -> dict[str, Any]:
    match locator:
        case PdfLocator(page=page, boxes=boxes):
            return {"kind": "pdf", "page": page, "boxes": [list(box) for box in boxes]}
        case SlideLocator(slide=slide):
            return {"kind": "slide", "slide": slide}
        case SheetLocator(sheet=sheet, range=cells):
            return {"kind": "sheet", "sheet": sheet, "range": cells}


def locator_from_json(value: Mapping[str, Any]) -> Locator:
    """The locator of a JSON object; raises ValueError for a kind that this version does not know."""
    match value["kind"]:
        case "pdf":
            return PdfLocator(page=value["page"], boxes=tuple(map(_box, value["boxes"])))
        case "slide":
            return SlideLocator(slide=value["slide"])
        case "sheet":
            return SheetLocator(sheet=value["sheet"], range=value["range"])
        case "section":
            return SectionLocator(
                path=tuple(value["path"]), block=value["block"], to_block=value.get("to_block")
            )
        case _:
            return _linear_from_json(value)


def _linear_from_json(value: Mapping[str, Any]) -> Locator:
    if value["kind"] == "lines":
        first, last = value["lines"]
        return LinesLocator(first=first, last=last, path=tuple(value["path"]))
    if value["kind"] == "time":
        return TimeLocator(from_s=value["from_s"], to_s=value["to_s"])
    if value["kind"] == "mail":
        first, last = value["lines"]
        return MailLocator(part=value["part"], first=first, last=last)
    raise ValueError(f"unknown kind of locator: {value['kind']!r}")


def _box(values: Sequence[float]) -> Box:
    left, top, right, bottom = values
    return (left, top, right, bottom)


def describe(locator: Locator | None) -> str:
    """The place in words, for example `page 3` or `section “Hotels”, lines 9–12`; empty where unknown."""
    match locator:
        case None:
            return ""
        case PdfLocator() | SlideLocator() | SheetLocator():
            return _describe_sheet(locator)
        case SectionLocator() | LinesLocator() | TimeLocator() | MailLocator():
            return _describe_linear(locator)


def _describe_linear(locator: SectionLocator | LinesLocator | TimeLocator | MailLocator) -> str:
    match locator:
        case SectionLocator(path=path, block=block, to_block=to_block):
            blocks = f"block {block}" if to_block is None else f"blocks {block}–{to_block}"
            return _in_section(path, blocks)
        case LinesLocator(first=first, last=last, path=path):
            return _in_section(path, _lines(first, last))
        case TimeLocator(from_s=from_s, to_s=to_s):
            return f"{clock(from_s)}–{clock(to_s)}"
        case MailLocator(part=part, first=first, last=last):
            name = "header" if part == MAIL_HEADER else f"part {part}"
            return f"{name}, {_lines(first, last)}"


def _lines(first: int, last: int) -> str:
    return f"line {first}" if first == last else f"lines {first}–{last}"


def _describe_sheet(locator: PdfLocator | SlideLocator | SheetLocator) -> str:
    match locator:
        case PdfLocator(page=page):
            return f"page {page}"
        case SlideLocator(slide=slide):
            return f"slide {slide}"
        case SheetLocator(sheet=sheet, range=cells):
            return f"sheet “{sheet}”, {cells}" if cells else f"sheet “{sheet}”"


def _in_section(path: tuple[str, ...], place: str) -> str:
    """The place, and the innermost heading above it that has words."""
    name = next(filter(str.strip, reversed(path)), "")
    return f"section “{name}”, {place}" if name else place


def clock(seconds: float) -> str:
    """Hours, minutes and whole seconds of a recording."""
    minutes, second = divmod(int(seconds), 60)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{second:02d}"
