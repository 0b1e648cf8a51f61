"""Record who asked what: never the text of a document, never a token."""

import logging
import re
from collections.abc import Iterator, Mapping
from time import monotonic
from typing import Any

from okf_server.serve.caller import caller
from okf_server.serve.service import Service

_TOKEN = re.compile(r"eyJ[\w-]+\.[\w-]+\.[\w-]*|(?i:bearer)\s+\S+")
_MOST = 1_000  # characters of an argument
_ASKED = ("query", "question", "refs", "path", "section", "types", "tags", "note")

log = logging.getLogger(__name__)


class Asked:
    """One call of a tool, from its beginning to its record."""

    def __init__(self, service: Service, tool: str, arguments: Mapping[str, Any]) -> None:
        self._service = service
        self._tool = tool
        self._arguments = arguments
        self._began = monotonic()

    async def ended(self, outcome: str, data: object = None) -> None:
        """Write the record; a failure to write is logged and never fails the call."""
        took = round((monotonic() - self._began) * 1000)
        try:
            await self._service.calls.run(lambda: self._write(outcome, data, took))
        except Exception:
            log.exception("audit.failed tool=%s", self._tool)

    def _write(self, outcome: str, data: object, took: int) -> None:
        base = _base(data) or _text(self._arguments.get("base")) or None
        asked = {name: _cut(self._arguments[name]) for name in _ASKED if name in self._arguments}
        event = {
            "at": self._service.now().isoformat(),
            "who": caller().id,
            "tool": self._tool,
            "base": base,
            "asked": asked,
            "returned": sorted(set(_returned(data))),
            "ms": took,
            "outcome": outcome,
        }
        self._service.bases().record(base, event)


def outcome_of(error: BaseException) -> str:
    """The kind of the first cause of a failure."""
    while error.__cause__ is not None:
        error = error.__cause__
    return type(error).__name__


def _base(data: object) -> str | None:
    return _text(data.get("base")) or None if isinstance(data, Mapping) else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _cut(value: object) -> object:
    if isinstance(value, str):
        return _TOKEN.sub("[token]", value)[:_MOST]
    return [_cut(part) for part in value] if isinstance(value, list | tuple) else value


def _returned(data: object) -> Iterator[str]:
    """The ids of all concepts in an answer."""
    match data:
        case Mapping():
            if isinstance(data.get("concept_id"), str):
                yield data["concept_id"]
            for part in data.values():
                yield from _returned(part)
        case list() | tuple():
            for part in data:
                yield from _returned(part)
        case _:
            return
