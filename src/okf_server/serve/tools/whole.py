"""Answers that need several readings, and still come from one snapshot of each base."""

from collections.abc import Callable
from typing import TypeVar

from okf_server.errors import BusyError
from okf_server.model.answer import SnapshotMark

T = TypeVar("T")

_ATTEMPTS = 5


class PublishedMeanwhileError(Exception):
    """A base was published between two readings of one answer."""


def of_one_snapshot(attempt: Callable[[], T]) -> T:
    """What the attempt makes, begun again where a base was published in its middle; raises BusyError."""
    for _ in range(_ATTEMPTS):
        try:
            return attempt()
        except PublishedMeanwhileError:
            continue
    raise BusyError("The base is being published again and again.", hint="Ask again in a moment.")


class Pins:
    """The snapshot of each base that an answer has read from."""

    def __init__(self) -> None:
        self.snapshots: dict[str, str] = {}

    def hold(self, mark: SnapshotMark) -> None:
        """Raise PublishedMeanwhileError where the answer has read from another snapshot of the base."""
        if self.snapshots.setdefault(mark.base, mark.id) != mark.id:
            raise PublishedMeanwhileError
