"""What a caller may be told of a failure; the operator finds the rest in the log, under a number."""

import itertools
import logging
import os

from okf_server.errors import ConfigError, NotFoundError, OkfError, UpstreamError
from okf_server.model.access import Principal
from okf_server.serve.caller import caller

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


def incident(error: BaseException) -> str:
    """Log a failure that nobody foresaw under a number, and give the number alone away."""
    number = _number()
    log.error("serve.failed incident=%s", number, exc_info=error)
    return (
        f"The server failed on this call (incident {number}). Try once more; if it fails again, "
        "tell the operator the incident number: it stands in the server's log."
    )


def _unanswerable(error: OkfError) -> str:
    """What is out of order is for the operator to mend; to ask once more would not help."""
    number = _number()
    log.error("serve.unanswerable incident=%s reason=%r", number, str(error))
    return (
        f"This cannot be answered now: the server needs its operator (incident {number}). "
        "Tell them the incident number: what to do stands in the server's log."
    )


def _number() -> str:
    return f"{os.getpid():x}-{next(_numbers)}"
