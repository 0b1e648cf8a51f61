"""From what a token says to the names that access lists may call its bearer by."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from unicodedata import is_normalized

from okf_server.model.access import NameKind, Principal
from okf_server.model.config import AuthConfig
from okf_server.model.grant import Grant
from okf_server.model.names import EVERYBODY, problem_with, spelled
from okf_server.okf.controls import plain

_SEVERAL = 2
_LONGEST_NAME = 200
_NO_GROUP = ("", "/")
_LONGEST_USERNAME = 40
_LETTERS = re.compile(r"(?:[A-Za-z]|[^\x00-\x7f])+")
_DIGITS = re.compile(r"[0-9]+")
_NAME = re.compile(r"(?:[A-Za-z]|[^\x00-\x7f])(?:[A-Za-z ._'\\-]|[^\x00-\x7f])*[0-9]{0,8}")
"""As people are called: letters, at most with a number at the end. Ids have digits between or before them."""

_ONE_NAME = re.compile(r"[\w./:-]+")


def principal_of(
    grant: Grant, config: AuthConfig, *, among: Sequence[str | None] = ()
) -> Principal:
    """The principal of a valid token; its id is unique across providers.

    `among` are the namespaces of all providers that sign people in. Of several, those with a namespace give
    names within it alone, and no name of another's may look like one of theirs.
    """

    def called(kind: str, names: Iterable[str]) -> Iterator[str]:
        for name in names:
            every = _called(kind, name, config.namespace, among)
            yield from (one for one in every if not problem_with(one))

    users = called("user", _user_names(grant, config))
    return Principal(
        id=f"{grant.issuer}#{grant.subject}",
        names=frozenset({EVERYBODY, *users, *called("group", _groups(grant, config))}),
        also=frozenset(called("user", _usernames(grant, config))),
        unknown=frozenset(_unknown(grant, config)),
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
    yield from (one for one in _usernames(grant, config) if not _may_be_taken(one, grant.subject))


def _usernames(grant: Grant, config: AuthConfig) -> Iterator[str]:
    """The username, unless it would become another one in Unicode NFC, which somebody else may have."""
    username = claim_at(grant.claims, config.username_claim)
    if isinstance(username, str) and is_normalized("NFC", username):
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
    """One that is not in Unicode NFC would become that of another mailbox: the sign of Kelvin is a K in it."""
    email = claims.get("email")
    verified = isinstance(email, str) and claims.get("email_verified") is True
    return str(email) if verified and is_normalized("NFC", str(email)) else None


def _unknown(grant: Grant, config: AuthConfig) -> Iterator[NameKind]:
    """The kinds of names that the token may be silent about, or gives in a way that no rule can write."""
    claims = grant.claims
    if _is_elsewhere(claims, config.groups_claim) or not _tells_groups(
        claim_at(claims, config.groups_claim)
    ):
        yield NameKind.GROUP
    if _is_elsewhere(claims, config.username_claim) or not _tells_username(grant, config):
        yield NameKind.USERNAME
    if not _is_a_name("user", _verified_email(claims)):
        yield NameKind.EMAIL


def _is_a_name(kind: str, value: object) -> bool:
    return isinstance(value, str) and not problem_with(f"{kind}:{value}")


def _tells_username(grant: Grant, config: AuthConfig) -> bool:
    """Whether both names can be read that a rule may mean by a name that is no address and no UUID."""
    username = claim_at(grant.claims, config.username_claim)
    whole = isinstance(username, str) and is_normalized("NFC", username)
    return whole and _is_a_name("user", username) and _is_a_name("user", grant.subject)


def _tells_groups(value: object) -> bool:
    """Whether all groups can be read from a claim: a list of names, or one name and nothing like a list in a text."""
    if isinstance(value, list):
        return all(group in _NO_GROUP or _is_a_name("group", group) for group in value)
    return (
        isinstance(value, str) and bool(_ONE_NAME.fullmatch(value)) and _is_a_name("group", value)
    )


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


def _may_be_taken(username: str, subject: str) -> bool:
    """Whether a name that people choose themselves may be another's address or subject.

    Subjects of one provider are alike: the bearer's own tells what the others look like. Where it is a plain
    name itself, any name may be a subject.
    """
    plain = len(username) <= _LONGEST_USERNAME and _NAME.fullmatch(username) is not None
    own = _NAME.fullmatch(subject) is not None
    return not plain or (own and not subject[-1].isdigit()) or _form(username) == _form(subject)


def _form(name: str) -> str:
    """What names of one kind have in common: `u-17` is of the form `a-0`."""
    return _DIGITS.sub("0", _LETTERS.sub("a", name))


def _groups(grant: Grant, config: AuthConfig) -> Iterator[str]:
    """Groups by their full path, which Keycloak writes as `/finance/payroll`."""
    value = claim_at(grant.claims, config.groups_claim)
    for group in value if isinstance(value, list) else [value]:
        if isinstance(group, str):
            yield group


def _called(
    kind: str, name: str, namespace: str | None, among: Sequence[str | None]
) -> Iterator[str]:
    """A name as it is, and within the provider's namespace, which no plain name may pretend to be in."""
    plain = spelled(f"{kind}:{name}")
    if namespace is not None:
        yield spelled(f"{kind}:{namespace}:{name}")
        if len(among) >= _SEVERAL:
            return
    if not any(plain.startswith(f"{kind}:{one}:") for one in (namespace, *among) if one):
        yield plain
