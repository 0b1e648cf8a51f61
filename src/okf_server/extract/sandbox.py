"""Shut a process that parses files off from the network, from other files and from other processes.

Each protection stands by itself: where a kernel or a container does not allow one, the others hold, and
`okf doctor` says which is missing.
"""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from okf_server.extract import calls, kernel, landlock
from okf_server.extract.folder import Folder
from okf_server.extract.limits import LARGEST_FILE, MOST_OPEN_FILES

_SYSTEM = (
    "/usr", "/lib", "/lib32", "/lib64", "/bin", "/nix/store",
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload",
    "/etc/localtime", "/etc/mime.types", "/etc/fonts",
    "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu", "/sys/fs/cgroup", "/sys/kernel/mm/transparent_hugepage",
)  # fmt: skip
"""What programs and libraries read; nothing of a person's."""

_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_RESERVED = (
    3 * 2**30
)  # bytes of address space that engines reserve and never use, and for each core
_RESERVED_A_CORE = 2**30
_VICTIM = "500"  # where memory runs out, the kernel ends a child before its parent
_PROBE_S = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Protection:
    """One protection of the processes that parse files; `detail` says how it is had, or why not."""

    name: str
    active: bool
    detail: str


def protect(readable: Sequence[Path], writable: Path, memory_mb: int) -> tuple[Protection, ...]:
    """Confine this process, which must have one thread; returns what holds from now on.

    It can read and run programs, libraries and what is `readable`, and write beneath `writable` alone.
    """
    return (
        _limits(memory_mb),
        _tried("privileges", "none can be gained", kernel.give_up_privileges),
        _network(),
        _files(readable, writable),
        _tried("capabilities", "dropped", kernel.drop_capabilities),
        _tried(
            "system calls", "sockets and the reach for other processes are refused", calls.refuse
        ),
    )


def module_path() -> list[str]:
    """Where a child looks for modules: as here, but for the working directory, which may hold documents."""
    here, ours = Path.cwd(), Path(__file__).resolve().parents[2]
    entries = [Path(entry).resolve() for entry in sys.path if entry]
    return [str(entry) for entry in entries if entry == ours or entry != here]


def libraries() -> list[Path]:
    """Where this interpreter and its modules lie."""
    program = str(Path(sys.executable).resolve().parent)
    return [Path(p) for p in (sys.prefix, sys.base_prefix, sys.exec_prefix, program, *sys.path)]


def address_space(memory_mb: int) -> int:
    """Bytes of addresses that a process of this memory may have."""
    return memory_mb * 2**20 + _RESERVED + _RESERVED_A_CORE * (os.cpu_count() or 1)


def probe() -> tuple[Protection, ...]:
    """The protections that a child has here, found by starting one."""
    with Folder("probe") as folder:
        code = (
            "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
            "from okf_server.extract import sandbox; sandbox.report(sys.argv[2])"
        )
        # the interpreter of this very process, and no shell
        done = subprocess.run(  # noqa: S603 - every argument is ours
            [sys.executable, "-c", code, json.dumps(module_path()), folder.path],
            capture_output=True,
            check=True,
            timeout=_PROBE_S,
        )
    return tuple(Protection(**found) for found in json.loads(done.stdout))


def report(folder: str) -> None:
    """Protect this process, and print what holds as JSON: what `probe` starts."""
    found = protect(libraries(), Path(folder), 1024)
    sys.stdout.write(json.dumps([asdict(protection) for protection in found]))


def _tried(name: str, detail: str, step: Callable[[], None]) -> Protection:
    try:
        step()
    except OSError as error:
        return Protection(name=name, active=False, detail=error.strerror or str(error))
    return Protection(name=name, active=True, detail=detail)


def _limits(memory_mb: int) -> Protection:
    """Bound what this process may take even where the parent does not look.

    The parent watches the memory in use; address space is a bound far above it, for want of a closer one.
    The number of processes is not bounded here: the kernel counts those of the whole user.
    """
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    for limit, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_AS, address_space(memory_mb)),
        (resource.RLIMIT_FSIZE, LARGEST_FILE),
        (resource.RLIMIT_NOFILE, MOST_OPEN_FILES),
    ):
        with suppress(OSError, ValueError):  # a lower limit may hold already
            resource.setrlimit(limit, (most, most))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_VICTIM, encoding="ascii")
    return Protection(name="limits", active=True, detail="memory, file size, open files, no core")


def _network() -> Protection:
    apart = _tried("network", "a network namespace without any", kernel.leave_network)
    if apart.active or landlock.version() < landlock.NETWORK_FROM:
        return apart
    return Protection(name="network", active=True, detail="TCP is refused by Landlock")


def _files(readable: Sequence[Path], writable: Path) -> Protection:
    known = landlock.version()
    if not known:
        return Protection(name="files", active=False, detail="this kernel has no Landlock")
    allowed = [*map(Path, _SYSTEM), *readable]
    return _tried(
        "files",
        f"programs, libraries and the file asked for alone (Landlock, version {known})",
        lambda: landlock.confine(allowed, map(Path, _DEVICES), writable),
    )
