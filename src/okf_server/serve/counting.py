"""Count and log the calls of tools: which, how they ended, how long they took; never what was asked or answered."""

import logging
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError

from okf_server.errors import OkfError
from okf_server.serve.calls import DeadlineError
from okf_server.serve.limits import LimitError
from okf_server.serve.metrics import Metrics

log = logging.getLogger(__name__)


@contextmanager
def counted(metrics: Metrics, tool: str) -> Iterator[None]:
    """Count the call that runs inside."""
    outcome, start = "ok", perf_counter()
    metrics.running(1)
    try:
        yield
    except BaseException as error:
        outcome = _outcome(error)
        raise
    finally:
        seconds = perf_counter() - start
        metrics.running(-1)
        metrics.called(tool, outcome, seconds)
        log.info("serve.called tool=%s outcome=%s ms=%.1f", tool, outcome, 1000 * seconds)


def _outcome(error: BaseException) -> str:
    match error:
        case CancelledError():
            return "cancelled"
        case LimitError():
            return "refused"
        case UnexpectedToolError():
            return "failed"
        case ToolError() | OkfError():
            return "deadline" if _within_deadline_error(error) else "error"
        case _:
            return "failed"


def _within_deadline_error(error: BaseException) -> bool:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, DeadlineError):
            return True
        cause = cause.__cause__
    return False
