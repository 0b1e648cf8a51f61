"""How items and sections get their names."""

import random
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okf_server.okf.ids import concept_ids, section_slugs


def ids(*paths: str) -> list[str]:
    found = concept_ids(paths)
    return [found[path] for path in paths]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("policies/Travel Policy.pdf", "policies/travel-policy"),
        ("Petty Cash (scan).pdf", "petty-cash-scan"),
        ("HR/Über uns & Co..docx", "hr/über-uns-co"),
        ("_index.md", "index-doc"),
        ("INDEX.pdf", "index-doc"),
        ("a/log.txt", "a/log-doc"),
        ("日本語 資料.md", "日本語-資料"),
        ("हिन्दी नाम.md", "हिन्दी-नाम"),
        ("e\u0301te\u0301.md", "été"),
        ("snake_case.v1.2.md", "snake_case.v1.2"),
        ("notes.2024", "notes.2024"),
        ("README", "readme"),
        (".env", "env"),
        ("a.tar.gz", "a.tar"),
        ("x//y.md", "x/y"),
        ("foo.md/bar.md", "foo-md/bar"),
        ("index.md.pdf", "index-md"),
        ("a\u200d\ufe0fb🎉.md", "a-b"),
    ],
)
def test_an_id_is_the_path_in_plain_lower_case(path: str, expected: str) -> None:
    assert ids(path) == [expected]


def test_items_that_share_a_stem_get_their_suffix_but_for_markdown() -> None:
    assert ids("budget.pdf", "budget.xlsx") == ["budget-pdf", "budget-xlsx"]
    assert ids("Returns Policy.md", "returns-policy.txt") == [
        "returns-policy",
        "returns-policy-txt",
    ]
    assert ids("a.md", "a.markdown") == ["a", "a-markdown"]
    assert ids("a.markdown", "a.pdf") == ["a", "a-pdf"]
    assert ids("index.md", "index.pdf") == ["index-doc", "index-pdf"]
    assert ids("a/x.pdf", "b/x.xlsx") == ["a/x", "b/x"]


def test_a_clash_that_is_left_gets_a_hash_of_the_path() -> None:
    first, second = ids("a b.md", "a-b.md")
    assert first.startswith("a-b-")
    assert second.startswith("a-b-")
    assert first != second
    assert len(first) == len("a-b-") + 6
    assert ids("README", "README.md")[1] == "readme"
    assert ids("budget-pdf.md", "budget.pdf", "budget.xlsx")[::2] == ["budget-pdf", "budget-xlsx"]


def test_a_name_without_letters_gets_a_name_of_its_own() -> None:
    first, second, folder = ids("!!!.md", "???.md", "!!!/a.md")
    assert first.startswith("untitled-")
    assert second.startswith("untitled-")
    assert first != second
    assert folder == f"{first}/a"


def test_an_id_cannot_be_forged_to_take_the_place_of_another() -> None:
    forged = ids("a b.md", "a-b.md")[0]
    found = concept_ids(["a b.md", "a-b.md", f"{forged}.pdf", f"{forged}.md"])
    assert len(set(found.values())) == 4


@pytest.mark.parametrize(
    "path", ["../../etc/passwd", "/abs/x.md", "a/../../b.md", "..", "./x", "a/\0b"]
)
def test_no_id_leads_out_of_its_folder(path: str) -> None:
    parts = concept_ids([path])[path].split("/")
    assert all(part.strip("._-") == part and part and "\0" not in part for part in parts)


def test_a_long_name_is_cut_to_what_a_file_system_takes() -> None:
    first, second = ids("é" * 300 + "a.md", "é" * 300 + "b.md")
    assert first != second
    assert len(first.encode()) <= 200


PATHS = st.lists(
    st.text(st.sampled_from("aAbé !-._/x\u0301🎉")).map(lambda stem: stem + "q")
    | st.sampled_from(["index", "log", "_log", "budget", "Budget ", "budget-pdf"]),
    max_size=6,
).map(
    lambda stems: [
        stem + suffix
        for stem, suffix in zip(stems, [".md", ".pdf", "", ".MD", ".txt", ".pdf"], strict=False)
    ]
)


@settings(max_examples=300, deadline=None)
@given(PATHS, st.randoms(use_true_random=False))
def test_ids_are_unique_and_independent_of_the_order(
    paths: list[str], shuffle: random.Random
) -> None:
    found = concept_ids(paths)
    assert len(set(found.values())) == len(set(paths))
    shuffled = list(paths)
    shuffle.shuffle(shuffled)
    assert concept_ids(shuffled) == found
    for concept in found.values():
        assert concept == unicodedata.normalize("NFC", concept)
        assert concept.rpartition("/")[2] not in {"index", "log"}


@settings(max_examples=200, deadline=None)
@given(PATHS)
def test_an_unrelated_file_changes_no_id(paths: list[str]) -> None:
    found = concept_ids(paths)
    more = concept_ids([*paths, "zzz/unrelated.pdf"])
    assert {path: more[path] for path in found} == found


def test_slugs_are_made_as_github_makes_them() -> None:
    assert section_slugs(
        [
            "Foo Bar",
            "Foo Bar",
            "Foo Bar-1",
            "C++ & Java!",
            "Überblick 2.1",
            "snake_case",
            "हिन्दी नाम",
        ]
    ) == [
        "foo-bar",
        "foo-bar-1",
        "foo-bar-1-1",
        "c--java",
        "überblick-21",
        "snake_case",
        "हिन्दी-नाम",
    ]


def test_a_heading_without_letters_has_a_slug_too() -> None:
    assert section_slugs(["!!!", "🎉", "Section"]) == ["section", "section-1", "section-2"]


@given(st.lists(st.sampled_from(["a", "a-1", "a-2", "A", "!", "section", ""])))
def test_slugs_are_unique(headings: list[str]) -> None:
    assert len(set(section_slugs(headings))) == len(headings)
