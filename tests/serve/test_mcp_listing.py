"""The list of tools is an API, and every conversation pays for it."""

import json
from pathlib import Path
from typing import Any

from talk import Talk, talk

GOLDEN = Path(__file__).parent / "tools_list.json"
REGENERATE = False


async def listing(it: Talk) -> list[dict[str, Any]]:
    result = await it.client.list_tools()
    return [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in result.tools]


def test_the_list_is_the_golden_one() -> None:
    tools = talk(listing)
    if REGENERATE:
        GOLDEN.write_text(json.dumps(tools, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    assert tools == json.loads(GOLDEN.read_text(encoding="utf-8"))


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


def test_the_list_is_private_to_the_caller() -> None:
    async def conversation(it: Talk) -> Any:
        result = await it.client.list_tools()
        return result.cache_scope, result.ttl_ms

    assert talk(conversation) == ("private", 60_000)


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
