"""The child process that reads files for `pool`: one JSON line in, one JSON line out.

Answers are JSON and not pickled, because a hostile file may have taken the child over.
"""

import contextlib
import importlib
import json
import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from okf_server.extract.codec import outcome_to_json
from okf_server.extract.refusals import first_line
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Failed, Outcome

COMMAND = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from okf_server.extract.worker import main; main(sys.argv[2], sys.argv[3], int(sys.argv[4]))"
)
"""What a child runs; a module's name would make it depend on the parent's way of being started."""

_GRACE_S = 2  # the parent's own deadline comes first
_RESERVED = (
    3 * 2**30
)  # bytes of address space that engines reserve and never use, and for each core
_RESERVED_A_CORE = 2**30
_VICTIM = "500"  # where memory runs out, the kernel ends a child before its parent


def find_readers(spec: str) -> Callable[[DocumentsConfig], Any]:
    """The function that a spec such as `package.module:function` names."""
    module, _, name = spec.partition(":")
    found: Callable[[DocumentsConfig], Any] = getattr(importlib.import_module(module), name)
    return found


def main(readers: str, settings: str, memory_mb: int) -> None:
    """Serve requests until the parent closes the pipe; `settings` is a DocumentsConfig as JSON."""
    requests, answers = _own_pipes()
    _limit(memory_mb)
    known = find_readers(readers)(DocumentsConfig(**json.loads(settings)))
    with requests, answers:
        for line in requests:
            request = json.loads(line)
            # ends this process even where an engine never returns and the parent is gone
            signal.alarm(int(request["timeout_s"]) + _GRACE_S)
            outcome = _read(known, Path(request["path"]), request["kind"])
            signal.alarm(0)
            answers.write(json.dumps(outcome_to_json(outcome)).encode("ascii") + b"\n")
            answers.flush()


def _limit(memory_mb: int) -> None:
    """Bound what this process may take even where the parent does not look.

    The parent watches the memory in use; address space is a bound far above it, for want of a closer one.
    """
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    space = memory_mb * 2**20 + _RESERVED + _RESERVED_A_CORE * (os.cpu_count() or 1)
    for limit, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_AS, space)):
        with contextlib.suppress(OSError, ValueError):  # a lower limit may hold already
            resource.setrlimit(limit, (most, most))
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_VICTIM, encoding="ascii")


def _read(known: Any, path: Path, kind: str) -> Outcome:
    try:
        outcome: Outcome = known.of_suffix(kind).extract(path, kind)
    except MemoryError:
        return Failed(reason="needs more memory than there is", hint="Split it.")
    except BaseException as error:  # noqa: BLE001 - a panic of an engine is no Exception
        return Failed(reason=f"the reader failed: {type(error).__name__}: {first_line(error)}")
    return outcome


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes, away from the standard streams, which engines print to."""
    requests, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nothing, standard)
    os.close(nothing)
    return os.fdopen(requests, "rb"), os.fdopen(answers, "wb")
