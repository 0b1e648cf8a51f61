"""What the tools answer, to clients of both eras."""

from threading import Event
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS
from shelf import CLAIMS, HOTELS, Page, Shelf, Shelves
from talk import ERAS, Talk, service_of, talk, text_of, wait

from okf_server.errors import ConfigError
from okf_server.serve.tools.arguments import SearchArguments


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    """Every test of this file is made in both eras."""
    return str(request.param)


def test_a_hit_names_its_place_its_revision_and_how_far_it_can_be_trusted(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.call("search_knowledge", query="What is the hotel limit in London?")

    answer = talk(conversation, era=era)

    assert answer["results"][0] == {
        "concept_id": "policies/travel-policy",
        "title": "Acme Travel Policy (2026)",
        "type": "Policy",
        "section": "hotels",
        "excerpt": HOTELS,
        "excerpt_truncated": False,
        "status": "stable",
        "trust_tier": "human-reviewed",
        "stale": False,
        "source": {
            "uri": "file:///docs/policies/travel-policy.md",
            "path": "policies/travel-policy.md",
            "location": {
                "kind": "lines",
                "lines": [9, 12],
                "path": ["Hotels"],
                "section": "Hotels",
            },
            "location_text": "section “Hotels”, lines 9–12",
        },
        "revision": "sha256:" + "a9" * 32,
        "quote": "The nightly hotel limit is 180 USD in most cities. In London",
        "snapshot": "20261130T110000Z-000001",
        "matched_by": "keyword",
        "also_in": [],
    }


def test_an_answer_says_how_it_was_searched_and_from_what(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.call("search_knowledge", query="hotel", limit=1)

    answer = talk(conversation, era=era)

    assert {name: answer[name] for name in answer if name not in ("results", "next_cursor")} == {
        "confidence": "high",
        "search_mode": "keyword",
        "search_mode_reason": "the semantic extra is not installed",
        "notes": [],
        "base": "finance",
        "snapshot": "20261130T110000Z-000001",
        "snapshot_age_s": 3600,
        "omitted": 1,
    }


def test_the_text_says_what_the_data_says(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.result("search_knowledge", query="hotel", limit=1)

    result = talk(conversation, era=era)
    text, data = text_of(result), result.structured_content

    assert data is not None
    (hit,) = data["results"]
    facts = [
        *(data[name] for name in ("search_mode", "search_mode_reason", "base", "snapshot")),
        *(data[name] for name in ("snapshot_age_s", "omitted", "next_cursor")),
        *(hit[name] for name in ("concept_id", "title", "type", "section", "excerpt", "quote")),
        *(hit[name] for name in ("status", "trust_tier", "revision", "snapshot", "matched_by")),
        *(hit["source"][name] for name in ("uri", "path", "location_text")),
    ]
    assert [fact for fact in facts if str(fact) not in text] == []


def test_nothing_found_is_an_answer_and_not_an_error(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.result("search_knowledge", query="parental leave")

    result = talk(conversation, era=era)

    assert not result.is_error
    assert result.structured_content is not None
    assert result.structured_content["results"] == []
    assert "Say that it is not known here" in text_of(result)


def test_filters_narrow_a_search(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        by_type = await it.call("search_knowledge", query="the", types=["SOP"])
        by_tag = await it.call("search_knowledge", query="the", tags="travel")
        by_path = await it.call("search_knowledge", query="the", path="sops/")
        return [
            [hit["concept_id"] for hit in found["results"]] for found in (by_type, by_tag, by_path)
        ]

    by_type, by_tag, by_path = talk(conversation, era=era)

    assert by_type == by_path == ["sops/expense-claims"]
    assert by_tag == ["policies/travel-policy", "policies/travel-policy-2023"]


def test_a_concept_is_read_with_its_sections_and_its_source(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.call("get_knowledge", refs=["policies/travel-policy#hotels"])

    answer = talk(conversation, era=era)

    (reading,) = answer["results"]
    assert reading["text"] == HOTELS
    assert reading["section"] == "hotels"
    assert reading["sections"] == ["hotels"]
    assert reading["source"]["location_text"] == "section “Hotels”, lines 9–12"
    assert not reading["truncated"]
    assert answer["next_cursor"] is None


def test_a_reference_that_cannot_be_read_leaves_the_others_readable(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.call("get_knowledge", refs=["nowhere", "sops/expense-claims"])

    answer = talk(conversation, era=era)

    assert [reading["text"] for reading in answer["results"]] == [CLAIMS.text]
    assert answer["errors"] == [{"ref": "nowhere", "message": "There is no nowhere."}]


def test_where_nothing_can_be_read_the_error_says_what_to_do_next(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.error("get_knowledge", refs=["nowhere"])

    assert talk(conversation, era=era) == (
        "There is no nowhere. search_knowledge and browse_knowledge show what there is."
    )


def test_a_folder_is_listed_with_as_much_detail_as_was_asked_for(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        top = await it.call("browse_knowledge")
        details = [
            await it.call("browse_knowledge", path="sops", detail=detail)
            for detail in ("summary", "hit", "full")
        ]
        return top, [set(listing["concepts"][0]) for listing in details]

    top, (summary, hit, full) = talk(conversation, era=era)

    assert top["folders"] == [{"path": "policies", "concepts": 2}, {"path": "sops", "concepts": 1}]
    assert summary == {"concept_id", "title", "type", "status", "trust_tier", "stale"}
    assert hit - summary == {"description", "tags", "source_path"}
    assert full - hit == {"frontmatter"}


def test_the_bases_are_listed_without_their_machine_paths(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.call("list_bases")

    assert talk(conversation, era=era)["bases"] == [
        {
            "name": "finance",
            "title": "Acme Finance knowledge",
            "concepts": 3,
            "snapshot": "20261130T110000Z-000001",
            "snapshot_age_s": 3600,
            "embedder": None,
        }
    ]


def test_a_base_must_be_named_where_several_could_be_meant(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        error = await it.error("search_knowledge", query="hotel")
        named = await it.call("search_knowledge", query="hotel", base="hr")
        read = await it.call("get_knowledge", refs=["hr:policies/travel-policy"])
        return error, named["base"], read["results"][0]["base"]

    shelves = Shelves(Shelf(), Shelf(name="hr"))

    assert talk(conversation, shelves, era=era) == (
        "There are several bases. Name one: finance, hr.",
        "hr",
        "hr",
    )


def test_a_colon_in_a_file_name_is_not_taken_for_a_base(era: str) -> None:
    page = Page(id="a-note", title="Note", text="text", path="a: note.md")

    async def conversation(it: Talk) -> Any:
        return await it.call("get_knowledge", refs=["a: note.md"])

    answer = talk(conversation, Shelves(Shelf(pages=(page,))), era=era)

    assert answer["results"][0]["concept_id"] == "a-note"


def test_a_base_that_does_not_exist_is_named_where_there_are_several(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.error("get_knowledge", refs=["sales:policies/travel-policy"])

    text = talk(conversation, Shelves(Shelf(), Shelf(name="hr")), era=era)

    assert text == "There is no base sales. list_bases names them."


def test_an_unknown_tool_is_a_protocol_error(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        with pytest.raises(MCPError, match="There are: search_knowledge") as caught:
            await it.result("delete_everything")
        return caught.value.code

    assert talk(conversation, era=era) == INVALID_PARAMS


def test_null_means_left_out(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.call("search_knowledge", query="hotel", base=None, types=None, limit=None)

    assert len(talk(conversation, era=era)["results"]) == 2


def test_arguments_that_do_not_fit_are_named_a_line_each(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.error("search_knowledge", top_k=3, tags=[{}], types=5, lmit=2)

    assert talk(conversation, era=era).splitlines() == [
        "query: required",
        "types: must be a text or a list of texts",
        "tags.0: must be a text",
        "top_k: unknown argument; do you mean limit?",
        "lmit: unknown argument; do you mean limit?",
        f"search_knowledge takes: {', '.join(SearchArguments.model_fields)}.",
    ]


@pytest.mark.parametrize(
    ("argument", "value", "told"),
    [
        ("limit", True, "must be a whole number"),
        ("limit", 2.5, "must be a whole number"),
        ("limit", "two", "must be a whole number"),
        ("limit", [1], "must be a whole number"),
        ("budget_tokens", False, "must be a whole number"),
        ("include_deprecated", 1, "must be true or false"),
        ("include_deprecated", "perhaps", "must be true or false"),
        ("detail", "x", "must be summary, hit or full"),
        ("min_trust", 3, "must be unverified, machine-confirmed or human-reviewed"),
        ("base", "b" * 5000, "must be at most 4000 characters"),
        ("query", " ", "must not be empty"),
    ],
)
def test_each_argument_is_refused_in_the_same_words(
    argument: str, value: object, told: str
) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.error("search_knowledge", **{"query": "hotel", argument: value})

    assert talk(conversation).splitlines()[:-1] == [f"{argument}: {told}"]


def test_too_many_references_are_refused_in_the_same_words() -> None:
    async def conversation(it: Talk) -> Any:
        return await it.error("get_knowledge", refs=["a"] * 21)

    assert talk(conversation).splitlines()[:-1] == ["refs: must be at most 20"]


@pytest.mark.parametrize("limit", [1, " 1 ", 1.0, 0])
def test_a_whole_number_may_be_written_in_any_way(limit: object) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.call("search_knowledge", query="hotel", limit=limit)

    assert len(talk(conversation)["results"]) == 1


def test_a_failure_that_nobody_foresaw_gives_a_number_away_and_nothing_else(
    era: str, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("secret text of a document")

    async def conversation(it: Talk) -> Any:
        return await it.error("search_knowledge", query="hotel")

    text = talk(conversation, Shelves(Shelf(hold=fail)), era=era)

    assert "secret" not in text
    number = text.partition("incident ")[2].partition(")")[0]
    assert f"incident={number}" in caplog.text
    assert "secret text of a document" in caplog.text


def test_the_operator_is_told_what_is_wrong_with_the_configuration(era: str) -> None:
    def fail() -> None:
        raise ConfigError("okf.yaml: nmae is not known.", hint="Do you mean name?")

    async def conversation(it: Talk) -> Any:
        return await it.error("search_knowledge", query="hotel")

    text = talk(conversation, Shelves(Shelf(hold=fail)), era=era)

    assert text == "okf.yaml: nmae is not known. Do you mean name?"


def test_a_call_that_takes_too_long_ends_with_advice(era: str) -> None:
    released = Event()

    async def conversation(it: Talk) -> Any:
        try:
            return await it.error("search_knowledge", query="hotel")
        finally:
            released.set()

    service = service_of(Shelves(Shelf(hold=lambda: wait(released))), deadline_s=0.05)

    assert talk(conversation, era=era, service=service) == (
        "No answer within 0.05 s. Ask again, or narrow the question with path or types."
    )


def test_text_that_utf_8_cannot_carry_does_not_end_the_connection(era: str) -> None:
    broken = Page(id="a", title="\udcff name", text="hotel \udcff", path="caf\udce9.md")

    async def conversation(it: Talk) -> Any:
        return await it.call("search_knowledge", query="hotel")

    (hit,) = talk(conversation, Shelves(Shelf(pages=(broken,))), era=era)["results"]

    assert hit["source"]["path"] == "caf?.md"
    assert hit["excerpt"] == "hotel \ufffd"
