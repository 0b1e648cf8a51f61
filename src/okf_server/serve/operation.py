"""How a server is run: how many processes, how much each caller may ask, what its log looks like."""

from dataclasses import dataclass, field
from typing import Literal

LogFormat = Literal["text", "json"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Requests a minute of each principal, `burst` of them in a row, and how many may run at a time.

    They hold over all workers, and for the trusted operator only where `operator_too` says so.
    """

    rate: int = 1_200
    burst: int = 200
    at_once: int = 32
    operator_too: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """How the server is run; `drain_s` is how long running calls may take once it was told to stop."""

    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    log: LogFormat = "text"
    deadline_s: float = 30
    drain_s: int = 15


DEFAULT = Operation()
