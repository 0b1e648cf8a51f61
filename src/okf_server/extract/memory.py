"""How much memory a process and all that it started hold, where the system tells."""

import os
from pathlib import Path
from typing import NamedTuple

_PAGE = os.sysconf("SC_PAGE_SIZE")
_MOST_PROCESSES = 64


class Used(NamedTuple):
    """Bytes in memory of a family of processes, and bytes of addresses of its first."""

    resident: int
    addresses: int


def used(process: int) -> Used:
    """What a process and those that it started hold; zeros where it is gone."""
    addresses, resident = _statm(process)
    waiting = _started(process)
    for _ in range(_MOST_PROCESSES):
        if not waiting:
            break
        below = waiting.pop()
        resident += _statm(below)[1]
        waiting += _started(below)
    return Used(resident=resident, addresses=addresses)


def ended_by_the_system() -> int:
    """How many processes the system has ended for want of memory since it started; 0 where it does not tell."""
    try:
        lines = Path("/proc/vmstat").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("oom_kill "))


def _statm(process: int) -> tuple[int, int]:
    """Bytes of addresses, bytes in memory. Addresses count what is reserved and never used."""
    try:
        fields = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()
    except OSError:
        return 0, 0
    return int(fields[0]) * _PAGE, int(fields[1]) * _PAGE


def _started(process: int) -> list[int]:
    """The processes that any thread of a process started."""
    found: list[int] = []
    try:
        for thread in Path(f"/proc/{process}/task").iterdir():
            found += map(int, (thread / "children").read_text(encoding="ascii").split())
    except OSError:
        return found  # it is gone, or this kernel does not list them
    return found
