"""Say why somebody may read a thing or may not."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from okf_server.errors import UsageError
from okf_server.model.access import AccessList, NameKind, Principal
from okf_server.model.names import EVERYBODY, problem_with, spelled


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a principal may read, and why."""

    admitted: bool
    reason: str


def verdict(access: AccessList, principal: Principal, *, expired: bool) -> Verdict:
    """What the access list means for a principal; `expired` where the source told it too long ago."""
    return Verdict(
        admitted=access.admits(principal) and not expired,
        reason=_expired(access) if expired else _reason(access, principal),
    )


def principal_of(names: Iterable[str], *, unknown: Iterable[NameKind] = ()) -> Principal:
    """A signed-in principal by the names that it would prove; the first one is its id. Raises UsageError.

    `unknown` are the kinds of names that its token would not tell.
    """
    proved = tuple(names)
    for name in proved:
        if problem := problem_with(name):
            raise UsageError(f"It is asked for {name!r}, {problem[0]}.", hint=problem[1])
    first = spelled(proved[0]) if proved else EVERYBODY
    return Principal(id=first, names=frozenset({*proved, EVERYBODY}), unknown=frozenset(unknown))


def _expired(access: AccessList) -> str:
    return (
        f"the source told these permissions at {access.recorded}, too long ago: they admit nobody"
    )


def _reason(access: AccessList, principal: Principal) -> str:
    if denied := access.denying(principal):
        return _denied(denied, principal)
    if allowed := sorted(principal.names.intersection(access.allow)):
        return f"allow names {_told(allowed)}"
    names = f"allow names none of {_told(sorted(principal.names))}"
    return names if access.allow else "the list admits nobody"


def _denied(denied: Sequence[str], principal: Principal) -> str:
    if known := [name for name in denied if name in principal.names | principal.also]:
        return f"deny names {_told(known)}, and deny beats allow"
    if never := [name for name in denied if problem_with(name)]:
        return f"deny names {_told(never)}, which no token can give: nobody knows whom it means"
    kinds = " and ".join(sorted(principal.unknown))
    return f"deny names {_told(denied)}, which cannot be ruled out: the token does not tell {kinds}"


def _told(names: Iterable[str]) -> str:
    return ", ".join("* (anybody signed in)" if name == EVERYBODY else name for name in names)
