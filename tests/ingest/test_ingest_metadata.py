import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.ingest.metadata import Described, frontmatter, repaired
from okf_server.model.config import DocumentRules
from okf_server.model.document import Document
from okf_server.model.item import Item
from okf_server.okf.frontmatter import emit, parse

ITEM = Item(
    source=0,
    path="HR/Leave Policy 2024 – ü.docx",
    revision="sha256:00",
    size=1,
    modified="2026-09-21T14:13:20Z",
)


def described(
    meta: dict[str, object] | None = None, rules: DocumentRules | None = None
) -> Described:
    return Described(
        item=ITEM,
        document=Document(body="Text.\n", spans=(), meta=meta or {}),
        rules=rules or DocumentRules(),
        kind="Policy",
    )


def test_what_nobody_says_is_derived_and_what_is_unknown_is_left_out() -> None:
    meta = frontmatter(described())
    assert list(meta) == ["type", "title", "resource", "sources", "generated", "source_revision"]
    assert meta["title"] == "Leave Policy 2024 – ü"
    assert meta["resource"] == "okf://source/HR/Leave%20Policy%202024%20%E2%80%93%20%C3%BC.docx"


@pytest.mark.parametrize("odd", [3, True, [], {}, "", "  ", None])
def test_a_type_or_title_that_is_no_text_is_replaced(odd: object) -> None:
    meta = frontmatter(described({"type": odd, "title": odd, "description": odd}))
    assert (meta["type"], meta["title"]) == ("Policy", "Leave Policy 2024 – ü")


def test_a_file_keeps_who_made_and_verified_it() -> None:
    own = {"generated": {"by": "human:ana"}, "verified": "human:ana", "resource": "https://a"}
    meta = frontmatter(described(dict(own)))
    assert {key: meta[key] for key in own} == own


def test_sources_that_are_no_list_are_left_as_they_are() -> None:
    assert frontmatter(described({"sources": "a book"}))["sources"] == "a book"


def test_a_file_cannot_say_what_its_revision_is() -> None:
    assert frontmatter(described({"source_revision": "mine"}))["source_revision"] == "sha256:00"


def test_a_rule_lies_over_the_file() -> None:
    rules = DocumentRules(
        type="SOP", title="T", tags=("a",), status="draft", extra={"resource": "https://b"}
    )
    own = {"type": "X", "title": "Y", "tags": ["z"], "status": "stable", "resource": "https://a"}
    meta = frontmatter(described(dict(own), rules))
    assert (meta["type"], meta["title"], meta["tags"]) == ("SOP", "T", ["a"])
    assert (meta["status"], meta["resource"]) == ("draft", "https://b")


def test_a_foreign_concept_gets_a_type_and_nothing_else() -> None:
    assert repaired(described({"b": 1, "a": None})) == {"type": "Policy", "b": 1, "a": None}
    assert list(repaired(described({"b": 1, "type": "T"}))) == ["type", "b"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["type", "title", "description", "tags", "sources", "generated", "verified", "status", "own"]
)


@given(st.dictionaries(KEYS, VALUES))
def test_whatever_a_file_says_of_itself_its_concept_comes_back_from_its_file(
    own: dict[str, object],
) -> None:
    for meta in (frontmatter(described(own)), repaired(described(own))):
        parsed = parse(emit(meta, "Text.\n"))
        assert parsed.present
        assert parsed.body == "Text.\n"
        assert isinstance(parsed.meta["type"], str)
        assert parsed.meta["type"].strip()


def recognised(**facts: object) -> Described:
    document = Document(body="Text.\n", spans=(), details={"pages": 3, "extraction": facts})
    return Described(item=ITEM, document=document, rules=DocumentRules(), kind="Policy")


def test_a_scan_says_how_its_text_was_recognised() -> None:
    facts = {"method": "ocr", "confidence": 0.9, "pages": {"3": 0.9}}
    meta = frontmatter(recognised(**facts))
    assert list(meta)[-2:] == ["source_revision", "extraction"]
    assert parse(emit(meta, "Text.\n")).meta["extraction"] == facts


def test_a_transcript_is_dated_by_its_recording_and_not_by_the_clock() -> None:
    meta = frontmatter(recognised(method="speech", model="tiny.en"))
    assert meta["extraction"] == {
        "method": "speech",
        "model": "tiny.en",
        "transcribed_at": ITEM.modified,
    }
