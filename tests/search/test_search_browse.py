"""Listing folders."""

from pathlib import Path

import pytest
from search_library import GUEST, NOW, library, written

from okf_server.errors import NotFoundError
from okf_server.model.access import OPERATOR, Principal
from okf_server.model.answer import Browsing, Filters, FolderSummary
from okf_server.search.browse import browse
from okf_server.search.view import View


@pytest.fixture
def view(tmp_path: Path) -> View:
    return library(
        tmp_path,
        written("readme", "Hello.\n"),
        written("hr/leave", "Leave.\n", tags=["people"]),
        written("hr/team-docs/roles", "Roles.\n", path="HR/Team Docs/Roles.md"),
        written("board/pay", "Pay.\n", access_class=1),
    )


def listing(
    view: View,
    path: str = "",
    *,
    principal: Principal = OPERATOR,
    filters: Filters | None = None,
    limit: int = 100,
    offset: int = 0,
) -> Browsing:
    return browse(
        view,
        path,
        principal=principal,
        filters=filters or Filters(),
        limit=limit,
        offset=offset,
        now=NOW,
    )


def test_the_root_has_folders_and_concepts(view: View) -> None:
    found = listing(view)
    assert found.folders == (
        FolderSummary(path="board", concepts=1),
        FolderSummary(path="hr", concepts=2),
    )
    assert [concept.id for concept in found.concepts] == ["readme"]
    assert (found.omitted, found.next_offset) == (0, None)


@pytest.mark.parametrize(
    ("path", "folder", "concepts"),
    [
        ("hr", "hr", ["hr/leave"]),
        ("/hr/", "hr", ["hr/leave"]),
        ("HR", "hr", ["hr/leave"]),
        ("hr/team-docs", "hr/team-docs", ["hr/team-docs/roles"]),
        ("HR/Team Docs", "hr/team-docs", ["hr/team-docs/roles"]),
        ("hr/leave", "hr/leave", ["hr/leave"]),
    ],
)
def test_a_folder_is_named_as_in_ids_or_as_in_the_source(
    view: View, path: str, folder: str, concepts: list[str]
) -> None:
    found = listing(view, path)
    assert found.path == folder
    assert [concept.id for concept in found.concepts] == concepts


@pytest.mark.parametrize(
    ("path", "principal"),
    [("nowhere", OPERATOR), ("board", GUEST), ("board/pay", GUEST), ("h", OPERATOR)],
)
def test_a_hidden_folder_reads_like_a_missing_one(
    view: View, path: str, principal: Principal
) -> None:
    with pytest.raises(NotFoundError, match=f"There is no folder '{path}' in the base 'acme'"):
        listing(view, path, principal=principal)


def test_a_folder_that_is_not_there_names_those_like_it_that_may_be_seen(view: View) -> None:
    with pytest.raises(NotFoundError, match=r"Did you mean hr/team-docs\?"):
        listing(view, "hr/team-doc", principal=GUEST)
    with pytest.raises(NotFoundError) as hidden:
        listing(view, "boards", principal=GUEST)
    assert "board/" not in str(hidden.value)
    assert hidden.value.hint == "Browse without a path to see the folders that there are."


@pytest.mark.parametrize(
    "reference",
    [
        "acme:hr/leave",
        "okf://concept/hr/leave",
        "leave#top",
        "okf://source/HR/Team%20Docs/Roles.md",
    ],
)
def test_a_reference_in_any_form_lists_its_concept(view: View, reference: str) -> None:
    (concept,) = listing(view, reference).concepts
    assert concept.id == ("hr/team-docs/roles" if "Roles" in reference else "hr/leave")


@pytest.mark.parametrize("reference", ["okf://concept/board/pay", "acme:board/pay", "pay", "\x00"])
def test_a_reference_to_what_is_hidden_lists_nothing(view: View, reference: str) -> None:
    with pytest.raises(NotFoundError, match="There is no folder"):
        listing(view, reference, principal=GUEST)


def test_hidden_concepts_are_not_counted(view: View) -> None:
    assert [folder.path for folder in listing(view, principal=GUEST).folders] == ["hr"]


def test_filters_narrow_what_is_listed(view: View) -> None:
    found = listing(view, filters=Filters(tags=("People",)))
    assert found.folders == (FolderSummary(path="hr", concepts=1),)
    assert found.concepts == ()
    assert listing(view, "hr/team-docs", filters=Filters(tags=("people",))).concepts == ()


def test_pages_go_through_folders_then_concepts(view: View) -> None:
    pages = [listing(view, limit=1, offset=offset) for offset in range(3)]
    assert [(len(page.folders), len(page.concepts), page.next_offset) for page in pages] == [
        (1, 0, 1),
        (1, 0, 2),
        (0, 1, None),
    ]
    assert listing(view, limit=2).omitted == 1


def test_an_empty_base_has_an_empty_root(tmp_path: Path) -> None:
    found = listing(library(tmp_path))
    assert (found.folders, found.concepts) == ((), ())
