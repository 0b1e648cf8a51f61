"""Places of blocks become the place of their passage."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.index.locators import Place, bounding_range, merge, place
from okf_server.model.locator import (
    LinesLocator,
    Locator,
    MailLocator,
    PdfLocator,
    SectionLocator,
    SheetLocator,
    SlideLocator,
    TimeLocator,
    describe,
    locator_from_json,
    locator_to_json,
)

BOX, OTHER = (0.1, 0.1, 0.5, 0.2), (0.1, 0.3, 0.5, 0.4)


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        (
            [PdfLocator(page=1, boxes=(BOX,)), PdfLocator(page=1, boxes=(OTHER,))],
            PdfLocator(page=1, boxes=(BOX, OTHER)),
        ),
        (
            [PdfLocator(page=1, boxes=(BOX,)), PdfLocator(page=1, boxes=(BOX,))],
            PdfLocator(page=1, boxes=(BOX,)),
        ),
        ([SlideLocator(slide=2), SlideLocator(slide=2)], SlideLocator(slide=2)),
        (
            [SheetLocator(sheet="Q1", range="A1:F1"), SheetLocator(sheet="Q1", range="B3:AA3")],
            SheetLocator(sheet="Q1", range="A1:AA3"),
        ),
        (
            [
                SectionLocator(path=("A",), block=3),
                SectionLocator(path=("A",), block=4, to_block=6),
            ],
            SectionLocator(path=("A",), block=3, to_block=6),
        ),
        (
            [
                LinesLocator(first=3, last=3, path=("A",)),
                LinesLocator(first=5, last=9, path=("A",)),
            ],
            LinesLocator(first=3, last=9, path=("A",)),
        ),
        (
            [TimeLocator(from_s=1, to_s=2), TimeLocator(from_s=2, to_s=4)],
            TimeLocator(from_s=1, to_s=4),
        ),
        (
            [MailLocator(part="1.2", first=5, last=6), MailLocator(part="1.2", first=1, last=2)],
            MailLocator(part="1.2", first=1, last=6),
        ),
    ],
)
def test_places_of_one_kind_are_joined(places: list[Locator], expected: Locator) -> None:
    assert merge(places) == expected


@pytest.mark.parametrize(
    "places",
    [
        [],
        [None],
        [PdfLocator(page=1), None],
        [PdfLocator(page=1), PdfLocator(page=2)],
        [SlideLocator(slide=1), PdfLocator(page=1)],
        [SectionLocator(path=(), block=1), LinesLocator(first=1, last=1)],
        [MailLocator(part="1", first=1, last=1), MailLocator(part="2", first=1, last=1)],
        [MailLocator(part="1", first=1, last=1), LinesLocator(first=1, last=1)],
        [SheetLocator(sheet="A", range="A1"), SheetLocator(sheet="A", range="name")],
    ],
)
def test_no_place_is_inferred(places: list[Locator | None]) -> None:
    assert merge(places) is None


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("A1", "A1", "A1"),
        ("B2:C3", "A9", "A2:C9"),
        ("Z1", "AA1", "Z1:AA1"),
        ("$A$1", "B2", "A1:B2"),
    ],
)
def test_ranges_are_bounded(left: str, right: str, expected: str) -> None:
    assert bounding_range(left, right) == expected


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (MailLocator(part="1.2", first=3, last=9), "part 1.2, lines 3–9"),
        (MailLocator(part="1", first=3, last=3), "part 1, line 3"),
        (MailLocator(part="HEADER", first=2, last=5), "header, lines 2–5"),
    ],
)
def test_a_place_in_a_mail_is_told_in_words(place: Locator, words: str) -> None:
    assert describe(place) == words
    assert locator_from_json(locator_to_json(place)) == place


PATHS = st.lists(st.sampled_from("ABC"), max_size=3).map(tuple)
NUMBERS = st.tuples(st.integers(1, 50), st.integers(1, 9)).map(lambda at: (at[0], sum(at)))
LINES = st.builds(lambda at, path: LinesLocator(at[0], at[1], path), NUMBERS, PATHS)
BLOCKS = st.builds(lambda at, path: SectionLocator(path, *at), NUMBERS, PATHS)
TIMES = st.builds(lambda at: TimeLocator(*at), NUMBERS)
MAILS = st.builds(lambda part, at: MailLocator(part, *at), st.sampled_from("12"), NUMBERS)
PAGES = st.builds(PdfLocator, st.integers(1, 2), st.lists(st.sampled_from([BOX, OTHER])).map(tuple))
SLIDES = st.builds(SlideLocator, st.integers(1, 2))
CELLS = st.builds(lambda name, at: SheetLocator(name, f"A{at[0]}:B{at[1]}"), st.text("Q1"), NUMBERS)
KINDS = (LINES, BLOCKS, TIMES, MAILS, PAGES, SLIDES, CELLS)


class Said(NamedTuple):
    """What a locator says, in a form in which those of all kinds compare."""

    where: Place
    path: Sequence[str]
    boxes: Sequence[Sequence[float]]
    first: float
    last: float


def said(locator: Locator) -> Said:
    told = locator_to_json(locator)
    cells = [int(cell[1:]) for cell in told.get("range", "").split(":") if cell]
    times = [told[key] for key in ("from_s", "to_s", "block", "to_block") if key in told]
    numbers = told.get("lines") or cells or times or [0]
    path, boxes = told.get("path", ()), told.get("boxes", ())
    return Said(place(locator), path, boxes, min(numbers), max(numbers))


def holds_of(whole: Said, part: Said) -> bool:
    """Whether all that is said of the whole is true of the part."""
    above = part.path[: len(whole.path)] == whole.path
    within = whole.first <= part.first <= part.last <= whole.last
    return (
        whole.where == part.where and above and within and all(b in whole.boxes for b in part.boxes)
    )


@given(st.one_of([st.lists(kind, min_size=1, max_size=6) for kind in KINDS]))
def test_what_is_said_of_joined_places_holds_of_each(places: list[Locator]) -> None:
    merged = merge(places)
    assert merged is None or all(holds_of(said(merged), said(one)) for one in places)
    if len(set(places)) == 1:
        assert merged is not None


@pytest.mark.parametrize(
    ("paths", "common"),
    [
        ([("A", "B"), ("A", "C")], ("A",)),
        ([("A",), ("A", "C"), ("A",)], ("A",)),
        ([("A",), ("B",)], ()),
        ([("A", "B"), ("A", "B")], ("A", "B")),
        ([(), ("A",)], ()),
    ],
)
def test_joined_places_have_the_headings_of_all(
    paths: list[tuple[str, ...]], common: tuple[str, ...]
) -> None:
    lines = merge([LinesLocator(first=n, last=n, path=path) for n, path in enumerate(paths, 1)])
    assert lines == LinesLocator(first=1, last=len(paths), path=common)
    blocks = merge([SectionLocator(path=path, block=n) for n, path in enumerate(paths, 1)])
    assert blocks == SectionLocator(path=common, block=1, to_block=len(paths))


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (("A", ""), "section “A”, line 3"),
        (("A", " "), "section “A”, line 3"),
        (("",), "line 3"),
        ((), "line 3"),
    ],
)
def test_a_heading_without_words_names_no_section(path: tuple[str, ...], words: str) -> None:
    assert describe(LinesLocator(first=3, last=3, path=path)) == words
