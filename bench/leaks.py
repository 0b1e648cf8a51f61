"""Ask many random questions as many random principals, and count what any of them should not have seen."""

import random
from array import array
from pathlib import Path
from typing import Any

import numpy as np

from leaks_ranked import measure_ranked
from okf_server.index.vectors import VectorReader, write_vectors
from okf_server.index.visible import Visible, visible_set
from okf_server.model.answer import Filters
from vectors import CLASSES, made_vectors, meta_of

ROWS = 30_000
PRINCIPALS = 250
QUESTIONS = 400
LIMIT = 10


def measure_leaks(scratch: Path) -> dict[str, Any]:
    """What 250 people were shown that they may not read, each asking 400 questions: of vectors alone, and of a base."""
    (scratch / "vectors").mkdir()
    (scratch / "base").mkdir()
    return {"vectors": _measured(scratch / "vectors"), **measure_ranked(scratch / "base")}


def _measured(scratch: Path) -> dict[str, int]:
    """Hidden rows, and rows missing that brute force finds."""
    vectors = made_vectors(ROWS, 1)
    _, rounding = write_vectors(scratch, [array("f", row.tobytes()) for row in vectors])
    owners = array("I", range(ROWS)).tobytes()
    reader = VectorReader(scratch, owners, meta_of(ROWS, rounding))
    numbers = random.Random(1)  # noqa: S311 - nothing secret
    hidden = missing = 0
    for _ in range(PRINCIPALS):
        visible = _visible(numbers)
        allowed = np.flatnonzero(np.frombuffer(visible.mask, np.uint8))
        seen = frozenset(allowed.tolist())
        questions = np.stack([vectors[numbers.randrange(ROWS)] for _ in range(QUESTIONS)])
        questions += np.float32(0.01) * made_vectors(QUESTIONS, numbers.randrange(10**6))
        best = _best(vectors[allowed], questions)
        for question, expected in zip(questions, best, strict=True):
            ranked = reader.rank(question, visible=visible, limit=LIMIT)
            hidden += sum(hit.row not in seen for hit in ranked)
            found = [hit.score for hit in ranked]
            missing += not np.allclose(found, expected, rtol=0, atol=1e-5)
    questions_asked = PRINCIPALS * QUESTIONS
    return {"questions": questions_asked, "hidden_rows": hidden, "unlike_brute_force": missing}


def _visible(numbers: random.Random) -> Visible:
    """What somebody sees who is in one to all of a hundred classes."""
    chosen = frozenset(numbers.sample(range(CLASSES), numbers.choice([1, 2, 5, 20, 50, 99])))
    classes = array("I", (row * 7 % CLASSES for row in range(ROWS))).tobytes()
    return visible_set(classes, (), classes=chosen, filters=Filters())


def _best(vectors: Any, questions: Any) -> Any:
    """The products of the nearest rows with each question, by brute force."""
    products = questions @ vectors.T
    return -np.sort(-np.partition(products, -LIMIT, axis=1)[:, -LIMIT:], axis=1)
