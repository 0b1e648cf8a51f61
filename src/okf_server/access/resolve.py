"""Who may read a concept: the order of the rules, and access classes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from okf_server.model.access import AccessList, Principal
from okf_server.model.config import DefaultAccess

EVERYBODY = "*"
NOBODY = AccessList()


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


def access_of(path: str, carried: AccessList | None, rules: AccessRules) -> AccessList:
    """The access list of an item; `carried` is what its source says, None where it says nothing.

    The first of these that speaks: the document's own list, what the source carries, the longest path prefix
    (okf.yaml before `_okf.yaml` where they are the same), the default. Where the source carries a list, the
    owner's document and prefix lists can only narrow it.
    """
    document = rules.documents.get(path)
    if carried is not None:
        return _narrowed(carried, document or _longest(path, rules.owners))
    if document is not None:
        return document
    found = _longest(path, {**rules.owners, **rules.base})
    if found is not None:
        return found
    if rules.default is DefaultAccess.AUTHENTICATED:
        return AccessList(allow=(EVERYBODY,))
    return NOBODY


def classes(lists: Sequence[AccessList]) -> tuple[tuple[AccessList, ...], tuple[int, ...]]:
    """The distinct lists, in an order that depends on nothing but them, and the class of each list given."""
    distinct = sorted(set(lists), key=lambda one: (one.allow, one.deny))
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
    return max((p for p in prefixes if is_below(path, p)), key=len, default=None)


def _longest(path: str, lists: Mapping[str, AccessList]) -> AccessList | None:
    prefix = longest_prefix(path, lists)
    return None if prefix is None else lists[prefix]


def _narrowed(carried: AccessList, owner: AccessList | None) -> AccessList:
    """Those whom both lists name. Fails closed: who is in one group of each is named by neither."""
    if owner is None:
        return carried
    allow = set(carried.allow) & set(owner.allow)
    if EVERYBODY in owner.allow:
        allow |= set(carried.allow)
    if EVERYBODY in carried.allow:
        allow |= set(owner.allow)
    deny = {*carried.deny, *owner.deny}
    return AccessList(allow=tuple(sorted(allow)), deny=tuple(sorted(deny)))
