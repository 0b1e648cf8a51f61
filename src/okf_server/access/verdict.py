"""Say why somebody may read a thing or may not."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from okf_server.access.resolve import EVERYBODY
from okf_server.errors import UsageError
from okf_server.model.access import AccessList, NameKind, Principal


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a principal may read, and why."""

    admitted: bool
    reason: str


def verdict(access: AccessList, principal: Principal, *, expired: bool) -> Verdict:
    """What the access list means for a principal; `expired` where the source told it too long ago."""
    if expired:
        return Verdict(
            admitted=False,
            reason=f"the source told these permissions at {access.recorded}, too long ago: they admit nobody",
        )
    denied = access.denying(principal)
    if denied:
        return Verdict(admitted=False, reason=_denied(denied, principal))
    allowed = sorted(principal.names.intersection(access.allow))
    if allowed:
        return Verdict(admitted=True, reason=f"allow names {_told(allowed)}")
    names = f"allow names none of {_told(sorted(principal.names))}"
    return Verdict(admitted=False, reason=names if access.allow else "the list admits nobody")


def principal_of(names: Iterable[str], *, unknown: Iterable[NameKind] = ()) -> Principal:
    """A signed-in principal by the names that it would prove; the first one is its id. Raises UsageError.

    `unknown` are the kinds of names that its token would not tell.
    """
    proved = tuple(names)
    for name in proved:
        kind, _, rest = name.partition(":")
        if name != EVERYBODY and not (kind in ("group", "user") and rest):
            raise UsageError(
                f"{name!r} is no principal.", hint="Write user:<name> or group:<name>."
            )
    first = proved[0] if proved else EVERYBODY
    return Principal(id=first, names=frozenset({*proved, EVERYBODY}), unknown=frozenset(unknown))


def _denied(denied: Sequence[str], principal: Principal) -> str:
    known = [name for name in denied if name in principal.names]
    if known:
        return f"deny names {_told(known)}, and deny beats allow"
    kinds = " and ".join(sorted(principal.unknown))
    return f"deny names {_told(denied)}, which cannot be ruled out: the token does not tell {kinds}"


def _told(names: Iterable[str]) -> str:
    return ", ".join("* (anybody signed in)" if name == EVERYBODY else name for name in names)
