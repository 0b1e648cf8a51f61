"""Prompts, the skill, and concepts as resources, to clients of both eras."""

import hashlib
import re
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from typing import Any

import httpx2
import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    PromptReference,
    ResourceTemplateReference,
    TextContent,
    TextResourceContents,
)
from over_http import MODERN_HEADERS, result_of, served
from shelf import HOTELS, Page, Shelf, Shelves
from talk import ENVELOPE, ERAS, Talk, request, talk

from okf_server.okf.frontmatter import parse
from okf_server.serve.resources import TEMPLATE

SKILL = files("okf_server").joinpath("skill/SKILL.md").read_bytes()
CONCEPT = ResourceTemplateReference(type="ref/resource", uri=TEMPLATE)
ELSEWHERE = ResourceTemplateReference(type="ref/resource", uri="okf://elsewhere/{base}")
PROMPTS = [
    PromptReference(type="ref/prompt", name=name)
    for name in ("answer_with_citations", "curate_base")
]


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    """Most tests of this file are made in both eras."""
    return str(request.param)


async def refused(ask: Callable[[], Any]) -> MCPError:
    with pytest.raises(MCPError) as caught:
        await ask()
    return caught.value


def test_the_prompt_binds_the_answer_to_evidence(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        asked = {"question": "What is ```x``` here?", "base": "finance"}
        return await it.client.get_prompt("answer_with_citations", asked)

    (message,) = talk(conversation, era=era).messages

    assert isinstance(message.content, TextContent)
    text = message.content.text
    assert "build_context" in text
    assert "base 'finance'" in text
    assert "say that it is not known here" in text
    assert text.endswith("````text\nWhat is ```x``` here?\n````")


def test_prompts_are_listed_with_their_arguments(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return (await it.client.list_prompts()).prompts

    listed = {
        prompt.name: [(one.name, one.required) for one in prompt.arguments]
        for prompt in talk(conversation, era=era)
    }

    assert listed == {
        "answer_with_citations": [("question", True), ("base", False)],
        "curate_base": [("base", False)],
    }


@pytest.mark.parametrize("arguments", [None, {}, {"base": "finance"}])
def test_curating_names_the_tools_that_there_are_and_asks_for_every_kind_of_finding(
    arguments: dict[str, str] | None, era: str
) -> None:
    async def conversation(it: Talk) -> Any:
        tools = (await it.client.list_tools()).tools
        return await it.client.get_prompt("curate_base", arguments), {one.name for one in tools}

    prompt, tools = talk(conversation, era=era)
    text = prompt.messages[0].content.text

    assert set(re.findall(r"\b[a-z]+_(?:knowledge|context|bases)\b", text)) == tools
    assert ("base 'finance'" in text) == bool(arguments)
    for finding in ("stale", "failed", "in conflict", "drafts", "missing"):
        assert finding in text
    assert "change nothing" in text


def test_a_prompt_that_cannot_be_made_is_the_clients_mistake(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        unknown = await refused(lambda: it.client.get_prompt("nothing"))
        bare = await refused(lambda: it.client.get_prompt("answer_with_citations", {}))
        return unknown, bare

    for error in talk(conversation, era=era):
        assert error.code == INVALID_PARAMS
        assert "answer_with_citations question [base]" in str(error)


def test_the_skill_is_a_resource_to_clients_that_know_no_skills(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        (listed,) = (await it.client.list_resources()).resources
        (read,) = (await it.client.read_resource("skill://okf/SKILL.md")).contents
        return listed, read

    listed, read = talk(conversation, era=era)

    assert (listed.uri, listed.name, listed.mime_type) == (
        "skill://okf/SKILL.md",
        "okf",
        "text/markdown",
    )
    assert isinstance(read, TextResourceContents)
    assert read.text.encode() == SKILL
    assert listed.description == parse(SKILL).meta["description"]


def test_the_skill_is_listed_and_got_with_its_digest() -> None:
    def ask(url: str, method: str, **params: str) -> dict[str, Any]:
        headers = {name: MODERN_HEADERS[name] for name in ("Accept", "MCP-Protocol-Version")}
        message = request(method, {"_meta": ENVELOPE, **params})
        sent = headers | {"Mcp-Method": method}
        return result_of(httpx2.post(url, json=message, headers=sent, timeout=10))

    with served() as url:
        listed = ask(url, "skills/list")["result"]
        got = ask(url, "skills/get", uri="skill://okf/SKILL.md")["result"]
        missing = ask(url, "skills/get", uri="skill://other/SKILL.md")["error"]

    (entry,) = listed["skills"]
    assert got["skill"] == entry
    assert entry["frontmatter"] == dict(parse(SKILL).meta)
    digest = f"sha256:{hashlib.sha256(SKILL).hexdigest()}"
    assert entry["resources"] == [
        {"uri": "skill://okf/SKILL.md", "digest": digest, "size": len(SKILL)}
    ]
    for result in (listed, got):
        assert result["resultType"] == "complete"
        assert (result["cacheScope"], result["ttlMs"]) == ("public", 300_000)
    assert missing["code"] == INVALID_PARAMS


def test_the_extension_is_declared() -> None:
    async def conversation(it: Talk) -> Any:
        return it.client.server_capabilities

    capabilities = talk(conversation)

    assert capabilities.extensions == {"io.modelcontextprotocol/skills": {}}
    assert capabilities.resources is not None


@pytest.mark.parametrize(
    "address",
    [
        "okf://concept/policies/travel-policy",
        "okf://concept/finance:policies/travel-policy",
        "okf://concept/policies%2Ftravel-policy",
    ],
)
def test_a_concept_is_a_resource_with_its_source_above_it(address: str, era: str) -> None:
    async def conversation(it: Talk) -> Any:
        (read,) = (await it.client.read_resource(address)).contents
        return read

    read = talk(conversation, era=era)

    assert read.mime_type == "text/markdown"
    first, second, text = read.text.split("\n", 2)
    assert "Source: policies/travel-policy.md, section “Hotels”, lines 9–12" in first
    assert "human-reviewed" in second
    assert text == HOTELS


def test_an_unknown_concept_is_the_clients_mistake(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return [
            await refused(partial(it.client.read_resource, f"okf://concept/{name}"))
            for name in ("nowhere", "../../etc/passwd", "okf_1", "none:policies/travel-policy")
        ]

    assert {
        error.code for error in talk(conversation, Shelves(Shelf(), Shelf(name="hr")), era=era)
    } == {INVALID_PARAMS}


def test_a_very_long_concept_ends_with_how_to_read_on() -> None:
    page = Page(id="long", title="A --> b", text="word " * 30_000)

    async def conversation(it: Talk) -> Any:
        (read,) = (await it.client.read_resource("okf://concept/long")).contents
        assert isinstance(read, TextResourceContents)
        return read.text

    text = talk(conversation, Shelves(Shelf(pages=(page,))))

    assert len(text) < 81_000
    assert text.endswith("read it with get_knowledge. -->")


def test_addresses_are_completed_step_by_step(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return [
            (await it.client.complete(CONCEPT, {"name": "concept", "value": begun})).completion
            for begun in ("", "pol", "policies/Travel", "finance:so", "none:x", "x/y")
        ]

    found = [completion.values for completion in talk(conversation, era=era)]

    assert found == [
        ["policies/", "sops/"],
        ["policies/"],
        ["policies/travel-policy", "policies/travel-policy-2023"],
        ["finance:sops/"],
        [],
        [],
    ]


def test_bases_are_completed_where_they_are_asked_for(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        asked = [
            *[await it.client.complete(one, {"name": "base", "value": "h"}) for one in PROMPTS],
            await it.client.complete(CONCEPT, {"name": "concept", "value": "f"}),
            await it.client.complete(PROMPTS[0], {"name": "question", "value": "h"}),
            await it.client.complete(ELSEWHERE, {"name": "base", "value": "h"}),
        ]
        return [one.completion.values for one in asked]

    shelves = Shelves(Shelf(), Shelf(name="hr"))

    assert talk(conversation, shelves, era=era) == [["hr"], ["hr"], ["finance:"], [], []]


def test_many_completions_are_counted_and_the_first_are_given() -> None:
    pages = tuple(Page(id=f"r{number:03d}", title="", text="") for number in range(150))

    async def conversation(it: Talk) -> Any:
        return (await it.client.complete(CONCEPT, {"name": "concept", "value": "r"})).completion

    completion = talk(conversation, Shelves(Shelf(pages=pages)))

    assert (len(completion.values), completion.total, completion.has_more) == (100, 150, True)
