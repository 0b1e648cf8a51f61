from dataclasses import replace
from pathlib import Path

from building import NOW, shelf
from okf_server.extract.registry import open_readers
from okf_server.index.read import open_index
from okf_server.ingest.compose import Composed, Made
from okf_server.ingest.plan import Planned
from okf_server.ingest.publishing import Candidate, Invalid, publish
from okf_server.ingest.stage import parts_of
from okf_server.model.access import AccessList
from okf_server.model.answer import Filters
from okf_server.model.concept import Concept
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Document
from okf_server.model.item import Item, ItemRecord, State
from okf_server.model.progress import silent


def candidate(meta: dict[str, object]) -> Candidate:
    item = Item(source=0, path="a.md", revision="sha256:00", size=1, modified="")
    markdown = open_readers(DocumentsConfig()).of_suffix(".md")
    assert markdown is not None
    made = Made(
        planned=Planned(item=item, concept="a", kind=".md", reader=markdown, foreign=False),
        record=ItemRecord(path="a.md", state=State.INDEXED, concept="a"),
        concept=Concept(id="a", meta=meta, body="Text\n"),
        document=Document(body="Text\n", spans=()),
    )
    parts = parts_of([made])
    return Candidate(
        base="kb",
        title="Books",
        inputs="i",
        composed=Composed(made=(made,), records=(made.record,), access=(AccessList(),)),
        ways="",
        parts=parts,
        vectors=None,
        embedder=None,
        hashes=(),
        warnings=(),
        old=None,
    )


def test_a_bundle_that_breaks_the_format_is_never_published(tmp_path: Path) -> None:
    kb = shelf(tmp_path)
    with kb.store.lock(now=NOW):
        result = publish(candidate({"title": "x"}), kb.store, now=NOW, progress=silent)
    assert isinstance(result, Invalid)
    assert [(found.code, found.path) for found in result.findings] == [("OKF001", "a.md")]
    assert kb.store.list() == ()


def test_a_candidate_that_equals_what_is_served_is_not_published(tmp_path: Path) -> None:
    kb = shelf(tmp_path)
    fine = candidate({"type": "T"})
    with kb.store.lock(now=NOW):
        assert publish(fine, kb.store, now=NOW, progress=silent) == kb.store.current()
        again = replace(fine, old=kb.store.current(), inputs="other")
        assert publish(again, kb.store, now=NOW, progress=silent) is None
    assert len(kb.store.list()) == 1


def test_nothing_of_a_damaged_index_goes_into_the_next_snapshot(tmp_path: Path) -> None:
    kb = shelf(tmp_path)
    kb.write("a.md", "# A\n\nThe hotel limit.\n")
    kb.build()
    part = next((kb.current.path / "index" / "keyword").glob("*.term"))
    part.write_bytes(bytes(len(part.read_bytes())))
    report = kb.build()
    assert report.published
    assert "made anew" in report.warnings[0]
    index = open_index(kb.current.path / "index")
    seen = index.visible(None, Filters())
    assert [hit.row for hit in index.rank_keyword("hotel", visible=seen, limit=5)] == [0]


def test_frontmatter_that_is_too_long_to_be_read_again_is_never_published(tmp_path: Path) -> None:
    kb = shelf(tmp_path)
    long = candidate({"type": "T", "note": "word " * 60_000})
    with kb.store.lock(now=NOW):
        result = publish(long, kb.store, now=NOW, progress=silent)
    assert isinstance(result, Invalid)
    assert {found.code for found in result.findings} == {"OKF018"}
