"""Tell who asked what, for the record: never the text of a document, never a token."""

from asyncio import CancelledError
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from typing import Any
from urllib.parse import unquote

from mcp.shared.exceptions import MCPError

from okf_server.model.access import Principal
from okf_server.serve.caller import Asking, token_shown
from okf_server.serve.limits import LimitError
from okf_server.serve.redacting import Redactor
from okf_server.serve.seam import Bases

_MOST = 1_000  # characters of an argument
_MOST_NAME = 100
_MOST_PARTS = 100  # of a list among the arguments
_ASKED = (
    *("query", "question", "refs", "path", "section", "types", "tags", "note"),
    *("uri", "name", "argument", "arguments"),
)
_CONCEPT = "okf://concept/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """One thing that somebody asked of the server; `who` tells who, and is None where nobody was let in.

    `what` is the method of the protocol or the route, `arguments` and `data` what was asked and answered as
    they came; `times` counts equal events of nobody. `shown` is the token that must not be written down.
    """

    at: datetime
    who: Asking | None
    what: str
    tool: str | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)
    data: object = None
    ms: int = 0
    outcome: str = "ok"
    times: int = 1
    shown: str = field(default="", repr=False)


class Asked:
    """A question on its way: `data` is its answer, once there is one."""

    def __init__(self) -> None:
        self.data: object = None
        self.outcome = "ok"


@contextmanager
def recorded(
    put: Callable[[Happened], None],
    now: Callable[[], datetime],
    who: Asking,
    what: str,
    *,
    tool: str | None = None,
    arguments: Mapping[str, Any],
) -> Iterator[Asked]:
    """Have recorded what is asked inside, however it ends."""
    asked, began = Asked(), monotonic()
    try:
        yield asked
    except BaseException as error:
        asked.outcome = outcome_of(error)
        raise
    finally:
        put(
            Happened(
                at=now(),
                who=who,
                what=what,
                tool=tool,
                arguments=arguments,
                data=asked.data,
                ms=round((monotonic() - began) * 1000),
                outcome=asked.outcome,
                shown=token_shown(),
            )
        )


def answered(method: str, arguments: Mapping[str, Any], result: object) -> object:
    """What an answer to a request that is no call of a tool gave away, as `Happened.data` wants it."""
    if method == "resources/read":
        return {"concept_id": _reference(arguments.get("uri"))}
    if method == "completion/complete" and isinstance(result, Mapping):
        values = result.get("completion", {}).get("values", ())
        return [{"concept_id": value} for value in values]
    return None


def outcome_of(error: BaseException) -> str:
    """The kind of the first cause of a failure; the SDK hides those of its own errors."""
    while cause := error.__cause__ or (isinstance(error, MCPError) and error.__context__):
        error = cause
    match error:
        case LimitError():
            return "limited"
        case CancelledError():
            return "cancelled"
        case _:
            return type(error).__name__


def event_of(happened: Happened, bases: Bases) -> tuple[str | None, Mapping[str, Any]]:
    """The line of an event, and the base that it belongs to; None means all."""
    base = _base(happened.data) or _text(happened.arguments.get("base")) or None
    who, hidden = happened.who and happened.who(), Redactor(happened.shown).hidden
    event: dict[str, Any] = {
        "at": happened.at.isoformat(),
        "who": who.id if who else None,
        **({"person": _cut(who.person, hidden)} if who and who.person else {}),
        "what": hidden(happened.what)[:_MOST_NAME],
    }
    if happened.tool:
        event["tool"] = hidden(happened.tool)[:_MOST_NAME]
    if happened.times > 1:
        event["times"] = happened.times
    arguments = happened.arguments
    event |= {
        "base": base and hidden(base)[:_MOST],
        "asked": {name: _cut(arguments[name], hidden) for name in _ASKED if name in arguments},
        "returned": sorted(set(map(hidden, _returned(happened.data)))),
        "denied": _denied(happened, who, base, bases),
        "ms": happened.ms,
        "outcome": happened.outcome,
    }
    return base, event


def _denied(happened: Happened, who: Principal | None, base: str | None, bases: Bases) -> int:
    """What was kept from the one who asked: references that could not be read, or all that was not looked at."""
    if who is None or who.trusted:
        return 0
    refs = _named(happened)
    if refs:
        return bases.withheld(base, who, refs) if _failed(happened) else 0
    return bases.withheld(base, who, ()) if base else 0


def _named(happened: Happened) -> Sequence[str]:
    """The references that were to be read."""
    uri, refs = happened.arguments.get("uri"), happened.arguments.get("refs")
    if uri is not None:
        return [_reference(uri)]
    return [ref for ref in refs if isinstance(ref, str)] if isinstance(refs, list) else ()


def _reference(uri: object) -> str:
    """What the address of a resource names."""
    address = _text(uri)
    by_id = address.startswith(f"{_CONCEPT}okf_")
    return address if by_id else unquote(address.removeprefix(_CONCEPT))


def _failed(happened: Happened) -> bool:
    errors = happened.data.get("errors") if isinstance(happened.data, Mapping) else None
    return happened.outcome != "ok" or bool(errors)


def _base(data: object) -> str | None:
    return _text(data.get("base")) or None if isinstance(data, Mapping) else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _cut(value: object, hidden: Callable[[str], str]) -> object:
    """What was asked with, in short, without the token that its sender showed and without what looks like one."""
    if isinstance(value, str):
        return hidden(value)[:_MOST]
    if isinstance(value, list | tuple):
        return [_cut(part, hidden) for part in value[:_MOST_PARTS]]
    if isinstance(value, Mapping):
        names = list(value)[:_MOST_PARTS]
        return {hidden(str(name))[:_MOST]: _cut(value[name], hidden) for name in names}
    return value if isinstance(value, int | float | None) else None


def _returned(data: object) -> Iterator[str]:
    """The ids of all concepts in an answer, with the section where one was named."""
    match data:
        case Mapping():
            if isinstance(data.get("concept_id"), str):
                section = _text(data.get("section"))
                yield f"{data['concept_id']}#{section}" if section else data["concept_id"]
            for part in data.values():
                yield from _returned(part)
        case list() | tuple():
            for part in data:
                yield from _returned(part)
        case _:
            return
