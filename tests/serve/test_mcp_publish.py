"""A snapshot that is published while the server runs is served from the next call on, and whole."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from shelf import CLAIMS, TRAVEL, Page, Shelf, Shelves
from talk import ERAS, Talk, service_of, talk

from okf_server.errors import ConfigError
from okf_server.model.access import OPERATOR
from okf_server.serve.caller import asked_by
from okf_server.serve.service import Lazily
from okf_server.serve.tools.arguments import SearchArguments
from okf_server.serve.tools.search import search_knowledge

NEW = Page(
    id="policies/travel-policy",
    title="Acme Travel Policy (2027)",
    text="The hotel limit is 300 USD.",
)


@pytest.mark.parametrize("era", ERAS)
def test_the_next_call_answers_from_what_was_published(era: str) -> None:
    shelf = Shelf()

    async def conversation(it: Talk) -> Any:
        before = await it.call("search_knowledge", query="hotel")
        shelf.publish(NEW)
        after = await it.call("search_knowledge", query="hotel")
        read = await it.call("get_knowledge", refs=["policies/travel-policy"])
        return before, after, read

    before, after, read = talk(conversation, Shelves(shelf), era=era)

    assert before["snapshot"] == "20261130T110000Z-000001"
    assert after["snapshot"] == read["results"][0]["snapshot"] == "20261130T110000Z-000002"
    assert after["results"][0]["excerpt"] == read["results"][0]["text"] == NEW.text


def test_a_search_that_is_under_way_ends_in_the_snapshot_that_it_began_with() -> None:
    shelf = Shelf()
    shelf.hold = lambda: shelf.publish(NEW)

    async def conversation(it: Talk) -> Any:
        return await it.call("search_knowledge", query="hotel")

    answer = talk(conversation, Shelves(shelf))

    assert answer["snapshot"] == "20261130T110000Z-000001"
    assert {hit["snapshot"] for hit in answer["results"]} == {answer["snapshot"]}
    assert answer["results"][0]["title"] == TRAVEL.title


def test_texts_read_together_come_from_one_snapshot() -> None:
    shelf = Shelf()
    publishings = iter([None, lambda: shelf.publish(NEW, CLAIMS)])

    def publish_at_the_second_reading() -> None:
        if publish := next(publishings, None):
            publish()

    shelf.hold = publish_at_the_second_reading
    refs = ["policies/travel-policy", "sops/expense-claims", "policies/travel-policy"]

    async def conversation(it: Talk) -> Any:
        return await it.call("get_knowledge", refs=refs)

    results = talk(conversation, Shelves(shelf))["results"]

    assert {reading["snapshot"] for reading in results} == {"20261130T110000Z-000002"}
    assert [reading["text"] for reading in results] == [NEW.text, CLAIMS.text, NEW.text]


def test_a_base_that_never_rests_is_said_to_be_busy() -> None:
    shelf = Shelf()
    shelf.hold = lambda: shelf.publish(*shelf.pages)

    async def conversation(it: Talk) -> Any:
        return await it.error(
            "get_knowledge", refs=["policies/travel-policy", "sops/expense-claims"]
        )

    assert "Ask again in a moment." in talk(conversation, Shelves(shelf))


def test_no_answer_mixes_two_snapshots_while_many_are_published() -> None:
    shelf = Shelf(pages=_edition(0))
    service = service_of(Shelves(shelf))
    done = threading.Event()

    def publish() -> None:
        for edition in range(1, 200):
            shelf.publish(*_edition(edition))
        done.set()

    def read() -> list[set[str]]:
        texts = []
        while not done.is_set():
            with asked_by(OPERATOR):
                found = search_knowledge(service, SearchArguments(query="hotel"))
            texts.append({hit["excerpt"] for hit in found.data["results"]})
        return texts

    with ThreadPoolExecutor(max_workers=3) as threads:
        readers = [threads.submit(read) for _ in range(2)]
        threads.submit(publish).result()
        answers = [texts for reader in readers for texts in reader.result()]
    service.calls.close()

    assert all(len(texts) == 1 for texts in answers)


def test_bases_that_could_not_be_opened_once_are_opened_at_the_next_call() -> None:
    factories = iter([_failing, Shelves])

    def factory() -> Shelves:
        return next(factories)()

    service = replace(service_of(Shelves()), bases=Lazily(factory))

    async def conversation(it: Talk) -> Any:
        error = await it.error("list_bases")
        return error, await it.call("list_bases")

    error, answer = talk(conversation, service=service)

    assert error == "okf.yaml: sources: missing."
    assert answer["bases"][0]["name"] == "finance"


def _failing() -> Shelves:
    raise ConfigError("okf.yaml: sources: missing.")


def _edition(number: int) -> tuple[Page, ...]:
    return tuple(
        Page(id=f"p{page}", title="T", text=f"hotel of edition {number}") for page in range(3)
    )
