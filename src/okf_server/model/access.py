"""Who asks, and who may read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from okf_server.model.names import EVERYBODY, UUID, problem_with, spelled


class NameKind(StrEnum):
    """Names that a token may leave open."""

    GROUP = "group"
    USERNAME = "username"
    EMAIL = "email"


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """Who asks, as proved by the transport.

    `names` are all that an access list may call this principal by: `user:ana`, `group:finance`, `*`, each in its one
    spelling. Of the kinds in `unknown` it may have more names than these. `also` are names that are said of it and may
    be somebody else's: they open nothing, and `deny` means them.
    The operator of a server without authentication is trusted and reads everything. `person` is what else was
    said of who it is, for people who read the record; nothing is decided by it.
    """

    id: str
    names: frozenset[str] = field(default_factory=frozenset)
    unknown: frozenset[NameKind] = field(default_factory=frozenset)
    also: frozenset[str] = field(default_factory=frozenset)
    trusted: bool = False
    person: Mapping[str, str | bool] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", frozenset(map(spelled, self.names)))
        object.__setattr__(self, "also", frozenset(map(spelled, self.also)))


OPERATOR = Principal(id="operator", trusted=True)

NOTHING_READABLE = "Nothing here is readable for you.", "Ask the owner of the base for access."
"""What somebody is told who may read nothing, and what to do: whether there is anything or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessList:
    """Who may read a concept: some name in `allow`, and none in `deny`.

    Names are `group:<name>`, `user:<name>` or `*` (any signed-in principal); those of a provider that has a
    namespace are `group:<namespace>:<name>`, so that equal ids of two providers never meet. They are kept in their one
    spelling. An empty `allow` admits nobody, nor does a `deny` with a name that no token can give, because nobody
    knows whom it means. `recorded` is when a source told these permissions, ISO 8601 in
    UTC; rules in files do not age.
    """

    allow: tuple[str, ...] = ()  # sorted, without repeats
    deny: tuple[str, ...] = ()
    recorded: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "allow", _sorted(self.allow))
        object.__setattr__(self, "deny", _sorted(self.deny))

    def admits(self, principal: Principal) -> bool:
        """Whether the principal may read; deny beats allow."""
        if principal.trusted:
            return True
        return not principal.names.isdisjoint(self.allow) and not self.denying(principal)

    def denying(self, principal: Principal) -> tuple[str, ...]:
        """The names in `deny` that are the principal's, or may be as far as anybody knows."""
        return tuple(
            name
            for name in self.deny
            if name in principal.names | principal.also
            or _kind(name) in principal.unknown
            or problem_with(name)
        )


def _kind(name: str) -> NameKind | None:
    """What a token must tell for the name to be ruled out; None for subjects, which every token tells."""
    if name.startswith("group:"):
        return NameKind.GROUP
    if "@" in name:
        return NameKind.EMAIL
    _, _, last = name.rpartition(":")
    return NameKind.USERNAME if last != EVERYBODY and not UUID.fullmatch(last) else None


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(map(spelled, names))))
