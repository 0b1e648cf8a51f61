"""What the operator does to a base on this machine, for the record."""

import os
import pwd
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any

from okf_server.app.journals import journal_of
from okf_server.app.knowledge import Knowledge


class Deed:
    """Something that the operator does, from its beginning to its record."""

    def __init__(self, knowledge: Knowledge, what: str) -> None:
        self._knowledge = knowledge
        self._what = what
        self._began = monotonic()
        self._journal = journal_of(knowledge)

    @contextmanager
    def failing(self) -> Iterator[None]:
        """Record what is raised inside as how it ended."""
        try:
            yield
        except BaseException as error:
            self.done(type(error).__name__)
            raise

    def done(self, outcome: str, returned: Sequence[str] = (), **more: Any) -> str:
        """Record how it ended; why that could not be, empty where it could."""
        if self._journal is None:
            return ""
        event = {
            "at": self._knowledge.clock().isoformat(),
            "who": "operator",
            "account": _account(),
            "what": self._what,
            "base": self._knowledge.config.name,
            **more,
            "returned": list(returned),
            "ms": round((monotonic() - self._began) * 1000),
            "outcome": outcome,
        }
        try:
            self._journal.write([event])
        except OSError as error:
            return f"not recorded in {self._journal.directory}: {error.strerror}"
        return ""


def _account() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a container's user without a name
        return str(os.getuid())
