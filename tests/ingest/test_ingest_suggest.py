from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.catalog.config import read_rules
from okf_server.connectors.folder import FolderConnector
from okf_server.ingest.suggest import suggest_config
from okf_server.model.config import Rules
from okf_server.model.item import Item, Listing


def listing(*paths: str, same: tuple[str, ...] = ()) -> Listing:
    """Items of these paths, each with content of its own, but for those that are the same."""
    return Listing(
        items=tuple(
            Item(
                source=0,
                path=path,
                revision=f"sha256:{sha256((path if path not in same else 'x').encode()).hexdigest()}",
                size=1,
                modified="2026-01-01T00:00:00Z",
            )
            for path in paths
        )
    )


def drafted(*paths: str, same: tuple[str, ...] = ()) -> Rules:
    return read_rules(text(*paths, same=same).encode(), "_okf.yaml")


def text(*paths: str, same: tuple[str, ...] = ()) -> str:
    return suggest_config(listing(*paths, same=same), title="Docs")


def statuses(rules: Rules) -> dict[str, str | None]:
    return {path: said.status for path, said in rules.documents.items() if said.status}


def test_folders_and_names_suggest_types() -> None:
    rules = drafted("HR/Policies/leave.md", "HR/Policies/grievance-procedure.md", "x/Buy SOP.pptx")
    assert rules.types == {"HR/Policies/": "Policy"}
    assert rules.default_type == "Reference"
    types = {path: said.type for path, said in rules.documents.items()}
    assert types == {"HR/Policies/grievance-procedure.md": "Procedure", "x/Buy SOP.pptx": "SOP"}


def test_an_older_dated_version_is_deprecated() -> None:
    rules = drafted("a/Leave 2024.docx", "a/leave-2026.pdf", "b/Leave 2023.docx", "a/Leave.md")
    assert statuses(rules) == {"a/Leave 2024.docx": "deprecated"}


def test_what_comes_out_every_year_is_not_deprecated() -> None:
    assert statuses(drafted("Report 2024.pdf", "Report 2026.pdf", "Budget-2024.xlsx")) == {}


def test_of_identical_files_the_plainest_stays() -> None:
    paths = ("archive/a.pdf", "a.pdf", "copy of a.pdf", "a (1).pdf")
    assert statuses(drafted(*paths, same=paths)) == dict.fromkeys(
        ["archive/a.pdf", "copy of a.pdf", "a (1).pdf"], "deprecated"
    )


def test_empty_files_are_not_identical() -> None:
    empty = Item(source=0, path="a.md", revision="sha256:0", size=0, modified="")
    items = (empty, Item(source=0, path="b.md", revision="sha256:0", size=0, modified=""))
    assert "identical" not in suggest_config(Listing(items=items), title="x")


def test_a_draft_is_called_so_in_many_languages() -> None:
    names = (
        "휴가 규정_초안.docx",
        "就業規則 改訂案.docx",
        "Frais brouillon.md",
        "资产制度草案.pdf",
    )
    assert statuses(drafted(*names)) == dict.fromkeys(names, "draft")


def test_a_draft_stays_a_draft() -> None:
    assert statuses(drafted("plan DRAFT.md", "drafty.md")) == {"plan DRAFT.md": "draft"}


def test_versions_that_nobody_can_order_are_asked_about() -> None:
    asked = text("t/A.pdf", "t/A FINAL.pdf", "t/A v2.pdf").splitlines()[-1]
    assert asked == "# Which of these holds? In t: A FINAL.pdf, A v2.pdf, A.pdf"
    assert "Which" in text("a-2023.md", "a.md")


def test_every_guess_has_its_reason_and_nothing_is_verified() -> None:
    lines = text("Policies/a.md", "b-draft.md").splitlines()
    assert all(" # " in line or line.endswith(":") or line.startswith("#") for line in lines)
    assert not any(said.verified for said in drafted("Policies/a.md").documents.values())


def test_files_that_are_not_read_are_not_mentioned() -> None:
    assert "zip" not in text("policies/a draft.zip")


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/\0"), max_size=30)


@given(st.lists(st.lists(NAMES.filter(bool), min_size=1, max_size=3), max_size=8, unique_by=tuple))
def test_any_names_make_a_draft_that_can_be_read(paths: list[list[str]]) -> None:
    names = ["/".join(parts) + "/Draft Policy 2024.md" for parts in paths]
    rules = drafted(*names, same=tuple(names))
    assert rules.bundle_title == "Docs"


def test_the_draft_of_a_real_folder_is_always_the_same() -> None:
    root = Path(__file__).parents[3] / "shared/corpora/northwind"
    if not root.exists():
        pytest.skip("the shared corpora are not beside this repository")
    found = FolderConnector(root, 0, "", exclude=()).list()
    draft = suggest_config(found, title="northwind")
    reversed_ = Listing(items=found.items[::-1])
    assert draft == suggest_config(reversed_, title="northwind")
    rules = read_rules(draft.encode(), "_okf.yaml")
    assert statuses(rules) == {
        "Finance/Travel/Travel Policy FINAL.pdf": "deprecated",
        "Finance/Travel/Travel Policy v2 DRAFT.docx": "draft",
        "HR/Policies/Annual Leave Policy 2024.docx": "deprecated",
    }
