"""Order the first hits again by a model that reads question and passage together, within a time limit."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from okf_server.model.answer import Factor
from okf_server.search.order import Found

DEPTH = 30

Scores = Callable[[str, Sequence[str]], Iterator[float]]
"""A score for each passage, higher is better; raises ModelError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranker:
    """The model, how long it may take for a question, and the clock that says so, in seconds."""

    scores: Scores
    limit_s: float
    clock: Callable[[], float]


def reranked(found: Sequence[Found], question: str, reranker: Reranker) -> list[Found]:
    """The first hits by the model's scores, what is out of date after what is not, then the others.

    Those that time did not suffice for follow the scored ones, in the order that they had. Raises ModelError.
    """
    first, rest = found[:DEPTH], found[DEPTH:]
    end = reranker.clock() + reranker.limit_s
    scores: list[float] = []
    for score in reranker.scores(question, [_text(one) for one in first]):
        scores.append(score)
        if reranker.clock() >= end:
            break
    ranked = sorted(zip(scores, range(len(scores)), first, strict=False), key=_place)
    marked = (_marked(one, rank, place + 1) for rank, (_, place, one) in enumerate(ranked, 1))
    return [*marked, *first[len(scores) :], *rest]


def _place(scored: tuple[float, int, Found]) -> tuple[bool, float, int]:
    score, place, one = scored
    return any(factor.factor < 1 for factor in one.factors), -score, place


def _marked(found: Found, rank: int, before: int) -> Found:
    if rank == before:
        return found
    why = f"the reranker put it at {rank}, it was at {before}"
    return found._replace(factors=(*found.factors, Factor(name="reranked", factor=1.0, why=why)))


def _text(found: Found) -> str:
    stored = found.stored
    return "\n".join((found.concept.title, *stored.passage.headings[-1:], stored.text))
