"""Measure search where the base is large: on its own, with vectors, beside SQLite FTS5, and what it holds in memory.

python bench/scale.py [PASSAGES ...]      100,000 and 1,000,000 where none are named; a million take half an hour

The text is random and its words fall off as in natural text. All times are processor milliseconds of the process
that asks. `hybrid` is the whole of a search but for the vector of its question.
"""

import argparse
import json
import subprocess
import sys
from array import array
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from time import process_time

from corpus import questions
from measure import memory_mb, p50_p95
from okf_server.index.analyze import terms
from okf_server.index.keyword_fields import WEIGHTS
from okf_server.index.parts import part_of
from okf_server.index.write import write_index
from okf_server.model.access import OPERATOR
from okf_server.model.answer import Filters
from okf_server.model.config import BaseConfig
from okf_server.model.manifest import Manifest
from okf_server.model.seams import Embedder, Vector
from okf_server.search.find import search
from okf_server.search.view import View, open_view
from okf_server.snapshot.store import Snapshot
from vectors import DIMENSION, Made, made_vectors
from words import entries, fts5, timed

SIZES = [100_000, 1_000_000]
QUESTIONS = 60
LIMIT = 100
MODEL = "synthetic/1"
NOW = datetime(2026, 11, 30, tzinfo=UTC)


class Synthetic:
    """The vectors of the questions, made beforehand: what a model takes for one is no part of a search here."""

    identity = MODEL
    dimension = DIMENSION

    def __init__(self, asked: Sequence[str]) -> None:
        made = made_vectors(len(asked), 10_000)
        self._made = {
            text: array("f", row.tobytes()) for text, row in zip(asked, made, strict=True)
        }
        self._other = array("f", made[0].tobytes())

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Those of questions."""
        return [self.query(text) for text in texts]

    def query(self, text: str) -> Vector:
        """That of a question; the same one for all that are not known."""
        return self._made.get(text, self._other)


def measure(passages: int, place: Path) -> dict[str, object]:
    """Everything at one size."""
    report: dict[str, object] = {"passages": passages, **_write(passages, place)}
    for part in ("keyword", "hybrid", "fts5"):
        command = [sys.executable, __file__, "--part", part, str(place)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
        report[part] = json.loads(done.stdout)
    return report


def _write(passages: int, place: Path) -> dict[str, float]:
    """Write both indexes; processor seconds of each."""
    written = list(entries(passages))
    (place / "snapshot").mkdir()
    index, vectors = place / "snapshot" / "index", Made(passages)
    _, ours = timed(
        lambda: write_index(index, list(map(part_of, written)), vectors=vectors, embedder=MODEL)
    )
    _, theirs = timed(lambda: fts5(place / "fts5.db", written))
    return {"build_cpu_s": round(ours), "fts5_build_cpu_s": round(theirs)}


def _one(part: str, place: Path) -> dict[str, float]:
    """The figures of one part, in a process of its own."""
    asked = questions(QUESTIONS + 1)
    if part == "fts5":
        return _times(_fts5(place / "fts5.db"), asked)
    view = _view(place / "snapshot")
    whole = view.visible(OPERATOR)
    if part == "keyword":
        return {
            f"ranking_{name}": value
            for name, value in _times(
                lambda one: view.index.rank_keyword(one, visible=whole, limit=LIMIT), asked
            ).items()
        } | _times(lambda one: _search(view, one, None), asked)
    model = Synthetic(asked)
    return _times(lambda one: _search(view, one, model), asked) | {"memory_mb": round(memory_mb())}


def _search(view: View, question: str, model: Embedder | None) -> object:
    return search(
        view,
        question,
        principal=OPERATOR,
        filters=Filters(),
        limit=5,
        offset=0,
        embedder=lambda: model,
        now=NOW,
    )


def _view(directory: Path) -> View:
    manifest = Manifest(
        id="synthetic",
        base="synthetic",
        published="",
        formats={},
        generator="",
        inputs="",
        content="",
        embedder=MODEL,
        items=(),
        access=(),
    )
    snapshot = Snapshot(id=manifest.id, path=directory, manifest=manifest)
    return open_view(snapshot, BaseConfig(name="synthetic", sources=()))


def _fts5(path: Path) -> Callable[[str], object]:
    """Asks SQLite for the same terms in the same fields."""
    import sqlite3  # noqa: PLC0415 - the process that measures ours needs none

    base = sqlite3.connect(path)
    weights = ", ".join(map(str, WEIGHTS.values()))
    query = f"select rowid, bm25(t, {weights}) as s from t where t match ? order by s limit {LIMIT}"  # noqa: S608 - numbers
    return lambda one: base.execute(
        query, [" OR ".join(f'"{term}"' for term in terms(one))]
    ).fetchall()


def _times(ask: Callable[[str], object], asked: Sequence[str]) -> dict[str, float]:
    """The middle and the 95th percentile, once the first question has opened all that there is to open."""
    taken = []
    for question in asked:
        started = process_time()
        ask(question)
        taken.append(1000 * (process_time() - started))
    p50, p95 = p50_p95(taken[1:])
    return {"p50_ms": round(p50, 2), "p95_ms": round(p95, 2), "first_ms": round(taken[0])}


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("passages", nargs="*", default=SIZES)
    parser.add_argument("--part", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.part:
        print(json.dumps(_one(asked.part, Path(asked.passages[0]))))
        return
    for passages in map(int, asked.passages):
        place = Path(mkdtemp(prefix="okf-bench-"))
        try:
            print(json.dumps(measure(passages, place), indent=1), flush=True)
        finally:
            rmtree(place)


if __name__ == "__main__":
    main()
