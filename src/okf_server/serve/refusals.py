"""What an assistant is told when a call fails: what to do next, and nothing that it may not know."""

import itertools
import logging
import os

from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from pydantic import ValidationError

from okf_server.errors import ConfigError, NotFoundError, OkfError, UpstreamError
from okf_server.model.access import Principal
from okf_server.serve.caller import caller
from okf_server.serve.tools.arguments import refusal

log = logging.getLogger(__name__)

_numbers = itertools.count(1)


def told(error: OkfError, principal: Principal) -> str:
    """The message of an expected failure; only the operator is told of files and providers."""
    match error:
        case ConfigError() | UpstreamError() if not principal.trusted:
            return _unanswerable(error)
        case NotFoundError(hint=""):
            return f"{error} search_knowledge and browse_knowledge show what there is."
        case _:
            return str(error)


def told_to_caller(error: OkfError) -> str:
    """The message of an expected failure for who asks now."""
    try:
        principal = caller()
    except OkfError as unreadable:  # the configuration of one's own machine, on stdio alone
        return str(unreadable)
    return told(error, principal)


def explain(tool: str, error: ToolError, known: list[str]) -> str:
    """The text of a failed call without the SDK's wrapping."""
    cause = error.__cause__
    if isinstance(error, UnexpectedToolError):
        return incident(cause or error)
    if isinstance(cause, ValidationError):
        return refusal(tool, cause, known)
    return str(cause or error)


def incident(error: BaseException) -> str:
    """Log a failure that nobody foresaw under a number, and give the number alone away."""
    number = _logged(error)
    return (
        f"The server failed on this call (incident {number}). Try once more; if it fails again, "
        "tell the operator the incident number: it stands in the server's log."
    )


def _unanswerable(error: OkfError) -> str:
    """What is out of order is for the operator to mend; to ask once more would not help."""
    return (
        f"This cannot be answered now: the server needs its operator (incident {_logged(error)}). "
        "Tell them the incident number: what to do stands in the server's log."
    )


def _logged(error: BaseException) -> str:
    number = f"{os.getpid():x}-{next(_numbers)}"
    log.error("serve.failed incident=%s", number, exc_info=error)
    return number
