"""Bundles as we write them."""

import resource
from datetime import UTC, datetime
from pathlib import Path

import pytest

from okf_server.bundle.inspect import check_folder
from okf_server.bundle.read import read_concept
from okf_server.bundle.write import Verbatim, write_bundle
from okf_server.errors import StorageError, UsageError
from okf_server.model.concept import Concept
from okf_server.okf.findings import Severity
from okf_server.okf.log import LogEntry, render_log

NOW = datetime(2026, 7, 1, tzinfo=UTC)
LOG = render_log([LogEntry("2026-05-22", "Creation", "[A](/a.md)")], title="History")


def concept(id_: str, **meta: object) -> Concept:
    given: dict[str, object] = {
        "type": "Reference",
        "title": f"Title of {id_}",
        "description": f"What {id_} is about.",
        "generated": {"by": "okf-server/0.1.0", "at": "2026-05-22T00:00:00Z"},
        "sources": [{"resource": f"okf://source/{id_}.docx"}],
    }
    return Concept(id=id_, meta=given | meta, body=f"# {id_}\n\nText.\n")


CONCEPTS: list[Concept | Verbatim] = [
    concept("policies/travel", title="Travel [2026] `policy`: rules"),
    concept("policies/hr/leave-日本"),
    concept("intro", title="on", description='Say "hi": it\'s #1 — really'),
    concept("deep/er/est"),
    Verbatim(
        id="foreign/notes", data=b"\xef\xbb\xbf---\r\ntype: X\r\ntitle: Kept\r\n---\r\n\r\nBody\r\n"
    ),
]


def tree(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
    }


def test_a_bundle_has_its_concepts_listings_and_log(tmp_path: Path) -> None:
    write_bundle(tmp_path / "b", CONCEPTS, title="Acme knowledge", log=LOG)
    files = tree(tmp_path / "b")
    assert sorted(files) == [
        "deep/er/est.md", "deep/er/index.md", "deep/index.md", "foreign/index.md", "foreign/notes.md",
        "index.md", "intro.md", "log.md", "policies/hr/index.md", "policies/hr/leave-日本.md",
        "policies/index.md", "policies/travel.md",
    ]  # fmt: skip
    assert files["index.md"].decode() == (
        '---\nokf_version: "0.2"\n---\n\n# Acme knowledge\n\n'
        '* [on](intro.md) - Say "hi": it\'s #1 — really\n\n'
        "# Folders\n\n* [deep](deep/) - 1 concept\n* [foreign](foreign/) - 1 concept\n"
        "* [policies](policies/) - 2 concepts\n"
    )
    assert files["policies/index.md"].decode() == (
        "# policies\n\n* [Travel \\[2026\\] \\`policy\\`: rules](travel.md) - What policies/travel is about.\n\n"
        "# Folders\n\n* [hr](hr/) - 1 concept\n"
    )
    assert files["log.md"].decode() == LOG
    assert files["foreign/notes.md"].startswith(b"\xef\xbb\xbf---\r\n")


def test_our_own_bundle_has_no_errors_and_no_broken_links(tmp_path: Path) -> None:
    own = [each for each in CONCEPTS if isinstance(each, Concept)]
    write_bundle(tmp_path / "b", own, title="Acme", log=render_log(()))
    report = check_folder(tmp_path / "b", now=NOW)
    assert report.conformant
    assert report.concepts == 4
    assert {each.code for each in report.findings} == {"OKF017"}
    assert all(each.severity is Severity.INFO for each in report.findings)


def test_a_written_concept_reads_back_the_same(tmp_path: Path) -> None:
    write_bundle(tmp_path / "b", CONCEPTS, title="Acme", log=LOG)
    for each in CONCEPTS:
        if isinstance(each, Concept):
            assert read_concept(tmp_path / "b", each.id) == each


def test_the_same_concepts_give_the_same_bytes_in_any_order(tmp_path: Path) -> None:
    write_bundle(tmp_path / "a", CONCEPTS, title="T", log=LOG)
    write_bundle(tmp_path / "b", CONCEPTS[::-1], title="T", log=LOG)
    assert tree(tmp_path / "a") == tree(tmp_path / "b")


def test_a_bundle_without_concepts_has_its_listing(tmp_path: Path) -> None:
    write_bundle(tmp_path / "b", [], title="Nothing yet", log="")
    assert list(tree(tmp_path / "b")) == ["index.md"]
    assert check_folder(tmp_path / "b", now=NOW).findings == ()


@pytest.mark.parametrize(
    "bad",
    [
        "../x",
        "a/../../x",
        "/etc/x",
        "a//b",
        "",
        ".",
        "..",
        "a/",
        "a\0b",
        "a\\..\\x",
        "index",
        "a/log",
        "a\nb",
    ],
)
def test_an_id_that_leads_out_of_the_bundle_is_refused_before_anything_is_written(
    tmp_path: Path, bad: str
) -> None:
    with pytest.raises(UsageError):
        write_bundle(tmp_path / "b", [concept("good"), concept(bad)], title="T", log=LOG)
    assert list(tmp_path.rglob("*")) == []


def test_two_concepts_of_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a/x"):
        write_bundle(tmp_path, [concept("a/x"), concept("b"), concept("a/x")], title="T", log="")


def test_what_exists_is_not_overwritten_and_no_link_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    root = tmp_path / "b"
    root.mkdir()
    (root / "a.md").symlink_to(outside)
    with pytest.raises(StorageError):
        write_bundle(root, [concept("a")], title="T", log="")
    assert not outside.exists()


def test_a_place_that_cannot_be_written_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError):
        write_bundle(tmp_path / "file" / "b", CONCEPTS, title="T", log="")


def test_a_disk_that_takes_no_more_is_a_storage_error(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        with pytest.raises(StorageError):
            write_bundle(tmp_path / "b", CONCEPTS, title="T", log="")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_text_that_is_no_unicode_is_written_all_the_same(tmp_path: Path) -> None:
    odd = Concept(id="a", meta={"type": "X", "title": "t\udcff"}, body="b\udcff\n")
    write_bundle(tmp_path / "b", [odd], title="T\udcff", log="# L\udcff\n")
    read = read_concept(tmp_path / "b", "a")
    assert read.meta == {"type": "X", "title": "t\ufffd"}
    assert len(read.body) == len(odd.body)
