"""From what a token says to names that access lists may use."""

from typing import Any

import pytest

from okf_server.model.access import NameKind
from okf_server.model.config import AuthConfig
from okf_server.model.grant import Grant
from okf_server.serve.auth.principals import claim_at, principal_of

ISSUER = "https://id.test"


def names(config: AuthConfig | None = None, **claims: object) -> set[str]:
    grant = Grant(issuer=ISSUER, subject="s-1", claims=claims)
    return set(principal_of(grant, config or AuthConfig(issuer=ISSUER)).names)


def test_everybody_signed_in_is_called_by_subject_and_star() -> None:
    assert names() == {"*", "user:s-1"}


def test_nobody_signed_in_is_trusted_like_the_operator() -> None:
    grant = Grant(issuer=ISSUER, subject="operator")

    assert not principal_of(grant, AuthConfig(issuer=ISSUER)).trusted


def test_the_same_subject_of_two_providers_is_two_principals() -> None:
    config = AuthConfig(issuer=ISSUER)
    ids = {
        principal_of(Grant(issuer=issuer, subject="1"), config).id
        for issuer in ("https://a.test", "https://b.test")
    }

    assert len(ids) == 2


@pytest.mark.parametrize(
    "username", ["ben@acme.test", "", "6a5e9d2c-0d0f-4a76-9f0e-1f2d3c4b5a69", 7, None, ["ana"]]
)
def test_a_username_that_may_be_somebody_elses_name_is_left_out(username: object) -> None:
    assert names(preferred_username=username) == {"*", "user:s-1"}


def test_a_plain_username_is_a_name() -> None:
    assert "user:ana" in names(preferred_username="ana")
    assert "user:ana" in names(AuthConfig(issuer=ISSUER, username_claim="x.upn"), x={"upn": "ana"})


def test_groups_are_called_by_their_full_path() -> None:
    found = names(groups=["/finance/payroll", "it", "/", ""])

    assert found == {"*", "user:s-1", "group:finance/payroll", "group:it"}


def test_a_namespace_qualifies_names_and_cannot_be_pretended() -> None:
    config = AuthConfig(issuer=ISSUER, namespace="entra")

    assert names(config, groups=["finance", "entra:board"]) == {
        "*",
        "user:s-1",
        "user:entra:s-1",
        "group:finance",
        "group:entra:finance",
        "group:entra:entra:board",
    }


def unknown(config: AuthConfig | None = None, **claims: Any) -> set[NameKind]:
    told = {"email": "a@acme.test", "email_verified": True, "preferred_username": "a", "groups": []}
    grant = Grant(issuer=ISSUER, subject="s-1", claims={**told, **claims})
    return set(principal_of(grant, config or AuthConfig(issuer=ISSUER)).unknown)


@pytest.mark.parametrize(
    "claims",
    [
        {"groups": None},
        {"groups": {"a": "interns"}},
        {"groups": "a,interns"},
        {"groups": '["interns"]'},
        {"groups": ""},
        {"groups": [{"name": "interns"}]},
        {"hasgroups": True},
        {"hasgroups": "true"},
        {"_claim_names": {"groups": "src1"}, "_claim_sources": {"src1": {}}},
        {"_claim_sources": {"src1": {}}, "_claim_names": None},
    ],
)
def test_groups_that_the_token_does_not_tell_are_unknown(claims: dict[str, Any]) -> None:
    assert NameKind.GROUP in unknown(**claims)


@pytest.mark.parametrize("groups", [[], ["a"], ["cn=a,ou=b"], "finance/payroll"])
def test_groups_that_the_token_tells_are_known(groups: object) -> None:
    assert unknown(groups=groups) == set()


def test_groups_elsewhere_do_not_matter_where_roles_are_read() -> None:
    config = AuthConfig(issuer=ISSUER, groups_claim="roles")
    more: dict[str, Any] = {"hasgroups": True, "_claim_names": {"groups": "src1"}}

    assert unknown(config, roles=["reader"], **more) == set()
    assert unknown(config, **more) == {NameKind.GROUP}


@pytest.mark.parametrize("username", [None, "", 7, ["ana"]])
def test_a_username_that_cannot_be_read_is_unknown(username: object) -> None:
    assert unknown(preferred_username=username) == {NameKind.USERNAME}


def test_an_email_that_is_not_verified_is_unknown() -> None:
    assert unknown(email_verified=False) == {NameKind.EMAIL}
    assert unknown(email=None) == {NameKind.EMAIL}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("groups", ["a"]),
        ("resource_access.okf.roles", ["b"]),
        ("https://acme.test/groups", ["c"]),
        ("resource_access.my.app.roles", ["d"]),
        ("resource_access.okf.nothing", None),
        ("groups.deeper", None),
        ("", None),
    ],
)
def test_a_claim_is_found_at_its_whole_path(path: str, value: object) -> None:
    claims = {
        "groups": ["a"],
        "resource_access": {"okf": {"roles": ["b"]}, "my.app": {"roles": ["d"]}},
        "https://acme.test/groups": ["c"],
    }

    assert claim_at(claims, path) == value
