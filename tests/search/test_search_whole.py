"""A code that is asked for stands above what has only parts of it, in hybrid search too."""

from pathlib import Path

import pytest
from search_library import find, ids, library, written

from okf_server.model.answer import Hit, SearchMode, Wish
from okf_server.search.view import View
from okf_server.search.whole import codes

HOLDER = (
    "The service of the device type DX-55 is due after five hundred hours of work, as the maker "
    "says in the manual that comes with it, and a technician of the workshop signs for it."
)


@pytest.fixture
def view(tmp_path: Path) -> View:
    return library(
        tmp_path,
        written("parts", "dx 66, p55 and 55 of 55, page 55."),
        written("holder", HOLDER),
        written(
            "spaced", "A spare part of the DX 55 is in stock on the upper shelf of the second hall."
        ),
        written("other", "Lunch is served at noon."),
    )


def explained(hit: Hit) -> set[str]:
    return {factor.name for factor in hit.factors}


@pytest.mark.parametrize("fusion", ["auto", "rrf", "convex"])
@pytest.mark.parametrize("question", ["DX-55", "dx-55", "what is the DX-55?", "DX-55의"])
def test_what_holds_the_code_comes_first(view: View, question: str, fusion: str) -> None:
    result = find(view, question, wish=Wish(fusion=fusion, dense_weight=0.9))
    assert result.mode is SearchMode.HYBRID
    found = ids(result)
    assert set(found[:2]) == {"holder", "spaced"}
    assert found.index("parts") > 1
    moved = {hit.concept.id for hit in result.hits if "parts" in explained(hit)}
    assert "parts" in moved
    assert moved.isdisjoint({"holder", "spaced"})


def test_the_reason_names_the_code(view: View) -> None:
    result = find(view, "DX-55", wish=Wish(fusion="convex", dense_weight=0.9))
    (parts,) = (hit for hit in result.hits if hit.concept.id == "parts")
    assert [factor.why for factor in parts.factors] == ["it does not hold DX-55 whole"]


def test_a_code_that_nothing_holds_moves_nothing(view: View) -> None:
    result = find(view, "DX-77")
    assert result.hits
    assert not any(map(explained, result.hits))


def test_in_a_long_question_a_code_is_one_thing_among_many(view: View) -> None:
    result = find(
        view, "which page of the catalogue tells the lunch hours of hall 55 and shelf DX-55"
    )
    assert not any(map(explained, result.hits))


def test_what_has_the_words_in_quotes_comes_before_what_only_means_them(tmp_path: Path) -> None:
    view = library(
        tmp_path,
        written("meant", "hotel hotel accommodation lodging"),
        written("said", "In this long text about other things the word hotel room stands once."),
    )
    result = find(view, '"hotel room"', wish=Wish(fusion="convex", dense_weight=0.95))
    assert ids(result) == ["said", "meant"]
    assert explained(result.hits[1]) == {"phrase"}


@pytest.mark.parametrize(
    ("question", "written_as"),
    [
        ("is DX-55 or FY2026 meant", ["DX-55", "FY2026"]),
        ("form F-17/b, version v2", ["F-17/b", "v2"]),
        ("ABC-DEF and p55", ["ABC-DEF", "p55"]),
        ("DX-55의 가격", ["DX-55"]),
        ("10mg on the 2nd floor for 20k", []),
        ("does .NET 8 fit ISO 9001 in the UK 2026", [".NET 8", "ISO 9001"]),
        ("what says Art. 17(1)(a) of 30 days", ["Art. 17(1)(a)"]),
        ("due 31. Januar 2026 or 2/1/26", ["2026-01-31"]),
        ("state-of-the-art e-mail and X-ray", []),
        ("", []),
    ],
)
def test_codes_are_words_with_digits_and_letters_in_capitals(
    question: str, written_as: list[str]
) -> None:
    assert [code.written for code in codes(question)] == written_as


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (".NET 8", "On servers .NET 8 is allowed, as long as the vendor has patches for it."),
        ("Art. 17(1)(a)", "Erasure follows Art. 17(1)(a) where nothing else is said of it in law."),
        ("ISO 9001", "The factory in Ulm was certified for ISO 9001 by an office in Bonn."),
        ("19. Mai 2025", "Gamma ended on 5/19/2025 after a talk of all who had worked for it."),
        ("2025-05-19", "Gamma ended on 19 May 2025 after a talk of all who had worked for it."),
        ("19 May 2025", "Gamma ended 20250519 after a talk of all who had worked for it."),
    ],
)
def test_what_holds_a_numbered_name_or_day_whole_comes_before_what_has_its_number(
    tmp_path: Path, question: str, text: str
) -> None:
    titles = ("Topic 8", "Topic 17", "ISO list", "Topic 9001", "Topic 19", "Q3 2025", "Mai 2025")
    others = [written(f"t{n}", f"{title} is here.", title=title) for n, title in enumerate(titles)]
    view = library(tmp_path, *others, written("whole", text), vectors=False)
    assert find(view, question).hits[0].concept.id == "whole"
