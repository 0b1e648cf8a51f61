"""From what a token says to the names that access lists may call its bearer by."""

import re
from collections.abc import Iterator, Mapping, Sequence

from okf_server.model.access import UUID, NameKind, Principal
from okf_server.model.config import AuthConfig
from okf_server.model.grant import Grant
from okf_server.okf.controls import plain

_EVERYBODY = "*"
_SEVERAL = 2
_LONGEST_NAME = 200
_ONE_NAME = re.compile(r"[\w./:-]+")


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
    return Principal(
        id=f"{grant.issuer}#{grant.subject}",
        names=frozenset(names),
        unknown=frozenset(_unknown(grant.claims, config)),
        person=dict(_person(grant.claims, config)),
    )


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
    email = _verified_email(grant.claims)
    if email:
        yield email
    username = claim_at(grant.claims, config.username_claim)
    if isinstance(username, str) and not _may_be_taken(username):
        yield username


def _person(claims: Mapping[str, object], config: AuthConfig) -> Iterator[tuple[str, str | bool]]:
    """What the token says of its bearer for other people to know them by, however little it proves."""
    told = {"username": claim_at(claims, config.username_claim), "name": claims.get("name")}
    for key, value in {**told, "email": claims.get("email")}.items():
        if isinstance(value, str) and value:
            yield key, plain(value[:_LONGEST_NAME])
    if isinstance(claims.get("email"), str):
        yield "email_verified", claims.get("email_verified") is True


def _verified_email(claims: Mapping[str, object]) -> str | None:
    email = claims.get("email")
    if isinstance(email, str) and claims.get("email_verified") is True:
        return email
    return None


def _unknown(claims: Mapping[str, object], config: AuthConfig) -> Iterator[NameKind]:
    """The kinds of names that the token may be silent about."""
    groups = claim_at(claims, config.groups_claim)
    if _is_elsewhere(claims, config.groups_claim) or not _tells_groups(groups):
        yield NameKind.GROUP
    username = claim_at(claims, config.username_claim)
    if _is_elsewhere(claims, config.username_claim) or not (isinstance(username, str) and username):
        yield NameKind.USERNAME
    if not _verified_email(claims):
        yield NameKind.EMAIL


def _tells_groups(value: object) -> bool:
    """Whether all groups can be read from a claim: a list of names, or one name and nothing like a list in a text."""
    if isinstance(value, list):
        return all(isinstance(group, str) for group in value)
    return isinstance(value, str) and _ONE_NAME.fullmatch(value) is not None


def _is_elsewhere(claims: Mapping[str, object], path: str) -> bool:
    """Whether the provider says that the claim has to be fetched.

    OpenID Connect Core 5.6.2, which Entra ID uses for more groups than fit; `hasgroups` is its short form.
    """
    if path == "groups" and claims.get("hasgroups", False) is not False:
        return True
    named = claims.get("_claim_names")
    if named is None:
        return "_claim_sources" in claims
    return not isinstance(named, Mapping) or path in named or path.partition(".")[0] in named


def _may_be_taken(username: str) -> bool:
    """Whether a name that people choose themselves looks like an address or a subject that may be another's."""
    return not username or "@" in username or UUID.fullmatch(username) is not None


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
