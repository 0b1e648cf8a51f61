"""Ask a built base as many people, and compare what each is shown with brute force over what they may read."""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from corpus import questions, write_corpus
from okf_server.app.adapters import connectors_for
from okf_server.catalog.base import Base, open_base
from okf_server.index.keyword import Ranked
from okf_server.index.visible import Visible
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
SEARCHED = 20
"""Of so many questions one is asked through the whole of search, in keyword and in hybrid mode."""

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


class Brute(NamedTuple):
    """Both whole rankings of a question, of everything there is."""

    question: str
    keyword: list[Ranked]
    semantic: list[Ranked]


def measure_ranked(scratch: Path) -> dict[str, dict[str, int]]:
    """By the share that is visible: questions asked, hidden passages shown, rankings unlike brute force."""
    view = _view(scratch)
    visible = view.visible(OPERATOR)
    whole = [_brute(view, question, visible) for question in questions(QUESTIONS)]
    numbers = random.Random(1)  # noqa: S311 - nothing secret
    figures = {
        name: {"asked": 0, "searched": 0, "hidden": 0, "unlike_brute_force": 0} for name in SHARES
    }
    for at in range(PRINCIPALS):
        name = tuple(SHARES)[at % len(SHARES)]
        groups = numbers.sample(range(GROUPS), SHARES[name])
        names = frozenset({"*", *(f"group:g{group}" for group in groups)})
        for key, number in _asked(view, whole, Principal(id=f"p{at}", names=names), groups):
            figures[name][key] += number
    return figures


def _view(scratch: Path) -> View:
    """A base whose documents lie in folders, each for a group of its own."""
    write_corpus(scratch / "made", documents=DOCUMENTS, size=2_000)
    for at, path in enumerate(sorted((scratch / "made").rglob("*.md"))):
        folder = scratch / "docs" / f"g{at % GROUPS}"
        folder.mkdir(parents=True, exist_ok=True)
        path.rename(folder / path.name)
    # a question is taken in the languages of what a person may read; here all of it is of one
    english = "The rule of this document is that it was made for all of us, and that it is to be read as it is.\n"
    for path in (scratch / "docs").rglob("*.md"):
        path.write_text(path.read_text().replace("\n\n", f"\n\n{english}\n"))
    rules = ", ".join(f"g{group}/: [group:g{group}]" for group in range(GROUPS))
    text = f"name: kb\nsources: [{{kind: folder, path: ./docs}}]\naccess: {{rules: {{{rules}}}}}\n"
    (scratch / "okf.yaml").write_text(text)
    base: Base = open_base(scratch)
    report = build(
        base,
        options=BuildOptions(),
        embedder=Hashed(),
        connectors=connectors_for(base),
        now=NOW,
    )
    if not report.published:
        raise RuntimeError(report.reason)
    return open_view(Store(base.state).published(), base.config).at(NOW)


def _brute(view: View, question: str, visible: Visible) -> Brute:
    """Both rankings of every row; that the semantic one is exact is measured apart, by a product of matrices."""
    keyword = view.index.rank_keyword(question, visible=visible, limit=_ALL)
    vector = Hashed().query(question)
    return Brute(question, keyword, view.index.rank_semantic(vector, visible=visible, limit=_ALL))


def _asked(
    view: View, whole: Sequence[Brute], principal: Principal, groups: Sequence[int]
) -> Iterator[tuple[str, int]]:
    index, visible = view.index, view.visible(principal)
    folders = {f"g{group}" for group in groups}
    rows = sum(record.rows for record in index.concepts)
    open_to = [index.concept(index.owner(row)).path.split("/")[0] in folders for row in range(rows)]
    for at, brute in enumerate(whole):
        left = [hit for hit in brute.keyword if open_to[hit.row]]
        near = [hit for hit in brute.semantic if open_to[hit.row]]
        keyword = index.rank_keyword(brute.question, visible=visible, limit=DEPTH)
        vector = Hashed().query(brute.question)
        semantic = index.rank_semantic(vector, visible=visible, limit=DEPTH)
        yield "asked", 2
        yield "hidden", sum(not open_to[hit.row] for hit in (*keyword, *semantic))
        yield "unlike_brute_force", _rows(keyword) != _rows(left[:DEPTH])
        yield "unlike_brute_force", _rows(semantic) != _rows(near[:DEPTH])
        if at % SEARCHED == 0:
            yield from _searched(view, principal, brute._replace(keyword=left, semantic=near))


def _rows(ranked: Sequence[Ranked]) -> list[int]:
    return [hit.row for hit in ranked]


def _searched(view: View, principal: Principal, left: Brute) -> Iterator[tuple[str, int]]:
    """One question through the whole of search; `left` are the rankings without what is hidden."""
    index = view.index
    for semantic in ((), left.semantic[:DEPTH]):
        result = search(
            view,
            left.question,
            principal=principal,
            filters=Filters(),
            limit=_ALL,
            offset=0,
            embedder=Hashed if semantic else None,
            now=NOW,
        )
        fused = fuse(keyword=left.keyword[:DEPTH], semantic=semantic, blend=view.fusion)
        expected = dict.fromkeys(
            (index.concept(index.owner(hit.row)).id, index.passage(hit.row).passage.section)
            for hit in fused
        )
        yield "searched", 1
        yield "unlike_brute_force", list(expected) != _places(result)


def _places(result: SearchResult) -> list[tuple[str, str]]:
    return [(hit.concept.id, hit.section) for hit in result.hits]
