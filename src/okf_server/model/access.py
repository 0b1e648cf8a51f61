"""Who asks, and who may read."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """Who asks, as proved by the transport.

    `names` are all that an access list may call this principal by: `user:ana`, `group:finance`, `*`.
    The operator of a server without authentication is trusted and reads everything.
    """

    id: str
    names: frozenset[str] = field(default_factory=frozenset)
    trusted: bool = False


OPERATOR = Principal(id="operator", trusted=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessList:
    """Who may read a concept: some name in `allow`, and none in `deny`.

    Names are `group:<name>`, `user:<name>` or `*` (any signed-in principal); those of a provider that has a
    namespace are `group:<namespace>:<name>`, so that equal ids of two providers never meet. An empty `allow` admits
    nobody. `recorded` is when a source told these permissions, ISO 8601 in UTC; rules in files do not age.
    """

    allow: tuple[str, ...] = ()  # sorted, without repeats
    deny: tuple[str, ...] = ()
    recorded: str = ""

    def admits(self, principal: Principal) -> bool:
        """Whether the principal may read; deny beats allow."""
        if principal.trusted:
            return True
        return not principal.names.isdisjoint(self.allow) and principal.names.isdisjoint(self.deny)
