"""Measure the conversion of documents in folders of your own.

python -m bench.conversion truth SOURCES TRUTH   against Markdown that people or another program wrote
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

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
    given = parser.parse_args(arguments)
    figures = measure_truth(given.sources, given.truth, kinds=given.kind)
    print(json.dumps(figures.to_json(each=given.each), indent=2, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
