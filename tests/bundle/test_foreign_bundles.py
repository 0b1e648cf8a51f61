"""Foreign bundles with the quirks that were found in the wild: checked, read, never a crash."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from okf_server.bundle.inspect import check_folder
from okf_server.bundle.read import read_concept
from okf_server.bundle.tree import discover, markdown_files
from okf_server.okf.links import links, target, wiki_names
from okf_server.okf.markdown import scan
from okf_server.okf.trust import is_stale, tags, trust_tier

DATA = Path(__file__).parent / "data"
NOW = datetime(2026, 7, 1, tzinfo=UTC)
# what is only recommended, and missing nearly everywhere
RECOMMENDED = {"OKF002", "OKF003", "OKF005", "OKF012", "OKF017"}

EXPECTED: dict[str, tuple[bool, dict[str, list[str]]]] = {
    "acme": (True, {"computations/revenue.md": ["OKF040"], "log.md": ["OKF032"]}),
    "catalogue": (
        False,
        {
            "apis/index.md": ["OKF019"],
            "apis/vehicles.md": [
                "OKF006", "OKF016", "OKF025", "OKF027", "OKF027", "OKF030", "OKF037",
            ],
            "log.md": ["OKF019", "OKF019"],
        },
    ),
    "hostile": (
        False,
        {
            "bomb.md": ["OKF018", *["OKF020"] * 7],
            "deep.md": ["OKF018", "OKF020"],
            "empty.md": ["OKF018"],
            "kinds.md": [
                "OKF001", "OKF015", "OKF025", "OKF030", "OKF031", "OKF034", "OKF036", "OKF037",
                "OKF037", "OKF038",
            ],
            "latin1.md": ["OKF023"],
            "nul.md": ["OKF024", "OKF024"],
            "open.md": ["OKF018"],
            "rule.md": ["OKF018"],
            "script.md": ["OKF027"],
            "tag.md": ["OKF033"],
            "utf16.md": ["OKF023"],
        },
    ),
    "repository": (True, {"build.md": ["OKF027"]}),
    "studio": (
        False,
        {
            "guide.md": ["OKF010", "OKF018", "OKF020", "OKF020", "OKF031"],
            "index.md": ["OKF019"],
            "late.md": ["OKF021"],
            "marked.md": ["OKF021"],
            "twice.md": ["OKF022"],
        },
    ),
    "vault": (
        False,
        {
            "empty type.md": ["OKF001"],
            "plain.md": ["OKF018"],
            "templates/daily.md": ["OKF018", "OKF020", "OKF020"],
            "会议 记录/2026 年 计划.md": ["OKF001", "OKF025"],
            "首页.md": ["OKF026"],
        },
    ),
}  # fmt: skip


def root(name: str) -> Path:
    return discover(DATA / name)


@pytest.mark.parametrize("name", EXPECTED)
def test_each_quirk_is_told_and_conformance_judged(name: str) -> None:
    report = check_folder(root(name), now=NOW)
    found: dict[str, list[str]] = {}
    for each in report.findings:
        if each.code not in RECOMMENDED:
            found.setdefault(each.path, []).append(each.code)
    conformant, expected = EXPECTED[name]
    assert {path: sorted(codes) for path, codes in found.items()} == expected
    assert report.conformant is conformant


def test_every_foreign_bundle_is_looked_at() -> None:
    assert {path.name for path in DATA.iterdir() if path.is_dir()} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_every_foreign_concept_can_be_served(name: str) -> None:
    for path, _ in markdown_files(root(name)):
        if path.rpartition("/")[2] in {"index.md", "log.md"}:
            continue
        concept = read_concept(root(name), path.removesuffix(".md"))
        scan(concept.body)
        links(concept.body)
        tags(concept.meta)
        trust_tier(concept.meta)
        is_stale(concept.meta, NOW)


def test_what_broke_other_readers_is_read_as_meant() -> None:
    guide = read_concept(root("studio"), "guide").meta
    assert guide["title"] == "Setup: the short way"
    assert guide["description"] == "How to install it: one command, no server."
    assert guide["audience"] == "everyone"
    twice = read_concept(root("studio"), "twice")
    assert twice.meta["title"] == "Second"
    assert twice.meta["example"] == "---\ntype: inner\n---\n"
    assert twice.meta["versions"] == ["1.10", "007", "on", "No", "12:30:45"]
    assert read_concept(root("studio"), "marked").meta["title"] == "Marked"
    assert read_concept(root("studio"), "late").meta["title"] == "Late"
    assert read_concept(root("hostile"), "utf16").body == "text\n"
    assert read_concept(root("hostile"), "rule").body.startswith("---\n\nA rule")
    assert tags(read_concept(root("vault"), "会议 记录/2026 年 计划").meta) == ("计划", "会议")


def test_links_of_the_vault_find_their_notes() -> None:
    names = wiki_names({path.removesuffix(".md"): "" for path, _ in markdown_files(root("vault"))})
    home = links(read_concept(root("vault"), "首页").body)
    assert [target(link, "首页", names=names) for link in home] == [
        "会议 记录/2026 年 计划",
        "没有写的",
    ]
    plan = links(read_concept(root("vault"), "会议 记录/2026 年 计划").body)
    assert [target(link, "会议 记录/2026 年 计划") for link in plan] == ["首页"]


def test_a_file_that_cannot_be_read_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\ntype: X\n---\nx\n")
    with (tmp_path / "huge.md").open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    report = check_folder(tmp_path, now=NOW)
    assert [each.path for each in report.findings if each.code == "OKF042"] == ["huge.md"]
    assert report.concepts == 1
