"""Sign-in at a real OpenID Connect provider (npm's oidc-provider), and what its tokens open."""

import asyncio
import base64
import hmac
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import jwt
import pytest
from auth_bench import Time
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from oidc_real import SECRET, RealProvider, ec_jwk, installed, real_provider, rsa_jwk
from oidc_small import FAR_OFF, LONG_AGO
from over_http import ask, at
from signed_in import RESOURCE, challenge, guarded, published, search, seen, service_for

from okf_server.errors import TokenError
from okf_server.model.config import AuthConfig, IntrospectionConfig
from okf_server.serve.auth.jwt_tokens import JwtVerifier
from okf_server.serve.auth.keys import REFETCH_S, KeySet
from okf_server.serve.auth.provider import Provider

OPAQUE = "https://okf.test/opaque"
FINANCE = {"public/canteen", "finance/budget"}
PAYROLL = {"public/canteen", "hr/salaries"}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("npm"))


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("base"))


@pytest.fixture
def provider(packages: Path, tmp_path: Path) -> Iterator[RealProvider]:
    people = {"ana": {"groups": ["/finance"]}, "ben": {"groups": ["/hr/payroll"]}}
    with real_provider(packages, tmp_path / "state.json", people) as running:
        yield running


@pytest.fixture
def url(base: Path, provider: RealProvider) -> Iterator[str]:
    lookup = IntrospectionConfig(
        client_id="okf-server", client_secret_env="LOOKUP_SECRET", cache_s=0
    )
    config = AuthConfig(
        issuer=provider.issuer,
        audiences=(RESOURCE, OPAQUE),
        required_scopes=("knowledge:read",),
        introspection=lookup,
    )
    with guarded(service_for(base), config, environment={"LOOKUP_SECRET": SECRET}) as address:
        yield address


def forged(provider: RealProvider, key: dict[str, Any], **changed: Any) -> str:
    """A token such as the provider makes, signed with a key of ours."""
    now = int(time.time())
    good = {"iss": provider.issuer, "sub": "ana", "aud": RESOURCE, "iat": now, "exp": now + 60}
    claims = {**good, "scope": "knowledge:read", "client_id": "assistant", **changed}
    private = jwt.PyJWK(key)
    head = {"kid": key["kid"], "typ": "at+jwt"}
    return jwt.encode(claims, private.key, algorithm=private.algorithm_name, headers=head)


@pytest.mark.parametrize("resource", [RESOURCE, OPAQUE])
def test_two_people_sign_in_and_see_what_their_groups_may_read(
    url: str, provider: RealProvider, resource: str
) -> None:
    ana, ben = (provider.token(person, resource=resource) for person in ("ana", "ben"))

    assert (seen(url, ana), seen(url, ben)) == (FINANCE, PAYROLL)


@pytest.mark.parametrize("resource", [RESOURCE, OPAQUE])
def test_leaving_a_group_takes_effect_with_the_next_token(
    url: str, provider: RealProvider, resource: str
) -> None:
    assert seen(url, provider.token("ana", resource=resource)) == FINANCE

    provider.people["ana"] = {"groups": []}
    provider.write()

    assert seen(url, provider.token("ana", resource=resource)) == {"public/canteen"}


def test_a_token_for_another_server_is_refused(url: str, provider: RealProvider) -> None:
    response = search(url, provider.token("ana", resource="https://other.test/mcp"))

    assert response.status_code == 401
    assert "another server" in challenge(response)["error_description"]


@pytest.mark.parametrize("resource", [RESOURCE, OPAQUE])
def test_a_token_without_the_scope_is_told_so(
    url: str, provider: RealProvider, resource: str
) -> None:
    response = search(url, provider.token("ana", resource=resource, scope="knowledge:write"))

    assert response.status_code == 403
    told = challenge(response)
    assert (told["error"], told["scope"]) == ("insufficient_scope", "knowledge:read")


def test_an_id_token_is_no_access_token(url: str, base: Path, provider: RealProvider) -> None:
    token = str(provider.sign_in("ana", resource=RESOURCE)["id_token"])
    assert search(url, token).status_code == 401

    # not even where somebody took the client's id for the audience
    careless = AuthConfig(issuer=provider.issuer, audiences=("assistant",))
    with guarded(service_for(base), careless) as address:
        response = search(address, token)

    assert response.status_code == 401
    assert challenge(response)["error_description"] == "The token is no access token."


def test_a_revoked_token_is_refused(url: str, provider: RealProvider) -> None:
    token = provider.token("ana", resource=OPAQUE)
    assert search(url, token).status_code == 200

    provider.revoke(token)

    assert search(url, token).status_code == 401


@pytest.mark.parametrize(
    "changed",
    [
        {"exp": LONG_AGO},
        {"nbf": FAR_OFF},
        {"iss": "https://evil.test"},
        {"aud": "https://other.test/mcp"},
    ],
)
def test_a_token_of_the_right_key_and_wrong_claims_is_refused(
    url: str, provider: RealProvider, changed: dict[str, Any]
) -> None:
    assert search(url, forged(provider, provider.keys[0])).status_code == 200
    assert search(url, forged(provider, provider.keys[0], **changed)).status_code == 401


def test_a_key_that_only_claims_to_be_the_providers_is_refused(
    url: str, provider: RealProvider
) -> None:
    assert search(url, forged(provider, rsa_jwk("first"))).status_code == 401
    assert search(url, forged(provider, rsa_jwk("unknown"))).status_code == 401


def test_after_a_rotation_tokens_of_the_new_key_get_in(base: Path, provider: RealProvider) -> None:
    config = AuthConfig(issuer=provider.issuer, audiences=(RESOURCE,))
    old = provider.token("ana", resource=RESOURCE)
    provider.stop()
    provider.keys, provider.algorithm = [ec_jwk("second")], "ES256"
    provider.start()

    with guarded(service_for(base), config) as url:
        assert seen(url, provider.token("ana", resource=RESOURCE)) == FINANCE
        assert search(url, old).status_code == 401


@pytest.mark.parametrize("resource", [RESOURCE, OPAQUE])
def test_while_the_provider_is_down_nobody_gets_in_who_was_not_known(
    url: str, provider: RealProvider, resource: str
) -> None:
    token = provider.token("ana", resource=resource)
    provider.stop()

    response = search(url, token)

    assert response.status_code == 503
    assert response.headers["retry-after"] == "5"


def test_without_a_token_the_client_finds_its_way_to_the_provider(
    url: str, provider: RealProvider
) -> None:
    response = search(url, None)
    assert response.status_code == 401
    told = challenge(response)
    assert (told["scope"], "error" in told) == ("knowledge:read", False)
    path = urlsplit(told["resource_metadata"]).path
    forms = [httpx2.get(at(url, form)).json() for form in (path, path.removesuffix("/mcp"))]
    assert forms[0] == forms[1]
    (issuer,) = forms[0]["authorization_servers"]
    found = httpx2.get(f"{issuer}/.well-known/openid-configuration").json()
    assert found["issuer"] == issuer == provider.issuer
    assert "S256" in found["code_challenge_methods_supported"]


def test_a_token_that_was_changed_is_refused(url: str, provider: RealProvider) -> None:
    head, body, signature = provider.token("ana", resource=RESOURCE).split(".")
    claims = json.loads(base64.urlsafe_b64decode(f"{body}==="))
    richer = json.dumps({**claims, "groups": ["/hr/payroll"]}).encode()
    changed = base64.urlsafe_b64encode(richer).rstrip(b"=").decode()

    assert search(url, f"{head}.{changed}.{signature}").status_code == 401
    assert search(url, f"{head}.{body}.{signature[::-1]}").status_code == 401
    assert search(url, f"{head}.{body}.").status_code == 401


def test_neither_no_signature_nor_the_public_key_as_a_secret_gets_in(
    url: str, provider: RealProvider
) -> None:
    now = int(time.time())
    claims = {"iss": provider.issuer, "sub": "ana", "aud": RESOURCE, "iat": now, "exp": now + 60}
    claims |= {"scope": "knowledge:read", "client_id": "assistant", "groups": ["/finance"]}
    key = jwt.PyJWK(provider.keys[0]).key.public_key()
    pem = key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    published = httpx2.get(f"{provider.issuer}/jwks").content

    assert search(url, _unsigned(claims, "none", b"")).status_code == 401
    for secret in (pem, published, provider.keys[0]["n"].encode()):
        assert search(url, _unsigned(claims, "HS256", secret)).status_code == 401


def _unsigned(claims: dict[str, Any], algorithm: str, secret: bytes) -> str:
    """A token by hand, since libraries refuse to make such ones."""
    head = {"alg": algorithm, "kid": "first", "typ": "at+jwt"}
    parts = [json.dumps(part).encode() for part in (head, claims)]
    signed = b".".join(base64.urlsafe_b64encode(part).rstrip(b"=") for part in parts)
    mark = hmac.new(secret, signed, "sha256").digest() if secret else b""
    return f"{signed.decode()}.{base64.urlsafe_b64encode(mark).rstrip(b'=').decode()}"


@pytest.mark.parametrize(
    ("header", "status"), [({"Host": "evil.test"}, 421), ({"Origin": "https://evil.test"}, 403)]
)
def test_a_good_token_under_a_foreign_name_is_refused(
    url: str, provider: RealProvider, header: dict[str, str], status: int
) -> None:
    shown = {"Authorization": f"Bearer {provider.token('ana', resource=RESOURCE)}"}

    assert ask(url, {"query": "zebra"}, era="auto", **shown, **header).status_code == status


def test_a_server_that_runs_takes_the_new_key_after_a_rotation_and_drops_the_old_one(
    provider: RealProvider,
) -> None:
    time_passes, config = Time(), AuthConfig(issuer=provider.issuer)
    old = provider.token("ana", resource=RESOURCE)

    async def verified() -> list[str]:
        asked = Provider(provider.issuer, clock=time_passes.steady)
        keys = KeySet(asked, fresh_s=config.keys_s, clock=time_passes.steady)
        verifier = JwtVerifier(config, keys, audiences=[RESOURCE])
        subjects = [(await verifier.verify(old)).subject]
        provider.stop()
        provider.keys, provider.algorithm = [ec_jwk("second")], "ES256"
        provider.start()
        time_passes.passed += REFETCH_S
        new = provider.token("ana", resource=RESOURCE)
        subjects.append((await verifier.verify(new)).subject)
        with pytest.raises(TokenError):
            await verifier.verify(old)
        await asked.close()
        return subjects

    assert asyncio.run(verified()) == ["ana", "ana"]


def test_an_opaque_token_for_another_server_is_refused(
    url: str, base: Path, provider: RealProvider
) -> None:
    token = provider.token("ana", resource=OPAQUE)
    assert search(url, token).status_code == 200
    lookup = IntrospectionConfig(client_id="okf-server", client_secret_env="LOOKUP", cache_s=0)
    other = AuthConfig(issuer=provider.issuer, audiences=(RESOURCE,), introspection=lookup)

    with guarded(service_for(base), other, environment={"LOOKUP": SECRET}) as address:
        response = search(address, token)

    assert response.status_code == 401
    assert "another server" in challenge(response)["error_description"]
