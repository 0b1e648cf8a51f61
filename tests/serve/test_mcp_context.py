"""build_context, and what the reading tools tell on demand."""

import asyncio
import json
import os
from dataclasses import replace
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import TextResourceContents
from over_http import served
from shelf import CLAIMS, HOTELS, OLD_TRAVEL, TRAVEL, Page, Shelf, Shelves
from talk import ERAS, HERE, Talk, child_command, talk, text_of

from okf_server.serve import budget

LINKED = (replace(TRAVEL, links=("sops/expense-claims",)), OLD_TRAVEL, CLAIMS)


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    """Every test of this file is made in both eras."""
    return str(request.param)


def test_a_pack_holds_whole_evidence_with_its_citation(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.call("build_context", question="What is the hotel limit in London?")

    answer = talk(conversation, era=era)

    first = answer["evidence"][0]
    assert first["text"] == HOTELS
    assert first["source"]["location_text"] == "section “Hotels”, lines 9–12"
    assert (first["trust_tier"], first["because"]) == ("human-reviewed", "search")
    assert answer["status"] == "sufficient"
    assert answer["digest"].startswith("sha256:")


def test_the_text_of_a_pack_says_what_its_data_says(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.result("build_context", question="hotel")

    result = talk(conversation, era=era)
    text, data = text_of(result), result.structured_content

    assert data is not None
    facts = [data[name] for name in ("status", "status_reason", "snapshot", "digest", "base")]
    for one in data["evidence"]:
        facts += [one[name] for name in ("concept_id", "section", "text", "status", "revision")]
        facts += [one["source"][name] for name in ("uri", "path", "location_text")]
    assert [fact for fact in facts if fact not in text] == []


@pytest.mark.parametrize("tokens", [500, 1_500, 4_000])
def test_a_pack_stays_within_its_budget_and_says_what_it_left_out(tokens: int) -> None:
    pages = tuple(
        Page(id=f"reports/r{number}", title=f"Report {number}", text=f"hotel {number} " * 90)
        for number in range(30)
    )

    async def conversation(it: Talk) -> Any:
        return await it.call("build_context", question="hotel", budget_tokens=tokens)

    answer = talk(conversation, Shelves(Shelf(pages=pages)))

    assert budget.tokens(json.dumps(answer, ensure_ascii=False)) <= tokens
    assert answer["omitted"] + len(answer["evidence"]) == 20
    assert all(one["reason"] == "over the budget" for one in answer["left_out"])
    whole = {page.text[:1500] for page in pages}
    assert all(one["text"] in whole for one in answer["evidence"])


def test_a_pack_without_evidence_says_that_it_is_insufficient(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.result("build_context", question="parental leave")

    result = talk(conversation, era=era)

    assert result.structured_content is not None
    assert result.structured_content["status"] == "insufficient"
    assert "Say what is not known" in text_of(result)


def test_what_else_is_told_of_a_concept_is_told_on_demand(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        refs = ["policies/travel-policy", "sops/expense-claims"]
        plain = await it.call("get_knowledge", refs=refs)
        include = ["links", "frontmatter", "provenance"]
        return plain, await it.result("get_knowledge", refs=refs, include=include)

    plain, asked = talk(conversation, Shelves(Shelf(pages=LINKED)), era=era)

    assert not {"links", "frontmatter", "provenance"} & set(plain["results"][0])
    travel, claims = asked.structured_content["results"]
    link = {"title": "Expense claims", "concept_id": "sops/expense-claims", "relation": "link"}
    assert travel["links"] == {"out": [link], "in": [], "omitted": 0}
    assert [one["concept_id"] for one in claims["links"]["in"]] == ["policies/travel-policy"]
    assert travel["frontmatter"] == {"type": "Policy", "owner": "finance"}
    assert "Links to: sops/expense-claims (link): Expense claims" in text_of(asked)
    assert "Linked from: policies/travel-policy (link)" in text_of(asked)


def test_a_search_shows_as_much_text_as_was_asked_for(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return [
            (await it.call("search_knowledge", query="hotel", limit=1, detail=detail))["results"][0]
            for detail in ("summary", "hit", "full")
        ]

    long = Page(id="long", title="Long", text="The hotel limit. " + "word " * 600)
    summary, hit, full = talk(conversation, Shelves(Shelf(pages=(long,))), era=era)

    assert summary["excerpt"] == summary["quote"]
    assert (hit["excerpt"], hit["excerpt_truncated"]) == (long.text[:1500], True)
    assert (full["excerpt"], full["excerpt_truncated"]) == (long.text, False)


@pytest.mark.parametrize(
    "narrowing", [{"min_trust": "human-reviewed"}, {"include_deprecated": False}]
)
def test_trust_and_status_narrow_search_and_browse(narrowing: dict[str, Any], era: str) -> None:
    async def conversation(it: Talk) -> Any:
        found = await it.call("search_knowledge", query="hotel", **narrowing)
        listed = await it.call("browse_knowledge", path="policies", **narrowing)
        return found["results"], listed["concepts"]

    for entries in talk(conversation, era=era):
        assert [one["concept_id"] for one in entries] == ["policies/travel-policy"]


def test_a_cursor_belongs_to_its_trust_filter() -> None:
    async def conversation(it: Talk) -> Any:
        first = await it.call("search_knowledge", query="hotel", limit=1)
        cursor = first["next_cursor"]
        return await it.error(
            "search_knowledge", query="hotel", cursor=cursor, min_trust="human-reviewed"
        )

    assert "Start again without cursor." in talk(conversation)


async def everything(client: Client) -> tuple[str, str, str]:
    packed = await client.call_tool("build_context", {"question": "hotel limit in London"})
    assert packed.structured_content is not None
    prompt = await client.get_prompt("answer_with_citations", {"question": "How much?"})
    (read,) = (await client.read_resource("okf://concept/policies/travel-policy")).contents
    assert isinstance(read, TextResourceContents)
    return packed.structured_content["evidence"][0]["text"], str(prompt.messages), read.text


def test_a_client_over_http_gets_pack_prompt_and_concept(era: str) -> None:
    async def conversation(url: str) -> tuple[str, str, str]:
        async with Client(url, mode=era) as client:
            return await everything(client)

    with served() as url:
        packed, prompt, concept = asyncio.run(conversation(url))

    assert packed == HOTELS
    assert "How much?" in prompt
    assert concept.endswith(HOTELS)


def test_a_client_over_pipes_gets_pack_prompt_and_concept(era: str) -> None:
    async def conversation() -> tuple[str, str, str]:
        command, *arguments = child_command("auto")
        server = StdioServerParameters(
            command=command,
            args=arguments,
            cwd=HERE,
            env=dict(os.environ),  # noqa: TID251 - the child needs the path of our source
        )
        async with Client(stdio_client(server), mode=era) as client:
            return await everything(client)

    packed, prompt, concept = asyncio.run(conversation())

    assert packed == HOTELS
    assert "How much?" in prompt
    assert concept.endswith(HOTELS)
