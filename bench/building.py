"""Measure builds: processor time against a plain SQLite FTS5 insert, and a rebuild without changes."""

import sys
from pathlib import Path

from corpus import write_corpus
from measure import OKF, run

DOCUMENTS = 2_000
BYTES_A_DOCUMENT = 10_500


def measure_build(scratch: Path) -> dict[str, float]:
    """Build 2,000 concepts by keyword only, then once more without a change."""
    docs, base = scratch / "docs", scratch / "base"
    total = write_corpus(docs, documents=DOCUMENTS, size=BYTES_A_DOCUMENT)
    insert = Path(__file__).with_name("fts5_insert.py")
    yardstick = run([sys.executable, str(insert), str(docs), str(scratch / "fts5.db")]).cpu_s
    command = [*OKF, "build", str(docs), "--base", str(base), "--no-embeddings"]
    run([*OKF, "build", "--help"], bytecode=scratch / "bytecode")
    first = run(command, bytecode=scratch / "bytecode").cpu_s
    again = run(command, bytecode=scratch / "bytecode").cpu_s
    return {
        "concepts": DOCUMENTS,
        "megabytes": round(total / 1e6, 1),
        "fts5_insert_cpu_s": round(yardstick, 2),
        "build_cpu_s": round(first, 2),
        "build_over_fts5": round(first / yardstick, 2),
        "rebuild_without_change_cpu_s": round(again, 2),
    }
