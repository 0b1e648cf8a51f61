"""Measure how confidence tells questions with an answer from those without, over several bases together.

python -m bench.retrieval.confidence BASE=QUESTIONS.yaml... [SET...] --vectors DIR

A question of a file with nothing expected that the base has, or of a set without a relevant document, has no answer.
"""

import argparse
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.retrieval.ranking import Model, index_set
from bench.retrieval.scoring import auc
from bench.retrieval.sets import read_set

from okf_server.embed.e5 import E5Embedder
from okf_server.evaluate.questions import read_questions
from okf_server.index.read import IndexReader, open_index
from okf_server.index.vector_cache import VectorCache
from okf_server.index.wording import meaning, plain
from okf_server.model.answer import Filters
from okf_server.model.seams import Embedder
from okf_server.search.confidence import place, scale, signal

DEPTH = 100


class Asked(NamedTuple):
    """An index, and its questions with and without an answer."""

    name: str
    index: IndexReader
    answered: Sequence[str]
    unanswered: Sequence[str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the area under the curve for each and for all together, by keyword and with vectors."""
    parser = argparse.ArgumentParser(prog="python -m bench.retrieval.confidence")
    parser.add_argument("asked", nargs="+", help="BASE=QUESTIONS.yaml, or a directory of a set")
    parser.add_argument("--vectors", type=Path, required=True, help="directory that keeps vectors")
    given = parser.parse_args(arguments)
    embedder = E5Embedder(cache=given.vectors)
    model = Model(embedder=embedder, cache=VectorCache(given.vectors / "vectors.db"))
    with TemporaryDirectory(prefix="okf-bench-") as scratch:
        asked = [_opened(text, Path(scratch), model) for text in given.asked]
        for name, used in {"keyword": None, "hybrid": embedder}.items():
            print(f"{name}: {', '.join(_told(asked, used))}", flush=True)
    return 0


def _told(asked: Sequence[Asked], embedder: Embedder | None) -> Iterator[str]:
    with_answer: list[float] = []
    without: list[float] = []
    for one in asked:
        yes = list(_places(one.index, one.answered, embedder))
        no = list(_places(one.index, one.unanswered, embedder))
        yield f"{one.name} {auc(yes, no):.3f} ({len(yes)} with, {len(no)} without)"
        with_answer += yes
        without += no
    yield f"together {auc(with_answer, without):.3f} ({len(with_answer)}, {len(without)})"


def _places(
    index: IndexReader, questions: Sequence[str], embedder: Embedder | None
) -> Iterator[float]:
    visible = index.visible(None, Filters())
    on = scale(index, visible, embedder)
    for text in map(plain, questions):
        keyword = index.rank_keyword(text, visible=visible, limit=DEPTH)
        semantic = None
        if embedder:
            vector = embedder.query(meaning(text))
            semantic = index.rank_semantic(vector, visible=visible, limit=DEPTH)
        yield place(signal(index, text, keyword, semantic, on.rarity), on)


def _is_held(expected: Sequence[str], held: Collection[str]) -> bool:
    return any(one.partition("#")[0].casefold() in held for one in expected)


def _opened(text: str, scratch: Path, model: Model) -> Asked:
    base, separator, file = text.partition("=")
    if separator:
        questions = read_questions(Path(file))
        index = open_index(Path(base, ".okf", "current", "index"))
        held = {name for one in index.concepts for name in (one.id, one.path.casefold())}
        answered = [one.question for one in questions if _is_held(one.expected, held)]
        unanswered = [one.question for one in questions if not _is_held(one.expected, held)]
        return Asked(Path(base).name, index, answered, unanswered)
    found = read_set(Path(base))
    indexed = index_set(found, scratch / found.name, model)
    keys = set(found.answerable)
    answered = [question for key, question in found.questions.items() if key in keys]
    unanswered = [question for key, question in found.questions.items() if key not in keys]
    return Asked(found.name, indexed.index, answered, unanswered)


if __name__ == "__main__":
    sys.exit(main())
