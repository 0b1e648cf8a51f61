"""Measure what an installation takes on disk, for each extra."""

import subprocess
import sys
from pathlib import Path

EXTRAS = ("", "documents", "semantic", "documents,semantic")
ROOT = Path(__file__).parent.parent


def measure_size(scratch: Path) -> dict[str, float]:
    """Megabytes of site-packages without pip and setuptools, by extra."""
    return {extra or "core": _install(scratch / (extra or "core"), extra) for extra in EXTRAS}


def _install(target: Path, extra: str) -> float:
    what = f"{ROOT}[{extra}]" if extra else str(ROOT)
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-compile",
        "--target",
        str(target),
    ]
    subprocess.run([*command, what], check=True, capture_output=True)  # noqa: S603 - our own
    files = (path for path in target.rglob("*") if path.is_file() and not path.is_symlink())
    return round(sum(path.stat().st_size for path in files) / 1e6, 1)
