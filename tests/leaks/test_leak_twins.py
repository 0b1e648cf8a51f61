"""What hidden documents may change for a caller: the order of what is ranked, and nothing else.

Two bases have the same documents for a caller; one has many more beside, full of the same words, that the caller may
not read. A search that is filtered is one of everything without what is hidden, so that the order comes from the
statistics of all words. Whatever else a surface says must be the same.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from endpoints import serving
from leak_answers import page_of
from leak_worlds import World
from mcp import Client
from mcp_types import ResourceTemplateReference

from okf_server.app import Bases
from okf_server.model.access import Principal
from okf_server.model.answer import Confidence
from okf_server.serve.caller import asked_by
from okf_server.serve.server import build_server

ANA = Principal(id="ana", names=frozenset({"*", "user:ana"}))
WORDS = [
    f"{first}{second}"
    for first in ("zeb", "car", "lim", "hot")
    for second in ("ra", "go", "it", "el", "um")
]
RULES = 'access: {rules: {open/: ["*"], secret/: [user:boss]}}'
ORDER = ("results", "evidence", "left_out")
"""The lists of answers that stand in the order of a ranking."""

MAY_DIFFER = {
    "reasons": "they say why a hit stands lower than its words alone would put it",
    "snapshot": "every publication has a name of its own",
    "digest": "it names the snapshot, and the evidence in its order",
    "next_cursor": "it is sealed with the snapshot",
}
"""Fields that may differ, and why."""


def _open() -> Iterator[tuple[str, str]]:
    """Seven documents that share words, long and short ones, with few enough passages that all are found."""
    for number in range(7):
        shared = " ".join(WORDS[(number * 3 + at) % len(WORDS)] for at in range(4 + number * 2))
        yield (
            f"open/doc{number}.md",
            f"# Note {WORDS[number]}\n\n{shared} {'and so on ' * number}\n",
        )


def _secret() -> Iterator[tuple[str, str]]:
    """Hidden documents that make some words frequent, others no rarer, and all passages longer."""
    for number in range(60):
        many = " ".join([WORDS[number % 5]] * 60 + WORDS[: number % 12])
        yield f"secret/doc{number}.md", f"# {WORDS[number % 7]} {WORDS[number % 3]}\n\n{many}\n"


@pytest.fixture(scope="module", params=["keyword", "hybrid"])
def worlds(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[World, World]]:
    with serving() as endpoint:
        hybrid = f"{{kind: openai, url: '{endpoint.url}/v1', model: m}}"
        embedder = hybrid if request.param == "hybrid" else "null"
        roots = [tmp_path_factory.mktemp("twins") / name for name in ("without", "with")]
        without, within = (World(root, embedder) for root in roots)
        without.base("kb", RULES, _open())
        within.base("kb", RULES, [*_open(), *_secret()])
        yield without, within


QUESTIONS = [
    *WORDS[:6],
    *(f"{one} {other}" for one, other in zip(WORDS, WORDS[4:], strict=False)),
    " ".join(WORDS[:5]),
    f'"{WORDS[0]} {WORDS[1]}"',
    f"where is the {WORDS[3]} of nobody",
    "nothing like it",
    "?!",
]
CALLS: list[tuple[str, dict[str, Any]]] = [
    *(
        ("search_knowledge", {"query": one, "limit": 20, "budget_tokens": 20_000})
        for one in QUESTIONS
    ),
    *(("search_knowledge", {"query": one, "limit": 20, "detail": "full"}) for one in QUESTIONS[:4]),
    *(("build_context", {"question": one, "budget_tokens": 20_000}) for one in QUESTIONS),
    ("get_knowledge", {"refs": ["open/doc1", "secret/doc1", "doc2"], "include": ["links", "meta"]}),
    ("get_knowledge", {"refs": ["secret/doc"]}),
    ("browse_knowledge", {"path": "", "detail": "full"}),
    ("browse_knowledge", {"path": "secret"}),
    ("search_knowledge", {"query": "zebra", "types": ["Nosuch"]}),
    ("search_knowledge", {"query": "zebra", "path": "secret"}),
    ("list_bases", {}),
]


def told(world: World) -> dict[str, Any]:
    """What every surface says, without the order of what is ranked and without what may differ."""
    service = world.service()
    server = build_server(service)

    async def ask() -> dict[str, Any]:
        found: dict[str, Any] = {}
        for tool, arguments in CALLS:
            text, _ = await page_of(server, tool, arguments)
            found[json.dumps([tool, arguments])] = _unordered(world.masked(text))
        async with Client(server) as client:
            template = ResourceTemplateReference(
                type="ref/resource", uri="okf://concept/{+concept}"
            )
            for begun in ("", "o", "s", "open/", "secret/"):
                given = {"name": "concept", "value": begun}
                told = await client.complete(template, given)
                found[f"complete {begun}"] = told.model_dump_json()
            read = await client.read_resource("okf://concept/open/doc1")
            found["read"] = world.masked(read.model_dump_json())
        return found

    try:
        with asked_by(ANA):
            return asyncio.run(ask())
    finally:
        service.calls.close()


def _unordered(text: str) -> Any:
    if not text.startswith("{"):
        return text
    answer = json.loads(text)
    lines = answer["content"][0]["text"].splitlines()
    shown = [re.sub(r"^(\d+\.|\[\d+\]) ", "", line) for line in lines]
    return {
        "text": sorted(line for line in shown if not line.startswith("Ranked with regard to")),
        "data": _sorted(answer["structured_content"]),
    }


def _sorted(value: Any, key: str = "") -> Any:
    match value:
        case dict():
            return {
                name: _sorted(part, name) for name, part in value.items() if name not in MAY_DIFFER
            }
        case list():
            parts = [_sorted(part) for part in value]
            return sorted(parts, key=json.dumps) if key in ORDER else parts
        case _:
            return value


def test_hidden_documents_change_the_order_of_what_is_ranked_and_nothing_else(
    worlds: tuple[World, World],
) -> None:
    without, within = map(told, worlds)

    assert without.keys() == within.keys()
    assert [(key, said, within[key]) for key, said in without.items() if said != within[key]][
        :1
    ] == []


def test_the_order_is_that_of_everything_without_what_is_hidden(
    worlds: tuple[World, World],
) -> None:
    """What makes the order differ is wanted: the worlds are told apart by it alone."""
    orders = [
        [
            [
                hit.concept.id
                for hit in Bases(settings=world.settings)
                .open("kb")
                .search(question, limit=20, principal=ANA)
                .hits
            ]
            for question in QUESTIONS
        ]
        for world in worlds
    ]

    without, within = orders
    assert list(map(sorted, without)) == list(map(sorted, within))
    assert without != within


def test_scores_are_the_operators_alone(worlds: tuple[World, World]) -> None:
    knowledge = Bases(settings=worlds[1].settings).open("kb")

    assert all(hit.score is None for hit in knowledge.search(WORDS[0], principal=ANA).hits)
    assert all(hit.score is not None for hit in knowledge.search(WORDS[0]).hits)


def test_no_field_may_differ_without_a_reason_and_no_rank_or_score_is_shown(tmp_path: Path) -> None:
    shown = json.dumps([tool.output_schema for tool in asyncio.run(_tools(tmp_path))])

    assert all(f'"{name}"' in shown for name in MAY_DIFFER)
    assert not re.search(r'"(\w*score|\w*rank|factors)"', shown)


async def _tools(directory: Path) -> Any:
    world = World(directory / "none")
    return await build_server(world.service()).list_tools()


def test_the_confidence_is_that_of_what_may_be_read_although_others_come_first(
    tmp_path: Path,
) -> None:
    """One passage has all words; where hidden ones make two of them common, it comes after those with one word."""
    seen = [(f"open/one{n}.md", f"# Memo {n}\n\n{'zebra ' * 2}soup{n}\n") for n in range(5)]
    seen.append(("open/all.md", f"# Long\n\nzebra carousel limit {'filling words ' * 6}\n"))
    seen += [(f"open/else{n}.md", f"# Else {n}\n\nNothing of it, {n}.\n") for n in range(20)]
    hidden = [(f"secret/doc{n}.md", f"# C{n}\n\ncarousel limit\n") for n in range(200)]
    found = []
    for name, documents in (("without", seen), ("with", [*seen, *hidden])):
        world = World(tmp_path / name)
        world.base("kb", RULES, documents)
        knowledge = Bases(settings=world.settings).open("kb")
        found.append(knowledge.search("zebra carousel limit", principal=ANA, limit=20))

    without, within = found
    assert "open/all" in [hit.concept.id for hit in without.hits[:3]]
    assert "open/all" not in [hit.concept.id for hit in within.hits[:3]]
    assert (without.confidence, without.notes) == (within.confidence, within.notes)
    assert without.confidence is Confidence.HIGH
