"""Print every figure of the documentation, measured in one run.

python bench/run.py            all of it, some minutes
python bench/run.py build mcp  some parts: build, search, embed, vectors, leaks, mcp, overhead, soak, startup, size, sheets
"""

import json
import platform
import sys
import tempfile
from pathlib import Path

from building import measure_build
from embed import measure_embed
from leaks import measure_leaks
from overhead import measure_overhead
from searching import measure_search
from serving import measure_calls, measure_startup
from sheets import measure_sheets
from size import measure_size
from soak import measure_soak
from vectors import measure_vectors

PARTS = {
    "build": measure_build,
    "search": measure_search,
    "embed": measure_embed,
    "vectors": measure_vectors,
    "leaks": measure_leaks,
    "mcp": measure_calls,
    "overhead": measure_overhead,
    "soak": measure_soak,
    "startup": measure_startup,
    "size": measure_size,
    "sheets": measure_sheets,
}


def main(names: list[str]) -> int:
    """Measure the parts named, or all; returns 2 for a name that is not known."""
    if unknown := [name for name in names if name not in PARTS]:
        print(f"unknown: {', '.join(unknown)}; known: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    figures: dict[str, object] = {
        "python": platform.python_version(),
        "machine": platform.machine(),
    }
    for name in names or PARTS:
        print(f"measuring {name} ...", file=sys.stderr)
        with tempfile.TemporaryDirectory(prefix="okf-bench-") as scratch:
            figures[name] = PARTS[name](Path(scratch))
    print(json.dumps(figures, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
