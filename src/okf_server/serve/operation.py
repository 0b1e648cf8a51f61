"""How a server is run: how many processes, how much each caller may ask, what its log looks like."""

from dataclasses import dataclass, field
from typing import Literal

LogFormat = Literal["text", "json"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bucket:
    """Requests a minute, `burst` of them in a row."""

    rate: int
    burst: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StrangerLimits:
    """What those may ask who show no valid token: each address, and all together."""

    each: Bucket = Bucket(rate=60, burst=60)
    together: Bucket = Bucket(rate=600, burst=300)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits(Bucket):
    """What each principal may ask, and how many requests of it may run at a time.

    They hold over all workers, and for the trusted operator only where `operator_too` says so.
    """

    rate: int = 1_200
    burst: int = 200
    at_once: int = 32
    operator_too: bool = False
    strangers: StrangerLimits = StrangerLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """How the server is run.

    `drain_s` is how long running calls may take once it was told to stop, `proxies` are the addresses and
    networks whose word is taken for where a request comes from.
    """

    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    log: LogFormat = "text"
    deadline_s: float = 30
    drain_s: int = 15
    proxies: tuple[str, ...] = ()


DEFAULT = Operation()
