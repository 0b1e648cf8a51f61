"""Who may read a concept: the order of the rules, and access classes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from okf_server.model.access import AccessList, Principal
from okf_server.model.config import DefaultAccess
from okf_server.model.names import EVERYBODY

NOBODY = AccessList()

SOURCE = "the source's own permissions"
_OWNERS = "_okf.yaml access"
_BASE = "okf.yaml access.rules"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessRules:
    """The rules that hold for a base, with all paths as users know them.

    `documents` are lists of single documents, `owners` lists by path prefix of the sources' `_okf.yaml`,
    `base` those of the okf.yaml.
    """

    documents: Mapping[str, AccessList] = field(default_factory=dict)
    owners: Mapping[str, AccessList] = field(default_factory=dict)
    base: Mapping[str, AccessList] = field(default_factory=dict)
    default: DefaultAccess = DefaultAccess.DENY


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Who may read an item, and the rule that decided, in words."""

    access: AccessList
    rule: str


def access_of(path: str, carried: AccessList | None, rules: AccessRules) -> Decision:
    """What is decided for an item; `carried` is what its source says, None where it says nothing.

    The first of these that speaks: the document's own list, what the source carries, the longest path prefix
    (okf.yaml before `_okf.yaml` where they are the same), the default. Where the source carries a list, the
    owner's document and prefix lists can only narrow it.
    """
    document = _document(path, rules)
    if carried is not None:
        return narrowed(
            Decision(access=carried, rule=SOURCE),
            document or _longest(path, rules.owners, file=_OWNERS),
        )
    of_base = _longest(path, rules.base, file=_BASE)
    of_owners = _longest(path, rules.owners, file=_OWNERS)
    return document or _longer(path, of_base, of_owners, rules) or _by_default(rules)


def classes(lists: Sequence[AccessList]) -> tuple[tuple[AccessList, ...], tuple[int, ...]]:
    """The distinct lists, in an order that depends on nothing but them, and the class of each list given."""
    distinct = sorted(set(lists), key=lambda one: (one.allow, one.deny, one.recorded))
    numbers = {one: number for number, one in enumerate(distinct)}
    return tuple(distinct), tuple(numbers[one] for one in lists)


def visible_classes(lists: Sequence[AccessList], principal: Principal) -> frozenset[int]:
    """The classes whose concepts a principal may read."""
    return frozenset(number for number, one in enumerate(lists) if one.admits(principal))


def is_below(path: str, prefix: str) -> bool:
    """Whether a path is the prefix or lies below it; `hr` is no prefix of `hrx/a`, the empty one is of all."""
    return not prefix or path == prefix or path.startswith(f"{prefix.rstrip('/')}/")


def longest_prefix(path: str, prefixes: Mapping[str, object]) -> str | None:
    """The longest of the prefixes that a path lies below."""
    return max((p for p in prefixes if is_below(path, p)), key=_length, default=None)


def expired_classes(
    lists: Sequence[AccessList], *, now: datetime, longest: timedelta
) -> frozenset[int]:
    """The classes whose permissions a source told too long ago, or nobody knows when."""
    return frozenset(n for n, one in enumerate(lists) if is_expired(one, now=now, longest=longest))


def is_expired(one: AccessList, *, now: datetime, longest: timedelta) -> bool:
    """Whether permissions of a source are too old to be relied on."""
    if not one.recorded:
        return False
    try:
        return now - datetime.fromisoformat(one.recorded) > longest
    except (ValueError, TypeError):  # no time, or one without its zone
        return True


def narrowed(above: Decision, owner: Decision | None) -> Decision:
    """Those whom both lists name. Fails closed: who is in one group of each is named by neither."""
    if owner is None:
        return above
    carried, own = above.access, owner.access
    allow = set(carried.allow) & set(own.allow)
    if EVERYBODY in own.allow:
        allow |= set(carried.allow)
    if EVERYBODY in carried.allow:
        allow |= set(own.allow)
    access = AccessList(
        allow=tuple(sorted(allow)),
        deny=tuple(sorted({*carried.deny, *own.deny})),
        recorded=carried.recorded,
    )
    return Decision(access=access, rule=f"{above.rule}, narrowed by {owner.rule}")


def _document(path: str, rules: AccessRules) -> Decision | None:
    found = rules.documents.get(path)
    return None if found is None else Decision(access=found, rule=f"documents: {path}")


def _longest(path: str, lists: Mapping[str, AccessList], *, file: str) -> Decision | None:
    prefix = longest_prefix(path, lists)
    if prefix is None:
        return None
    return Decision(access=lists[prefix], rule=f"{file}: {prefix or '/'}")


def _longer(
    path: str, of_base: Decision | None, of_owners: Decision | None, rules: AccessRules
) -> Decision | None:
    """That of the longer prefix; of equal ones that of the okf.yaml."""
    if of_base is None or of_owners is None:
        return of_base or of_owners
    base, owners = longest_prefix(path, rules.base), longest_prefix(path, rules.owners)
    return of_base if _length(base or "") >= _length(owners or "") else of_owners


def _length(prefix: str) -> int:
    """`hr` and `hr/` are one folder."""
    return len(prefix.rstrip("/"))


def _by_default(rules: AccessRules) -> Decision:
    admits_all = rules.default is DefaultAccess.AUTHENTICATED
    access = AccessList(allow=(EVERYBODY,)) if admits_all else NOBODY
    return Decision(access=access, rule=f"access.default: {rules.default.value}")
