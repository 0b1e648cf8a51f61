"""The list of tools is an API, and every conversation pays for it."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from talk import Talk, talk

GOLDEN = Path(__file__).parent / "tools_list.json"
GOLDEN_PROMPTS = Path(__file__).parent / "prompts_list.json"
REGENERATE = False


async def listing(it: Talk) -> list[dict[str, Any]]:
    result = await it.client.list_tools()
    return [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in result.tools]


async def listing_of_prompts(it: Talk) -> list[dict[str, Any]]:
    result = await it.client.list_prompts()
    return [one.model_dump(by_alias=True, exclude_none=True, mode="json") for one in result.prompts]


@pytest.mark.parametrize(
    ("listed", "golden"),
    [(listing, GOLDEN), (listing_of_prompts, GOLDEN_PROMPTS)],
    ids=["tools", "prompts"],
)
def test_the_list_is_the_golden_one(
    listed: Callable[[Talk], Awaitable[list[dict[str, Any]]]], golden: Path
) -> None:
    names = talk(listed)
    if REGENERATE:
        golden.write_text(json.dumps(names, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    assert names == json.loads(golden.read_text(encoding="utf-8"))


def test_nobody_left_the_golden_list_writing_itself() -> None:
    assert not REGENERATE


def test_both_eras_are_shown_the_same_list() -> None:
    assert talk(listing, era="legacy") == talk(listing, era="auto")


def test_the_schemas_are_small_with_room_for_what_comes() -> None:
    schemas = [_undescribed([tool["inputSchema"], tool["outputSchema"]]) for tool in talk(listing)]

    assert len(json.dumps(schemas, separators=(",", ":"))) <= 7_500 < 8 * 1024


def test_every_tool_is_described_within_what_clients_keep() -> None:
    tools = talk(listing)

    assert [tool["name"] for tool in tools if len(tool["description"]) > 1_200] == []
    assert all(tool["description"].startswith("Use this") for tool in tools)
    assert all(tool["title"] for tool in tools)


def test_every_tool_only_reads() -> None:
    annotations = [tool["annotations"] for tool in talk(listing)]

    assert all(hints["readOnlyHint"] and not hints["destructiveHint"] for hints in annotations)


def test_the_lists_are_private_to_the_caller() -> None:
    async def conversation(it: Talk) -> Any:
        lists = (await it.client.list_tools(), await it.client.list_prompts())
        return {(result.cache_scope, result.ttl_ms) for result in lists}

    assert talk(conversation) == {("private", 60_000)}


def test_the_instructions_fit_into_what_clients_keep() -> None:
    async def conversation(it: Talk) -> Any:
        return it.client.instructions

    instructions = talk(conversation)

    assert instructions is not None
    assert len(instructions) <= 1_500


def _undescribed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _undescribed(part) for name, part in value.items() if not _says(name, part)}
    return [_undescribed(part) for part in value] if isinstance(value, list) else value


def _says(name: str, part: object) -> bool:
    """Whether it is a description, and no property of that name."""
    return name == "description" and isinstance(part, str)
