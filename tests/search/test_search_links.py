"""What refers to what, and who may know."""

from pathlib import Path

import pytest
from search_library import GUEST, HR, NOW, library, written

from okf_server.errors import NotFoundError
from okf_server.model.access import OPERATOR, Principal
from okf_server.model.answer import Links
from okf_server.search.about import about
from okf_server.search.links import links
from okf_server.search.view import View

OKF_ID = "okf_" + "0" * 31 + "7"


@pytest.fixture
def view(tmp_path: Path) -> View:
    return library(
        tmp_path,
        written(
            "policies/travel",
            "See [claims](../sops/Expense%20Claims.md#limits), [pay](pay.md), [[leave]] and [us](/about).\n\n"
            "`[not](about.md)` [web](https://example.com/about.md) [self](travel.md) [gone](gone.md)\n",
            supersedes=["policies/travel-2023", "pay.md", f"okf://concept/{OKF_ID}"],
            path="docs/policies/travel.md",
        ),
        written("policies/travel-2023", "Old.\n", conflicts_with="policies/travel"),
        written("policies/pay", "Pay: [travel](travel.md).\n", access_class=1),
        written("sops/expense-claims", "Claims.\n", path="docs/sops/Expense Claims.md"),
        written("hr/leave", "Leave.\n"),
        written("about", "About.\n", okf_id=OKF_ID),
    )


def around(view: View, reference: str, principal: Principal = OPERATOR) -> Links:
    return links(view, reference, principal=principal, now=NOW)


def told(links: Links) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    return (
        [(one.concept.id, one.relation.value) for one in links.out],
        [(one.concept.id, one.relation.value) for one in links.into],
    )


def test_links_are_followed_by_paths_titles_and_frontmatter(view: View) -> None:
    out, into = told(around(view, "policies/travel"))

    assert out == [
        ("about", "link"),
        ("about", "supersedes"),
        ("hr/leave", "link"),
        ("policies/pay", "link"),
        ("policies/travel-2023", "supersedes"),
        ("sops/expense-claims", "link"),
    ]
    assert into == [("policies/pay", "link"), ("policies/travel-2023", "conflicts_with")]


def test_a_link_is_told_at_both_of_its_ends(view: View) -> None:
    assert told(around(view, "sops/expense-claims")) == ([], [("policies/travel", "link")])


def test_what_a_caller_may_not_see_is_in_no_link(view: View) -> None:
    for_guest = told(around(view, "policies/travel", GUEST))
    assert "policies/pay" not in str(for_guest)
    assert "policies/pay" in str(told(around(view, "policies/travel", HR)))
    with pytest.raises(NotFoundError):
        around(view, "policies/pay", GUEST)


def test_the_frontmatter_is_told_without_the_text(view: View) -> None:
    concept = about(view, "policies/travel-2023", principal=GUEST, now=NOW).concept

    assert concept.meta["conflicts_with"] == "policies/travel"
    with pytest.raises(NotFoundError):
        about(view, "policies/pay", principal=GUEST, now=NOW)
