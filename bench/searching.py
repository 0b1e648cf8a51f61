"""Measure keyword search in process, at 2,000 and at 100,000 passages."""

from pathlib import Path
from time import perf_counter, thread_time

from corpus import questions, write_corpus
from measure import OKF, p50_p95, run

SIZES = {"2k": (400, 4_000), "100k": (14_000, 4_000)}  # name: documents, bytes a document
QUESTIONS = 200


def measure_search(scratch: Path) -> dict[str, dict[str, float]]:
    """p50 and p95 of 200 questions of six words, in milliseconds by the clock and of the processor, for each size."""
    return {name: _measure(scratch / name, *size) for name, size in SIZES.items()}


def _measure(scratch: Path, documents: int, size: int) -> dict[str, float]:
    from okf_server import Knowledge  # noqa: PLC0415 - what is measured is the use, not the import

    docs, base = scratch / "docs", scratch / "base"
    write_corpus(docs, documents=documents, size=size)
    run([*OKF, "build", str(docs), "--base", str(base), "--no-embeddings"])
    knowledge = Knowledge(base)
    knowledge.search("warm up")
    clock, processor = [], []
    for question in questions(QUESTIONS):
        start, spent = perf_counter(), thread_time()
        knowledge.search(question)
        clock.append(1000 * (perf_counter() - start))
        processor.append(1000 * (thread_time() - spent))
    p50, p95 = p50_p95(clock)
    cpu_p50, cpu_p95 = p50_p95(processor)
    return {
        "passages": sum(1 for _ in (base / ".okf/current/index/passages.jsonl").open("rb")),
        "p50_ms": round(p50, 2),
        "p95_ms": round(p95, 2),
        "cpu_p50_ms": round(cpu_p50, 2),
        "cpu_p95_ms": round(cpu_p95, 2),
    }
