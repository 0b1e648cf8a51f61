"""What a principal may not read moves nothing in hybrid search either."""

from collections.abc import Iterator

import pytest
from endpoints import serving
from leak_answers import answers, differing, emptied
from leak_requests import Request
from leak_worlds import DOCS, PRINCIPALS, World, may_read, twin_world, whole_world

from okf_server.model.access import Principal

RANKED = ("search_knowledge", "build_context")


@pytest.fixture(scope="module")
def embedder() -> Iterator[str]:
    """A model that places texts by their hashes: near one another without any word in common."""
    with serving() as endpoint:
        yield f"{{kind: openai, url: '{endpoint.url}/v1', model: m}}"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, embedder: str) -> World:
    return whole_world(tmp_path_factory.mktemp("hybrid") / "full", embedder)


def is_ranked(request: Request) -> bool:
    """Questions alone and with a filter, not what the keyword matrix asks of references anyway."""
    return not {"refs", "cursor", "include"} & request[1].keys()


@pytest.mark.timeout(300)
@pytest.mark.parametrize("principal", PRINCIPALS, ids=lambda one: one.id)
def test_no_hybrid_answer_depends_on_what_is_hidden(
    whole: World, embedder: str, principal: Principal
) -> None:
    twin = twin_world(emptied(whole.root.with_name("twin")), principal, embedder)
    found = answers(whole, principal, tools=RANKED, chosen=is_ranked)

    assert (
        list(differing(found, answers(twin, principal, tools=RANKED, chosen=is_ranked)))[:2] == []
    )
    text = "\n".join(answer for key, answer in found.items() if "canary" not in key).casefold()
    hidden = [word for doc in DOCS if not may_read(doc, principal) for word in doc.canaries]
    asked = " ".join(found).casefold()
    assert [word for word in hidden if word in text and word not in asked] == []
    assert any(may_read(doc, principal) for doc in DOCS) == ("hybrid search" in text)
