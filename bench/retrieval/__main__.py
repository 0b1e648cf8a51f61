"""Measure keyword, semantic and hybrid search on sets of questions.

python -m bench.retrieval DIR... [--vectors DIR] [--questions N] [--keyword-only] [--json]

A set is a directory with corpus.jsonl, queries.jsonl and qrels/*.tsv; bench.retrieval.convert makes some.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.retrieval.measuring import Figures, Way, measure
from bench.retrieval.ranking import Model
from bench.retrieval.sets import read_set

from okf_server.embed.e5 import E5Embedder
from okf_server.evaluate.bootstrap import interval
from okf_server.index.vector_cache import VectorCache


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure every set that is named, and print each as soon as it is done."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.retrieval",
        description="Measure keyword, semantic and hybrid search on sets of questions.",
    )
    parser.add_argument("sets", type=Path, nargs="+", help="directories with corpus.jsonl")
    parser.add_argument("--vectors", type=Path, help="directory that keeps vectors between runs")
    parser.add_argument("--questions", type=int, default=1_000_000, help="at most so many, drawn")
    parser.add_argument("--keyword-only", action="store_true", help="leave the model out")
    parser.add_argument("--json", action="store_true", help="one JSON object a set")
    given = parser.parse_args(arguments)
    if not given.keyword_only and given.vectors is None:
        parser.error("--vectors DIR is needed, or --keyword-only")
    model = None if given.keyword_only else _model(given.vectors)
    for directory in given.sets:
        found = measure(read_set(directory).sample(given.questions), model)
        lines = [json.dumps(found.to_json())] if given.json else _table(found)
        print("\n".join(lines), flush=True)
    return 0


def _model(directory: Path) -> Model:
    directory.mkdir(parents=True, exist_ok=True)
    cache = VectorCache(directory / "vectors.db")
    return Model(embedder=E5Embedder(cache=directory), cache=cache)


def _table(found: Figures) -> Iterator[str]:
    yield (
        f"{found.name}: {found.documents} documents, {found.passages} passages, "
        f"{found.questions} questions"
    )
    yield f"  {'':<18} nDCG@10 [95 %]         R@1   R@5   R@10  MRR@10  lead over keyword [95 %]"
    for name, way in found.ways.items():
        yield f"  {name:<18} {_row(way)}"


def _row(way: Way) -> str:
    mean, low, high = interval(way.ndcg)
    rest = [way.means.get(name) for name in ("recall_at_1", "recall_at_5", "recall_at_10")]
    shares = " ".join("    -" if value is None else f"{value:.3f}" for value in rest)
    mrr = way.means.get("mrr_at_10")
    lead = f"  {way.lead[0]:+.3f} [{way.lead[1]:+.3f}, {way.lead[2]:+.3f}]" if way.lead else ""
    weights = f"  weights {', '.join(map(str, way.weights))}" if way.weights else ""
    shown = f"{'-':>5} " if mrr is None else f"{mrr:.3f} "
    return f"{mean:.4f} [{low:.3f}, {high:.3f}]  {shares}  {shown}{lead}{weights}"


if __name__ == "__main__":
    sys.exit(main())
