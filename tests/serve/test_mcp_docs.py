"""docs/mcp.md says what the server does."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from talk import Talk, talk, text_of

from okf_server.serve import budget
from okf_server.serve.auth.gate import OPEN
from okf_server.serve.operation import DEFAULT
from okf_server.serve.tools.arguments import MOST_HITS, MOST_REFS

DOC = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text(encoding="utf-8")
EXAMPLE = {"query": "What is the hotel limit in London?", "limit": 1}


def blocks(language: str) -> list[str]:
    """The contents of the fenced blocks of a language."""
    pattern = rf"^(?P<fence>`{{3,}}){language}\n(?P<content>.*?)^(?P=fence)$"
    found = re.finditer(pattern, DOC, re.MULTILINE | re.DOTALL)
    return [block["content"] for block in found]


def test_every_tool_and_argument_has_its_place_in_the_docs() -> None:
    async def conversation(it: Talk) -> Any:
        return (await it.client.list_tools()).tools

    for tool in talk(conversation):
        _, _, section = DOC.partition(f"### {tool.name}\n")
        documented = re.findall(
            r"^\| `(\w+)` \|", section.split("\n## ")[0].split("\n### ")[0], re.MULTILINE
        )
        assert documented == list(tool.input_schema["properties"])


def test_the_example_is_what_the_server_answers() -> None:
    async def conversation(it: Talk) -> Any:
        return await it.result("search_knowledge", **EXAMPLE)

    result = talk(conversation)
    data = result.structured_content
    assert data is not None
    text = text_of(result).replace(data["next_cursor"], "…")
    data["next_cursor"] = "…"

    assert json.dumps(EXAMPLE) in DOC
    assert data in map(json.loads, blocks("json"))
    assert text + "\n" in blocks("text")


@pytest.mark.parametrize("command", ['"command": "okf"', '"http://127.0.0.1:5001/mcp"'])
def test_the_configuration_blocks_can_be_read(command: str) -> None:
    configurations = [block for block in blocks("json") if command in block]

    assert len(configurations) == 4
    assert all(isinstance(json.loads(block), dict) for block in configurations)
    (codex,) = blocks("toml")
    assert set(tomllib.loads(codex)["mcp_servers"]) == {"okf", "okf-http"}


def test_the_numbers_are_those_of_the_code() -> None:
    assert f"| `limit` | 5 | most results, 1 to {MOST_HITS} |" in DOC
    assert f"up to {MOST_REFS} references" in DOC
    assert (
        DOC.count(
            f"| {budget.DEFAULT} | most tokens of the answer, {budget.LEAST} to {budget.MOST} |"
        )
        == 4
    )
    assert f"up to {DEFAULT.drain_s} seconds" in DOC


def test_the_routes_that_need_no_token_are_named() -> None:
    named = ", ".join(f"`{route}`" for route in OPEN)
    assert (
        f"every\nrequest but those for {named} and the metadata then needs an access token" in DOC
    )
