"""How long work tells how far it is."""

from collections.abc import Callable

Progress = Callable[[str, int, int, str], None]
"""Called with stage, done, total and the current thing; `total` is 0 where it is not known yet."""


def silent(_stage: str, _done: int, _total: int, _current: str) -> None:
    """Tell nobody."""
