"""Measure the conversion of documents in folders of your own.

python -m bench.conversion truth SOURCES TRUTH   against Markdown that people or another program wrote
python -m bench.conversion states FOLDER...      how every file ends: crashes, deadlines, reasons, memory
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.conversion.states import measure_states
from bench.conversion.truth import measure_truth


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one measurement and print its figures as JSON."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.conversion", description="Measure the conversion of documents."
    )
    parts = parser.add_subparsers(dest="part", required=True)
    truth = parts.add_parser("truth", help="compare with Markdown that is known to be right")
    truth.add_argument("sources", type=Path, help="folder of documents")
    truth.add_argument("truth", type=Path, help="folder of NAME.SUFFIX.md or NAME.md")
    truth.add_argument("--kind", action="append", default=[], help="only files of this suffix")
    truth.add_argument("--each", action="store_true", help="print every file too")
    states = parts.add_parser("states", help="read every file and count how it ends")
    states.add_argument("folders", type=Path, nargs="+", help="folders of documents")
    states.add_argument("--timeout", type=float, default=20.0, help="seconds for a file (20)")
    states.add_argument("--workers", type=int, default=2, help="files at a time (2)")
    states.add_argument("--each", action="store_true", help="print every file not read whole too")
    given = parser.parse_args(arguments)
    if given.part == "states":
        counted = measure_states(given.folders, timeout_s=given.timeout, workers=given.workers)
        print(json.dumps(counted.to_json(each=given.each), indent=2, ensure_ascii=False))
        return 0
    figures = measure_truth(given.sources, given.truth, kinds=given.kind)
    print(json.dumps(figures.to_json(each=given.each), indent=2, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
