"""Stop work whose answer nobody waits for any more."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Asking = Callable[[], bool]
"""Tells whether the answer is still wanted; it is asked often, from the thread that works."""

_wanted: ContextVar[Asking] = ContextVar("wanted")


class UnwantedError(Exception):
    """Nobody waits for the answer any more, so that nobody is told of this either."""


@contextmanager
def while_wanted(asking: Asking) -> Iterator[None]:
    """Everything inside may be stopped as soon as its answer is not wanted any more."""
    token = _wanted.set(asking)
    try:
        yield
    finally:
        _wanted.reset(token)


def go_on() -> None:
    """Raise UnwantedError where nobody waits any more: called between the steps of all that may take long."""
    asking = _wanted.get(None)
    if asking is not None and not asking():
        raise UnwantedError
