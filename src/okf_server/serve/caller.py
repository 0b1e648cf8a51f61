"""Who asks: decided by the transport, never by a tool's argument."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from okf_server.model.access import Principal

Asking = Callable[[], Principal]
"""Tells who asks; on standard input and output it reads the configuration for it, at the first call."""

_asking: ContextVar[Asking] = ContextVar("asking")
_shown: ContextVar[str] = ContextVar("shown", default="")


class UnidentifiedError(Exception):
    """A call came in on a way where no transport says who asks: a fault of the server, answered to nobody."""


def caller() -> Principal:
    """The principal of the current request; raises UnidentifiedError where the transport named none."""
    return asker()()


def asker() -> Asking:
    """What tells the principal of the current request, not asked yet; raises as `caller` does."""
    try:
        return _asking.get()
    except LookupError as error:
        raise UnidentifiedError("No transport said who asks.") from error


def token_shown() -> str:
    """The token that the current request came with, which must be kept nowhere; empty where none was needed."""
    return _shown.get()


@contextmanager
def asked_by(asking: Principal | Asking, *, shown: str = "") -> Iterator[None]:
    """Everything inside, and every task and call started inside, is asked by this principal.

    `shown` is the token by which it was let in.
    """
    told: Asking = (lambda: asking) if isinstance(asking, Principal) else asking
    before, before_shown = _asking.set(told), _shown.set(shown)
    try:
        yield
    finally:
        _asking.reset(before)
        _shown.reset(before_shown)
