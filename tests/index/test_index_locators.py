"""Places of blocks become the place of their passage."""

import pytest

from okf_server.index.locators import bounding_range, merge
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
