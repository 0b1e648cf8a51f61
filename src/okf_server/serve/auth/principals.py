"""From what a token says to the names that access lists may call its bearer by."""

import re
from collections.abc import Iterator, Mapping, Sequence

from okf_server.model.access import Principal
from okf_server.model.config import AuthConfig
from okf_server.model.grant import Grant

_EVERYBODY = "*"
_SEVERAL = 2
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)


def principal_of(
    grant: Grant, config: AuthConfig, *, among: Sequence[str | None] = ()
) -> Principal:
    """The principal of a valid token; its id is unique across providers.

    `among` are the namespaces of all providers that sign people in. Of several, those with a namespace give
    names within it alone, and no name of another's may look like one of theirs.
    """
    names = {_EVERYBODY}
    for kind, name in (
        *(("user", name) for name in _user_names(grant, config)),
        *(("group", name) for name in _groups(grant, config)),
    ):
        names.update(_called(kind, name, config.namespace, among))
    return Principal(id=f"{grant.issuer}#{grant.subject}", names=frozenset(names))


def claim_at(claims: Mapping[str, object], path: str) -> object:
    """The claim of that name, or at that path of names: `resource_access.okf.roles`; None where there is none.

    A name that has dots itself is taken first, at every step: `https://acme.example/groups`.
    """
    if path in claims:
        return claims[path]
    parts = path.split(".")
    for length in range(len(parts) - 1, 0, -1):
        inner = claims.get(".".join(parts[:length]))
        if isinstance(inner, Mapping):
            return claim_at(inner, ".".join(parts[length:]))
    return None


def _user_names(grant: Grant, config: AuthConfig) -> Iterator[str]:
    yield grant.subject
    email = grant.claims.get("email")
    if isinstance(email, str) and email and grant.claims.get("email_verified") is True:
        yield email
        yield email.lower()
    username = claim_at(grant.claims, config.username_claim)
    if isinstance(username, str) and not _may_be_taken(username):
        yield username


def _may_be_taken(username: str) -> bool:
    """Whether a name that people choose themselves looks like an address or a subject that may be another's."""
    return not username or "@" in username or _UUID.fullmatch(username) is not None


def _groups(grant: Grant, config: AuthConfig) -> Iterator[str]:
    """Groups by their full path: Keycloak's `/finance/payroll` is `finance/payroll`."""
    value = claim_at(grant.claims, config.groups_claim)
    for group in value if isinstance(value, list) else [value]:
        if isinstance(group, str) and group.strip("/"):
            yield group.removeprefix("/")


def _called(
    kind: str, name: str, namespace: str | None, among: Sequence[str | None]
) -> Iterator[str]:
    """A name as it is, and within the provider's namespace, which no plain name may pretend to be in."""
    if namespace is not None:
        yield f"{kind}:{namespace}:{name}"
        if len(among) >= _SEVERAL:
            return
    if not any(name.startswith(f"{one}:") for one in (namespace, *among) if one):
        yield f"{kind}:{name}"
