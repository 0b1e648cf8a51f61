"""Requests for every tool that a server lists, made from its schema."""

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from leak_worlds import DOCS
from mcp import Client
from mcp_types import PromptReference, ResourceTemplateReference, Tool

_BATCH = 20
_IDS = [doc.id for doc in DOCS]
_QUESTIONS = [
    "shared words",
    "visitors badges",
    "nothing like it",
    "?!",
    *(d.canary for d in DOCS[::7]),
]
_FORMS = [
    form
    for doc in DOCS[::17]
    for form in (
        doc.path,
        f"kb:{doc.id}",
        f"{doc.id}#rule",
        f"{doc.id}#nosuch",
        f"doc{doc.number:03}",
        doc.id.upper(),
        f"{doc.path}:L1-L9",
        f"takeover:{doc.id}",
        doc.okf_id,
        f"okf://concept/{doc.okf_id}",
        f"okf://concept/kb:{doc.id}",
    )
]
_REFS = [
    *(_IDS[at : at + _BATCH] for at in range(0, len(_IDS), _BATCH)),
    *([f"kb:{one}" for one in _IDS[at : at + _BATCH]] for at in range(0, len(_IDS), _BATCH)),
    *([form] for form in _FORMS),
    ["takeover:plan"],
    ["plan"],
    ["drafts:plan"],
    ["nosuch:plan"],
    ["okf://concept/nosuch"],
]
_BASES = ["", "kb", "takeover", "drafts", "nosuch"]
_FOLDERS = [f"dept{number}" for number in range(11)]
_PATHS = [
    *("", *_FOLDERS, "dept3/inner", "dept6/", "DEPT1"),
    *(doc.id for doc in DOCS[::17]),
    *(doc.okf_id for doc in DOCS[::34]),
    *(f"okf://concept/kb:{doc.id}" for doc in DOCS[::51]),
]
_TYPES = [[f"Kind{doc.number:03}x"] for doc in DOCS[::17]] + [["Kind"], ["Nosuch"]]
_TAGS = [[f"tag{doc.number:03}x"] for doc in DOCS[::17]] + [["every"], ["nosuch"]]

POOLS: Mapping[str, Sequence[Any]] = {
    "query": _QUESTIONS,
    "question": _QUESTIONS,
    "refs": _REFS,
    "base": _BASES,
    "path": _PATHS,
    "types": _TYPES,
    "tags": _TAGS,
    "section": ["rule", "nosuch"],
    "cursor": ["", "nosuch", "bm9z.dWNo"],
    "include": [["links"], ["meta"]],
    "filters": [],
}

Request = tuple[str, dict[str, Any]]


def requests_of(tool: Tool) -> Iterator[Request]:
    """Every value of the required arguments, and every value of each other one; raises for unknown ones."""
    schema: Mapping[str, Any] = tool.input_schema
    needed = list(schema.get("required", []))
    assert [name for name in needed if not POOLS.get(name)] == [], f"say what {tool.name} is asked"
    first = {name: POOLS[name][0] for name in needed}
    if not needed:
        yield tool.name, {}
    for name, described in schema.get("properties", {}).items():
        for value in _values(name, described):
            yield tool.name, {**first, name: value}
    if "query" in needed:
        yield from _narrowed(tool.name)


def _narrowed(tool: str) -> Iterator[Request]:
    """A question that finds nothing within a filter, so that the notes speak."""
    for types in _TYPES:
        yield tool, {"query": "nothing like it", "types": types, "base": "kb"}
    for tags in _TAGS:
        yield tool, {"query": "nothing like it", "tags": tags, "base": "kb"}
    for path in _PATHS:
        yield tool, {"query": "nothing like it", "path": path, "base": "kb"}


def _values(name: str, described: Mapping[str, Any]) -> Sequence[Any]:
    if name in POOLS:
        return POOLS[name]
    if "enum" in described:
        return list(described["enum"])
    if described.get("type") == "boolean":
        return [False, True]
    if described.get("type") == "integer":
        return [described["minimum"], described["maximum"]]
    raise AssertionError(f"say what the argument {name} is asked: {json.dumps(described)}")


_TEMPLATE = ResourceTemplateReference(type="ref/resource", uri="okf://concept/{+concept}")
_BEGUN = [
    "",
    "d",
    "k",
    "t",
    "dept",
    "kb:dept",
    "takeover:",
    "nosuch:",
    *(f"{f}/" for f in _FOLDERS),
]

Ask = Callable[[], Awaitable[Any]]


def messages(client: Client) -> Iterator[tuple[str, Ask]]:
    """Every request of the protocol that is no call of a tool, over all that it can name."""
    yield "resources/list", client.list_resources
    yield "resources/templates/list", client.list_resource_templates
    yield "prompts/list", client.list_prompts
    for name in (*_IDS[::3], *_FORMS[::4], "takeover:plan", "plan", "nosuch", "okf_nosuch"):
        yield f"read {name}", partial(client.read_resource, f"okf://concept/{name}")
    for begun in (*_BEGUN, *(doc.id[:9] for doc in DOCS[::17]), *(doc.id for doc in DOCS[::17])):
        given = {"name": "concept", "value": begun}
        yield f"complete {begun}", partial(client.complete, _TEMPLATE, given)
    for base in _BASES:
        asked = {"question": "shared words", "base": base}
        yield f"prompt {base}", partial(client.get_prompt, "answer_with_citations", asked)
        yield f"curate {base}", partial(client.get_prompt, "curate_base", {"base": base})
    for name in ("answer_with_citations", "curate_base"):
        reference = PromptReference(type="ref/prompt", name=name)
        for begun in ("", "k", "t", "n"):
            given = {"name": "base", "value": begun}
            yield f"complete base {name} {begun}", partial(client.complete, reference, given)
    yield "no prompt", partial(client.get_prompt, "nosuch", {})
