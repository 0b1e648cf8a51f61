"""Run commands and take their processor time."""

import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

OKF = (str(Path(sys.executable).with_name("okf")),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What a command cost: processor seconds (user and system, children included) and its output."""

    cpu_s: float
    output: str


def run(
    command: Sequence[str], *, accept: Sequence[int] = (0,), bytecode: Path | None = None
) -> Run:
    """Run a command to its end; raises RuntimeError for an exit code that is not accepted.

    `bytecode` is where modules are kept compiled from one run to the next, as an installer leaves them.
    """
    if bytecode:
        command = ["env", f"PYTHONPYCACHEPREFIX={bytecode}", "PYTHONDONTWRITEBYTECODE=", *command]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(  # noqa: S603 - our own
        command, capture_output=True, text=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in accept:
        raise RuntimeError(f"{command} exited {done.returncode}: {done.stderr[-2000:]}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(cpu_s=cpu, output=done.stdout)


def memory_mb() -> float:
    """What this process has in memory now, shared and mapped pages too."""
    fields = Path("/proc/self/statm").read_text("ascii").split()
    return int(fields[1]) * resource.getpagesize() / 1e6


def p50_p95(values: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile."""
    cuts = quantiles(values, n=20, method="inclusive")
    return cuts[9], cuts[18]
