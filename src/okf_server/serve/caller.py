"""Who asks: decided by the transport, never by a tool's argument."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from okf_server.model.access import Principal

Asking = Callable[[], Principal]
"""Tells who asks; on standard input and output it reads the configuration for it, at the first call."""

_asking: ContextVar[Asking] = ContextVar("asking")


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


@contextmanager
def asked_by(asking: Principal | Asking) -> Iterator[None]:
    """Everything inside, and every task and call started inside, is asked by this principal."""
    told: Asking = (lambda: asking) if isinstance(asking, Principal) else asking
    token = _asking.set(told)
    try:
        yield
    finally:
        _asking.reset(token)
