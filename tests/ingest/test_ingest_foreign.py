import json
from pathlib import Path

import pytest

from building import Shelf, shelf
from okf_server.bundle.read import read_concept
from okf_server.model.item import State
from okf_server.model.locator import LinesLocator
from okf_server.okf.markdown import scan

CLEAN = b"---\ntype: BigQuery Table\ntitle: Orders\nx-own: [1, 1.10, on]\n---\n# Schema\n\n| a |\n|---|\n| 1 |\n\n\n"


@pytest.fixture
def kb(tmp_path: Path) -> Shelf:
    return shelf(tmp_path, kind="bundle")


def test_clean_concepts_are_served_as_they_are(kb: Shelf) -> None:
    kb.write("Tables/orders 1.md", CLEAN)
    kb.write("crlf.md", b"---\r\ntype: T\r\n---\r\nText\r\n")
    assert kb.build().exit_code == 0
    bundle = kb.current.path / "bundle"
    assert (bundle / "Tables/orders 1.md").read_bytes() == CLEAN
    assert (bundle / "crlf.md").read_bytes() == b"---\r\ntype: T\r\n---\r\nText\r\n"
    assert kb.record("Tables/orders 1.md").concept == "Tables/orders 1"
    assert read_concept(bundle, "crlf").body == "Text\n"


def test_what_breaks_the_format_is_repaired_and_that_is_said(kb: Shelf) -> None:
    kb.write("_okf.yaml", "types: {notes/: Note}\n")
    kb.write("notes/none.md", "# No frontmatter\n")
    kb.write("notes/untyped.md", "---\ntitle: T\nown: 1\n---\n\nText\n")
    kb.write("broken.md", "---\ntype: T\n description: a: b\n---\n\nText\n")
    report = kb.build()
    assert report.exit_code == 0
    assert kb.concept("notes/none") == "---\ntype: Note\n---\n\n# No frontmatter\n"
    assert kb.concept("notes/untyped") == "---\ntype: Note\ntitle: T\nown: 1\n---\n\nText\n"
    assert kb.concept("broken").startswith("---\ntype: ")
    assert any(
        warning == "has no type: one was added: notes/none.md, notes/untyped.md"
        for warning in report.warnings
    )


def test_files_that_are_no_concepts_are_passed_over(kb: Shelf) -> None:
    for path in ("index.md", "log.md", "a/index.md", "viz.html", "q.sql"):
        kb.write(path, "x")
    kb.write("a/b.md", CLEAN)
    kb.build()
    reasons = {record.path: record.reason for record in kb.current.manifest.items}
    assert reasons == {
        "a/b.md": "",
        "a/index.md": "reserved: made anew",
        "index.md": "reserved: made anew",
        "log.md": "reserved: made anew",
        "q.sql": "asset of a bundle",
        "viz.html": "asset of a bundle",
    }
    assert "[Orders](b.md)" in (kb.current.path / "bundle/a/index.md").read_text()


def test_a_rule_for_one_document_lies_over_it(kb: Shelf) -> None:
    kb.write("a.md", CLEAN)
    kb.write("_okf.yaml", "documents: {a.md: {status: deprecated}}\n")
    kb.build()
    assert kb.concept("a").startswith("---\ntype: BigQuery Table\ntitle: Orders\nx-own: [1, ")
    assert "status: deprecated\n---\n\n# Schema\n" in kb.concept("a")
    assert "source_revision" not in kb.concept("a")


def test_a_rule_of_access_leaves_the_file_as_it_is(kb: Shelf) -> None:
    kb.write("a.md", CLEAN)
    kb.write("_okf.yaml", "documents: {a.md: {access: [group:hr]}}\n")
    kb.build()
    assert (kb.current.path / "bundle/a.md").read_bytes() == CLEAN
    assert kb.current.manifest.access[kb.record("a.md").access_class].allow == ("group:hr",)


def test_locators_are_lines_of_the_original_file(kb: Shelf) -> None:
    kb.write("a.md", CLEAN)
    kb.build()
    body = read_concept(kb.current.path / "bundle", "a").body
    value = json.loads((kb.current.path / "locators/documents.jsonl").read_text())
    assert (value["concept"], value["lines_from"], value["spans"]) == ("a", 6, [])
    spans = scan(body, first_line=value["lines_from"])
    found = {body[span.start : span.end].split("\n")[0]: span.locator for span in spans}
    assert found["# Schema"] == LinesLocator(first=6, last=6, path=("Schema",))
    assert found["| a |"] == LinesLocator(first=8, last=10, path=("Schema",))


def test_names_that_no_concept_can_have_fail_alone(kb: Shelf) -> None:
    kb.write("a\\b.md", CLEAN)
    kb.write("new\nline.md", CLEAN)
    kb.write("good.md", CLEAN)
    kb.build()
    assert kb.record("good.md").state is State.INDEXED
    assert kb.record("a\\b.md").reason == "its name cannot be that of a concept"
    assert kb.record("new\nline.md").state is State.FAILED
