"""The scale of confidence costs an endpoint one request, and an answer says where it could not be made."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from endpoints import FakeTime, serving
from search_library import Synonyms, find, library, written

from okf_server.embed.endpoint import EndpointEmbedder
from okf_server.embed.openai import OpenAiDialect
from okf_server.errors import ModelError
from okf_server.model.answer import Confidence, SearchMode
from okf_server.model.config import OpenAiEmbedder
from okf_server.model.seams import Vector

SUBJECTS = ("Hotels", "Payroll", "Printers", "Passwords", "Holidays", "Warranties", "Forklifts")
SHELF = [
    written(f"c{n}", f"## {one}\n\nRules of {one.lower()}.\n", title=f"{one} guide")
    for n, one in enumerate(SUBJECTS)
]


class Together(Synonyms):
    """Takes several questions at once, as long as it is up."""

    def __init__(self) -> None:
        self.asked: list[Sequence[str]] = []
        self.up = True

    def queries(self, texts: Sequence[str]) -> list[Vector]:
        self.asked.append(texts)
        if not self.up:
            raise ModelError("http://inside/v1 refused", shown="the model m: status 429")
        return self.passages(texts)


def test_the_questions_of_the_scale_are_asked_at_once_and_once(tmp_path: Path) -> None:
    view, embedder = library(tmp_path, *SHELF), Together()
    results = [find(view, "rules of hotels", embedder=lambda: embedder) for _ in range(2)]
    assert [len(texts) for texts in embedder.asked] == [len(SHELF)]
    alone = find(library(tmp_path / "alone", *SHELF), "rules of hotels")
    assert [one.confidence for one in results] == [alone.confidence] * 2
    assert results[0].notes == ()


def test_where_the_scale_cannot_be_made_there_is_no_confidence_but_a_note(tmp_path: Path) -> None:
    view, embedder = library(tmp_path, *SHELF), Together()
    embedder.up = False
    result = find(view, "rules of hotels", embedder=lambda: embedder)
    assert result.mode is SearchMode.HYBRID
    assert result.hits
    assert result.confidence is Confidence.NONE
    assert result.notes == ("the confidence is not known: the model m: status 429",)
    embedder.up = True
    assert find(view, "rules of hotels", embedder=lambda: embedder).confidence is Confidence.HIGH


def test_an_endpoint_gives_several_questions_the_vectors_of_each_alone_in_one_request() -> None:
    with serving() as server:
        config = OpenAiEmbedder(url=f"{server.url}/v1", model="m", query_prefix="q: ")
        with EndpointEmbedder(OpenAiDialect(config), clock=FakeTime().clock) as embedder:
            together = embedder.queries(["one", "two"])
            alone = [embedder.query("one"), embedder.query("two")]
    for first, second in zip(together, alone, strict=True):
        assert list(first) == pytest.approx(list(second))
    assert [len(asked.body["input"]) for asked in server.asked] == [2, 1, 1]
