"""Ask a built base as many people, and compare what each is shown with brute force over what they may read."""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from corpus import questions, write_corpus
from okf_server.app.adapters import connectors_for
from okf_server.catalog.base import open_base
from okf_server.index import layout
from okf_server.index.keyword import KeywordReader, Ranked
from okf_server.ingest.build import build
from okf_server.ingest.report import BuildOptions
from okf_server.model.access import OPERATOR, Principal
from okf_server.model.answer import Filters, SearchResult
from okf_server.model.seams import Vector
from okf_server.search.find import DEPTH, search
from okf_server.search.fuse import fuse
from okf_server.search.view import View, open_view
from okf_server.snapshot.store import Store

DOCUMENTS = 1_000
GROUPS = 100
SHARES = {"1%": 1, "10%": 10, "50%": 50}
QUESTIONS = 400
PRINCIPALS = 250
SEARCHED = 100
"""Of so many questions one is asked through the whole of search, in keyword and in hybrid mode; by turns each."""

ENGLISH = "The rule of this document is that it was made for all of us, and that it is to be read as it is. "
"""Without it some of the made documents are taken for Turkish, and others for no language."""

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
_ALL = 1_000_000


class Hashed:
    """An embedder that places texts by their hashes."""

    identity = "hashed"
    dimension = 32

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """A vector for each text."""
        return [self.query(text) for text in texts]

    def query(self, text: str) -> Vector:
        """The vector of a text."""
        numbers = [byte - 127.5 for byte in sha256(text.encode()).digest()]
        length = sum(number * number for number in numbers) ** 0.5
        return [number / length for number in numbers]


class Whole(NamedTuple):
    """A whole ranking, of everything there is: rows and scores, best first."""

    rows: Any
    scores: Any

    def left(self, open_to: Any) -> list[Ranked]:
        """The first rows of it that somebody may read."""
        at = np.flatnonzero(open_to[self.rows])[:DEPTH]
        return list(map(Ranked, self.rows[at].tolist(), self.scores[at].tolist()))


class Oracle:
    """Brute force: whole rankings without what a person may not read, by the folders of the base alone.

    A question is read in the languages of what its asker may read; the whole ranking is of the same reading. That
    the semantic one is exact is measured apart, by a product of matrices.
    """

    def __init__(self, view: View, words: KeywordReader) -> None:
        self.index = view.index
        self._blend = view.fusion
        self._visible = view.visible(OPERATOR)
        self._words = words
        self._keyword: dict[tuple[str, ...], Whole] = {}
        self._semantic: dict[str, Whole] = {}
        folders = [record.path.split("/")[0] for record in self.index.concepts]
        rows = sum(record.rows for record in self.index.concepts)
        self._folders = np.array([folders[self.index.owner(row)] for row in range(rows)])

    def open_to(self, groups: Sequence[int]) -> Any:
        """For each row whether it lies in the folder of one of the groups."""
        return np.isin(self._folders, [f"g{group}" for group in groups])

    def keyword(self, question: str, classes: frozenset[int] | None) -> Whole:
        """The whole keyword ranking, of the question as those read it who see the classes."""
        tongues = self._words.tongues(question, classes)
        key = (question, tongues.language, *tongues.names)
        if key not in self._keyword:
            ranked = self._words.rank(
                question, classes=None, filters=Filters(), limit=_ALL, tongues=tongues
            )
            self._keyword[key] = _whole(ranked)
        return self._keyword[key]

    def semantic(self, question: str) -> Whole:
        """The whole semantic ranking."""
        if question not in self._semantic:
            vector = Hashed().query(question)
            ranked = self.index.rank_semantic(vector, visible=self._visible, limit=_ALL)
            self._semantic[question] = _whole(ranked)
        return self._semantic[question]

    def places(
        self, keyword: Sequence[Ranked], semantic: Sequence[Ranked]
    ) -> list[tuple[str, str]]:
        """The sections that search shows for two rankings, where no passage repeats another."""
        fused = fuse(keyword=keyword, semantic=semantic, blend=self._blend)
        return list(dict.fromkeys(self._place(hit.row) for hit in fused))

    def _place(self, row: int) -> tuple[str, str]:
        section = self.index.passage(row).passage.section
        return self.index.concept(self.index.owner(row)).id, section


class Asker(NamedTuple):
    """Somebody who asks, and for each row whether it is open to them."""

    number: int
    principal: Principal
    open_to: Any


def measure_ranked(scratch: Path) -> dict[str, dict[str, dict[str, int]]]:
    """Of documents of one and of mixed languages, by the share that is visible.

    Questions asked, hidden passages shown, rankings unlike brute force.
    """
    figures = {}
    for name, said in (("one_language", ENGLISH), ("mixed_languages", "")):
        (scratch / name).mkdir()
        figures[name] = _measured(scratch / name, said)
    return figures


def _measured(scratch: Path, said: str) -> dict[str, dict[str, int]]:
    view, words = _opened(scratch, said)
    oracle, asked = Oracle(view, words), questions(QUESTIONS)
    numbers = random.Random(1)  # noqa: S311 - nothing secret
    figures = {
        name: {"asked": 0, "searched": 0, "hidden": 0, "unlike_brute_force": 0} for name in SHARES
    }
    for at in range(PRINCIPALS):
        name = tuple(SHARES)[at % len(SHARES)]
        groups = numbers.sample(range(GROUPS), SHARES[name])
        names = frozenset({"*", *(f"group:g{group}" for group in groups)})
        asker = Asker(at, Principal(id=f"p{at}", names=names), oracle.open_to(groups))
        for key, number in _asked(view, oracle, asker, asked):
            figures[name][key] += number
    return figures


def _opened(scratch: Path, said: str) -> tuple[View, KeywordReader]:
    """A base whose documents lie in folders, each for a group of its own; `said` begins each."""
    write_corpus(scratch / "made", documents=DOCUMENTS, size=2_000)
    for at, path in enumerate(sorted((scratch / "made").rglob("*.md"))):
        folder = scratch / "docs" / f"g{at % GROUPS}"
        folder.mkdir(parents=True, exist_ok=True)
        title, heading, rest = path.read_text().split("\n\n", 2)
        (folder / path.name).write_text(f"{title}\n\n{heading}\n\n{said}{rest}")
    rules = ", ".join(f"g{group}/: [group:g{group}]" for group in range(GROUPS))
    text = f"name: kb\nsources: [{{kind: folder, path: ./docs}}]\naccess: {{rules: {{{rules}}}}}\n"
    (scratch / "okf.yaml").write_text(text)
    base = open_base(scratch)
    report = build(
        base,
        options=BuildOptions(),
        embedder=Hashed(),
        connectors=connectors_for(base),
        now=NOW,
    )
    if not report.published:
        raise RuntimeError(report.reason)
    snapshot = Store(base.state).published()
    words = KeywordReader(snapshot.path / "index" / layout.KEYWORD)
    return open_view(snapshot, base.config).at(NOW), words


def _asked(
    view: View, oracle: Oracle, asker: Asker, asked: Sequence[str]
) -> Iterator[tuple[str, int]]:
    index, visible = view.index, view.visible(asker.principal)
    for at, question in enumerate(asked):
        left = oracle.keyword(question, visible.classes).left(asker.open_to)
        near = oracle.semantic(question).left(asker.open_to)
        keyword = index.rank_keyword(question, visible=visible, limit=DEPTH)
        vector = Hashed().query(question)
        semantic = index.rank_semantic(vector, visible=visible, limit=DEPTH)
        yield "asked", 2
        yield "hidden", sum(not asker.open_to[hit.row] for hit in (*keyword, *semantic))
        yield "unlike_brute_force", _rows(keyword) != _rows(left)
        yield "unlike_brute_force", _rows(semantic) != _rows(near)
        if (at + asker.number) % SEARCHED == 0:
            for side in ((), near):
                found = _places(_searched(view, question, asker.principal, hybrid=bool(side)))
                yield "searched", 1
                yield "unlike_brute_force", found != oracle.places(left, side)


def _searched(view: View, question: str, principal: Principal, *, hybrid: bool) -> SearchResult:
    return search(
        view,
        question,
        principal=principal,
        filters=Filters(),
        limit=_ALL,
        offset=0,
        embedder=Hashed if hybrid else None,
        now=NOW,
    )


def _whole(ranked: Sequence[Ranked]) -> Whole:
    return Whole(np.array(_rows(ranked), np.int64), np.array([hit.score for hit in ranked]))


def _rows(ranked: Sequence[Ranked]) -> list[int]:
    return [hit.row for hit in ranked]


def _places(result: SearchResult) -> list[tuple[str, str]]:
    return [(hit.concept.id, hit.section) for hit in result.hits]
