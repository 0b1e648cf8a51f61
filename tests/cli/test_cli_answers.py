"""What people and programs read of an answer."""

from dataclasses import replace

from okf_server.cli.answers import (
    browsing_json,
    browsing_lines,
    reading_head,
    reading_json,
    search_json,
    search_lines,
)
from okf_server.model.answer import (
    Browsing,
    Citation,
    ConceptSummary,
    Confidence,
    Factor,
    FolderSummary,
    Hit,
    MatchedBy,
    Reading,
    Relative,
    SearchMode,
    SearchResult,
    SnapshotMark,
)
from okf_server.model.concept import Status, TrustTier
from okf_server.model.locator import LinesLocator

MARK = SnapshotMark(base="acme", id="20261130T080000Z-abcdef", published="2026-11-30T08:00:00Z")
CONCEPT = ConceptSummary(
    id="policies/travel-policy",
    title="Travel Policy",
    type="Policy",
    description="Rules.",
    tags=("travel",),
    status=Status.STABLE,
    trust_tier=TrustTier.HUMAN_REVIEWED,
    stale=False,
    path="policies/travel-policy.md",
)
CITATION = Citation(
    uri="file:///docs/policies/travel-policy.md",
    path="policies/travel-policy.md",
    revision="sha256:00",
    locator=LinesLocator(first=10, last=13, path=("Hotels",)),
    quote="The limit is 165 EUR",
)
HIT = Hit(
    concept=CONCEPT,
    section="hotels",
    headings=("Hotels",),
    excerpt="## Hotels\n\nThe limit is 165 EUR.\n\nBreakfast counts.",
    excerpt_truncated=False,
    matched_by=MatchedBy.BOTH,
    citation=CITATION,
)
RESULT = SearchResult(
    query="hotel", mode=SearchMode.HYBRID, mode_reason="", snapshot=MARK, hits=(HIT,)
)
READING = Reading(
    concept=CONCEPT,
    section="",
    text="# Travel",
    start=0,
    next_start=None,
    sections=("booking", "hotels"),
    citation=CITATION,
    snapshot=MARK,
)


def lines(result: SearchResult) -> str:
    return "\n".join(search_lines(result))


def test_a_hit_shows_title_excerpt_place_and_standing() -> None:
    assert list(search_lines(RESULT)) == [
        "1. Travel Policy › Hotels",
        "   The limit is 165 EUR.",
        "   Breakfast counts.",
        (
            "   [policies/travel-policy#hotels] policies/travel-policy.md, section “Hotels”, "
            "lines 10–13; human-reviewed; stable; by both"
        ),
        "",
        "hybrid search; base acme, snapshot 20261130T080000Z-abcdef",
    ]


def test_a_stale_or_deprecated_hit_says_so() -> None:
    old = replace(CONCEPT, status=Status.DEPRECATED, stale=True)
    assert "deprecated; stale" in lines(replace(RESULT, hits=(replace(HIT, concept=old),)))


def test_a_hit_without_a_place_has_none_invented() -> None:
    hit = replace(HIT, citation=replace(CITATION, locator=None))
    assert "policies/travel-policy.md; human-reviewed" in lines(replace(RESULT, hits=(hit,)))


def test_a_long_excerpt_is_cut_and_says_how_to_read_it_whole() -> None:
    hit = replace(HIT, excerpt="\n".join(f"line {number}" for number in range(100)))
    shown = lines(replace(RESULT, hits=(hit,)))
    assert "line 7" in shown
    assert "line 8" not in shown
    assert "okf get 'policies/travel-policy#hotels'" in shown


def test_a_degraded_search_says_why() -> None:
    degraded = replace(RESULT, mode=SearchMode.KEYWORD, mode_reason="the model is not installed")
    assert "keyword search (the model is not installed); base acme" in lines(degraded)


def test_a_note_stands_below_the_results() -> None:
    noted = replace(RESULT, notes=("only the first 4000 characters were looked at",))
    assert "Note: only the first 4000 characters were looked at." in lines(noted)


def test_nothing_found_is_said_in_words() -> None:
    assert "Nothing found: try other words." in lines(replace(RESULT, hits=()))
    noted = replace(RESULT, hits=(), notes=("no concept has the type Polic",))
    assert "Nothing found: no concept has the type Polic." in lines(noted)


def test_left_out_hits_are_counted() -> None:
    assert lines(replace(RESULT, omitted=7)).endswith("; 7 more, see --limit")


def test_the_json_of_a_search_has_the_keys_of_the_tool() -> None:
    answer = search_json(RESULT)
    (result,) = answer["results"]
    assert {"concept_id", "title", "type", "section", "excerpt", "excerpt_truncated"} <= set(result)
    assert {"status", "trust_tier", "stale", "revision", "quote", "snapshot"} <= set(result)
    assert result["matched_by"] == "both"
    assert result["source"] == {
        "uri": "file:///docs/policies/travel-policy.md",
        "path": "policies/travel-policy.md",
        "location": {"kind": "lines", "lines": [10, 13], "path": ["Hotels"], "section": "Hotels"},
        "location_text": "section “Hotels”, lines 10–13",
    }
    assert answer["search_mode"] == "hybrid"
    assert answer["omitted"] == 0


def test_above_a_text_stands_what_is_known_of_it() -> None:
    head = list(reading_head(READING))
    assert head[0] == "Travel Policy"
    assert "human-reviewed; stable; snapshot 20261130T080000Z-abcdef" in head[1]
    assert "sections: booking, hotels" in head


def test_above_a_deprecated_text_stands_a_warning() -> None:
    old = replace(READING, concept=replace(CONCEPT, status=Status.DEPRECATED))
    assert any(line.startswith("Deprecated:") for line in reading_head(old))


def test_the_json_of_a_text_carries_it_whole() -> None:
    answer = reading_json(READING)
    assert answer["text"] == "# Travel"
    assert answer["truncated"] is False
    assert answer["sections"] == ["booking", "hotels"]


def test_a_listing_names_folders_and_concepts() -> None:
    browsing = Browsing(
        path="",
        folders=(FolderSummary(path="policies", concepts=3),),
        concepts=(CONCEPT,),
        snapshot=MARK,
        omitted=2,
    )
    assert list(browsing_lines(browsing)) == [
        "policies/  (3)",
        "policies/travel-policy  Travel Policy  [Policy, human-reviewed, stable]",
        "2 more, see --limit",
    ]
    assert browsing_json(browsing)["folders"] == [{"path": "policies", "concepts": 3}]


def test_an_empty_folder_says_so() -> None:
    empty = Browsing(path="x", folders=(), concepts=(), snapshot=MARK)
    assert list(browsing_lines(empty)) == ["Nothing here that fits."]


def test_explain_says_where_a_rank_came_from() -> None:
    factor = Factor(name="draft", factor=0.7, why="it is a draft")
    newer = Relative(concept="b", title="B", relation="newer")
    hit = replace(RESULT.hits[0], factors=(factor,), family=(newer,), keyword_rank=2, score=0.5)
    result = replace(RESULT, hits=(hit,))
    text = "\n".join(search_lines(result, explain=True))
    assert "explained: keyword rank 2, semantic rank none, score 0.5, draft x 0.7" in text
    assert "Ranked with regard to: it is a draft" in text
    assert "Other versions: b (newer)" in text
    shown = search_json(result, explain=True)["results"][0]
    assert shown["explain"]["factors"] == [{"name": "draft", "factor": 0.7, "why": factor.why}]
    assert shown["versions"] == [{"concept_id": "b", "title": "B", "relation": "newer"}]
    assert "explain" not in search_json(result)["results"][0]


def test_a_doubtful_answer_says_so() -> None:
    doubtful = replace(RESULT, confidence=Confidence.NONE)
    assert any("only the nearest passages" in line for line in search_lines(doubtful))
    assert search_json(doubtful)["confidence"] == "none"
