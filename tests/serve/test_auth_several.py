"""Several identity providers at once: each signs its own people in, and they are never taken for each other."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from oidc_small import CLIENT, SECRET, SmallProvider, public_jwk, rsa_key, small_provider
from over_http import at
from signed_in import challenge, guarded, published, search, seen, service_for

from okf_server.model.config import AuthConfig, IntrospectionConfig
from okf_server.model.grant import Grant
from okf_server.serve.auth.principals import principal_of

RULES = """
name: acme
sources: [{kind: folder, path: ./docs}]
search: {embedder: null}
access:
  rules:
    finance/: [group:finance]
    hr/: ["group:partner:finance", "user:partner:a-1"]
    public/: ["*"]
    secret/: ["user:a-1"]
"""
LOOKUP = IntrospectionConfig(client_id=CLIENT, client_secret_env="LOOKUP", cache_s=0)
OURS = {"public/canteen", "finance/budget", "secret/plan"}
THEIRS = {"public/canteen", "hr/salaries"}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("base"), RULES)


@pytest.fixture
def ours() -> Iterator[SmallProvider]:
    with small_provider() as running:
        yield running


@pytest.fixture
def theirs() -> Iterator[SmallProvider]:
    with small_provider() as running:
        yield running


@pytest.fixture
def url(base: Path, ours: SmallProvider, theirs: SmallProvider) -> Iterator[str]:
    auth = (
        AuthConfig(issuer=ours.issuer, required_scopes=("read",), introspection=LOOKUP),
        AuthConfig(issuer=theirs.issuer, required_scopes=("write",), namespace="partner"),
    )
    with guarded(service_for(base), *auth, environment={"LOOKUP": SECRET}) as address:
        yield address


def test_equal_subjects_and_groups_of_two_providers_never_mix(
    url: str, ours: SmallProvider, theirs: SmallProvider
) -> None:
    told: dict[str, Any] = {"sub": "a-1", "groups": ["finance"], "preferred_username": "ana"}

    assert seen(url, ours.token(**told)) == OURS
    assert seen(url, theirs.token(**told)) == THEIRS


def test_nobody_can_pretend_to_be_of_the_other_provider(
    url: str, ours: SmallProvider, theirs: SmallProvider
) -> None:
    pretending: dict[str, Any] = {
        "sub": "partner:a-1",
        "groups": ["partner:finance", "/partner:finance"],
    }
    assert seen(url, ours.token(**pretending)) == {"public/canteen"}

    key = rsa_key()
    theirs.keys = [public_jwk(key, "first")]
    assert search(url, theirs.token(key=key, iss=ours.issuer)).status_code == 401


def test_a_key_of_one_provider_signs_for_no_other(
    url: str, ours: SmallProvider, theirs: SmallProvider
) -> None:
    own = rsa_key()
    theirs.keys = [public_jwk(own, "theirs")]
    assert search(url, theirs.token(key=own, header={"kid": "theirs"})).status_code == 200
    assert search(url, ours.token(key=own, header={"kid": "theirs"})).status_code == 401


def test_a_provider_that_is_not_named_is_not_asked(url: str, ours: SmallProvider) -> None:
    response = search(url, ours.token(iss="https://evil.test"))

    assert response.status_code == 401
    assert challenge(response)["error_description"] == "The token comes from another issuer."
    assert ours.asked == []


def test_an_opaque_token_is_shown_to_no_foreign_provider(
    url: str, ours: SmallProvider, theirs: SmallProvider
) -> None:
    assert seen(url, ours.opaque(groups=["finance"])) == OURS
    assert search(url, theirs.opaque("of-theirs")).status_code == 401
    assert "/introspect" not in theirs.asked


def test_while_one_provider_is_down_the_others_people_get_in(
    url: str, ours: SmallProvider, theirs: SmallProvider
) -> None:
    theirs.broken = True

    assert search(url, theirs.token()).status_code == 503
    assert search(url, ours.token()).status_code == 200


def test_each_provider_has_its_own_scopes(
    url: str, ours: SmallProvider, theirs: SmallProvider
) -> None:
    assert search(url, ours.token(scope="read")).status_code == 200
    response = search(url, theirs.token(scope="read"))

    assert response.status_code == 403
    assert challenge(response)["scope"] == "write"
    assert challenge(search(url, None))["scope"] == "read write"


def test_the_metadata_names_all_providers(
    url: str, ours: SmallProvider, theirs: SmallProvider
) -> None:
    told = httpx2.get(at(url, "/.well-known/oauth-protected-resource")).json()

    assert told["authorization_servers"] == [ours.issuer, theirs.issuer]
    assert told["scopes_supported"] == ["read", "write"]


def test_people_of_a_namespace_have_no_plain_names_beside_another_provider() -> None:
    grant = Grant(issuer="https://b", subject="ana", claims={"groups": ["g", "b:g"]})
    config = AuthConfig(issuer="https://b", namespace="b")

    alone = principal_of(grant, config, among=("b",)).names
    beside = principal_of(grant, config, among=(None, "b")).names

    assert {"user:ana", "group:g"} <= alone
    assert beside == {"*", "user:b:ana", "group:b:g", "group:b:b:g"}


def test_a_plain_name_that_only_begins_like_a_namespace_stays() -> None:
    grant = Grant(issuer="https://a", subject="b", claims={"groups": ["b", "bx:g", "b:g"]})
    config = AuthConfig(issuer="https://a")

    names = principal_of(grant, config, among=(None, "b")).names

    assert names == {"*", "user:b", "group:b", "group:bx:g"}
