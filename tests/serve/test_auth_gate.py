"""A server with sign-in, over real HTTP, with a small provider that can be broken."""

import asyncio
import json
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from oidc_small import CLIENT, SECRET, SmallProvider
from over_http import LEGACY_HEADERS, ask, at, result_of
from signed_in import RESOURCE, challenge, guarded, published, search, seen, service_for
from talk import ERAS, tool_call

from okf_server.audit.chain import events
from okf_server.errors import ConfigError
from okf_server.model.config import AuthConfig, IntrospectionConfig
from okf_server.serve.auth.sign_in import sign_in
from okf_server.serve.http import must_know_its_users

EVERYTHING = {"finance/budget", "hr/salaries", "public/canteen"}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("base"))


@pytest.fixture
def config(provider: SmallProvider) -> AuthConfig:
    return AuthConfig(issuer=provider.issuer, required_scopes=("read", "write"))


@pytest.fixture
def url(base: Path, config: AuthConfig) -> Iterator[str]:
    with guarded(service_for(base), config) as address:
        yield address


@pytest.mark.parametrize("era", ERAS)
def test_everybody_sees_what_their_groups_may_read(
    url: str, provider: SmallProvider, era: str
) -> None:
    nobody = provider.token(sub="n")
    ana = provider.token(sub="a", groups=["/finance"])
    ben = provider.token(sub="b", groups=["hr/payroll", "/payroll"])

    assert seen(url, nobody, era=era) == {"public/canteen"}
    assert seen(url, ana, era=era) == {"public/canteen", "finance/budget"}
    assert seen(url, ben, era=era) == {"public/canteen", "hr/salaries"}


def test_many_people_at_once_are_never_taken_for_each_other(
    url: str, provider: SmallProvider
) -> None:
    tokens = [
        provider.token(sub=f"s{n}", groups=[("finance", "hr/payroll")[n % 2]]) for n in range(40)
    ]

    with ThreadPoolExecutor(max_workers=8) as threads:
        found = list(threads.map(lambda token: seen(url, token), tokens))

    own = ("finance/budget", "hr/salaries")
    assert found == [{"public/canteen", own[n % 2]} for n in range(40)]


def test_a_denied_concept_reads_like_a_missing_one(url: str, provider: SmallProvider) -> None:
    shown = {"Authorization": f"Bearer {provider.token()}"}
    told = []
    for reference in ("hr/salaries", "hr/xxxxxxxx"):
        message = tool_call("get_knowledge", {"refs": [reference]})
        response = httpx2.post(url, json=message, headers=LEGACY_HEADERS | shown)
        told.append(json.dumps(result_of(response)).replace(reference, "REFERENCE"))

    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("claims", "sees"),
    [
        ({"email": "ceo@acme.test", "email_verified": True}, True),
        ({"email": "CEO@acme.test", "email_verified": True}, True),
        ({"email": "ceo@acme.test", "email_verified": "true"}, False),
        ({"email": "ceo@acme.test"}, False),
        ({"preferred_username": "ceo@acme.test"}, False),
        ({"sub": "ceo@acme.test"}, True),
        ({"groups": "hr/payroll"}, True),
        ({"groups": ["payroll"]}, False),
        ({"groups": ["*", "hr", 7, None]}, False),
        ({"roles": ["hr/payroll"]}, False),
    ],
)
def test_names_are_believed_only_where_they_are_proved(
    url: str, provider: SmallProvider, *, claims: dict[str, Any], sees: bool
) -> None:
    assert ("hr/salaries" in seen(url, provider.token(**claims))) is sees


def test_no_argument_says_who_asks(url: str, provider: SmallProvider) -> None:
    shown = {"Authorization": f"Bearer {provider.token()}"}

    answer = result_of(ask(url, {"query": "zebra", "user": "ceo"}, era="legacy", **shown))

    assert answer["result"]["isError"]
    assert "user: unknown argument" in answer["result"]["content"][0]["text"]


def test_a_cursor_belongs_to_the_one_who_asked(url: str, provider: SmallProvider) -> None:
    def page(token: str, cursor: str = "") -> dict[str, object]:
        shown = {"Authorization": f"Bearer {token}"}
        asked = {"query": "zebra", "limit": 1, "cursor": cursor}
        result: dict[str, object] = result_of(ask(url, asked, era="legacy", **shown))["result"]
        return result

    ana, ben = (provider.token(sub=name, groups=["finance"]) for name in ("a", "b"))
    data = page(ana)["structuredContent"]
    assert isinstance(data, dict)

    assert page(ben, data["next_cursor"])["isError"]
    assert not page(ana, data["next_cursor"])["isError"]


def test_without_a_token_the_client_is_told_where_to_get_one(url: str) -> None:
    response = search(url, None)

    assert response.status_code == 401
    assert challenge(response) == {
        "resource_metadata": "https://okf.test/.well-known/oauth-protected-resource/mcp",
        "scope": "read write",
    }


def test_a_bad_token_is_told_what_is_wrong_with_it(url: str, provider: SmallProvider) -> None:
    response = search(url, provider.token(aud="https://other.test"))

    assert response.status_code == 401
    told = challenge(response)
    assert (told["error"], told["error_description"]) == (
        "invalid_token",
        "The token is meant for another server.",
    )
    assert told["scope"] == "read write"


def test_a_token_without_a_needed_scope_is_told_all_that_are_needed(
    url: str, provider: SmallProvider
) -> None:
    response = search(url, provider.token(scope="read"))

    assert response.status_code == 403
    told = challenge(response)
    assert (told["error"], told["scope"]) == ("insufficient_scope", "read write")
    assert told["resource_metadata"].endswith("/mcp")


@pytest.mark.parametrize(
    "header", ["Basic YTpi", "Bearer", "bearer x y", "Bearer \xe9", "x" * 20_000]
)
def test_other_credentials_are_no_token(url: str, header: str) -> None:
    response = httpx2.post(url, headers={b"Authorization": header.encode("latin-1")})

    assert response.status_code == 401


def test_a_token_in_the_address_is_not_looked_at(url: str, provider: SmallProvider) -> None:
    response = httpx2.post(url, params={"access_token": provider.token()})

    assert response.status_code == 401
    assert "error" not in challenge(response)


@pytest.mark.parametrize("path", ["", "/mcp"])
def test_the_metadata_names_the_provider(url: str, provider: SmallProvider, path: str) -> None:
    response = httpx2.get(at(url, f"/.well-known/oauth-protected-resource{path}"))

    assert response.json() == {
        "resource": RESOURCE,
        "authorization_servers": [provider.issuer],
        "bearer_methods_supported": ["header"],
        "scopes_supported": ["read", "write"],
        "resource_name": "OKF Server",
    }


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/mcp", "/", "/docs", "/health/", "/mcp/"])
def test_every_other_route_needs_a_token(url: str, path: str, method: str) -> None:
    assert httpx2.request(method, at(url, path)).status_code == 401


def test_counters_are_read_by_whoever_is_signed_in_and_by_nobody_else(
    url: str, provider: SmallProvider
) -> None:
    shown = {"Authorization": f"Bearer {provider.token(sub='prometheus')}"}

    assert httpx2.get(at(url, "/metrics")).status_code == 401
    assert "okf_info" in httpx2.get(at(url, "/metrics"), headers=shown).text


def test_probes_need_no_token_and_learn_no_names(url: str) -> None:
    host = {"Host": "10.1.2.3:5001"}

    assert httpx2.get(at(url, "/health"), headers=host).json()["status"] == "ok"
    assert httpx2.get(at(url, "/readyz"), headers=host).json() == {"status": "ready"}


@pytest.mark.parametrize(
    ("header", "value", "status"),
    [
        ("Host", "okf.test", 200),
        ("Host", "evil.test", 421),
        ("Origin", "https://okf.test", 200),
        ("Origin", "https://evil.test", 403),
    ],
)
def test_the_public_name_is_answered_and_no_other(
    url: str, provider: SmallProvider, header: str, value: str, status: int
) -> None:
    shown = {"Authorization": f"Bearer {provider.token()}", header: value}

    assert ask(url, {"query": "zebra"}, era="legacy", **shown).status_code == status


def test_while_the_provider_is_down_nobody_gets_in(url: str, provider: SmallProvider) -> None:
    provider.broken = True

    response = search(url, provider.token())

    assert response.status_code == 503
    assert int(response.headers["retry-after"]) > 0
    assert "zebra" not in response.text
    assert httpx2.get(at(url, "/readyz")).status_code == 200


def test_the_provider_is_not_contacted_before_somebody_shows_a_token(
    url: str, provider: SmallProvider
) -> None:
    search(url, None)
    assert provider.asked == []

    search(url, provider.token())
    assert provider.asked == ["/.well-known/openid-configuration", "/jwks"]


def test_no_token_stands_in_the_log(
    url: str, provider: SmallProvider, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    good, bad = provider.token(groups=["finance"]), provider.token(aud="x")

    search(url, good)
    search(url, bad)

    assert "auth.refused" in caplog.text
    for part in (*good.split("."), *bad.split(".")[1:]):
        assert part not in caplog.text


async def _asked_by_the_sdk(url: str, token: str) -> list[str]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        return [tool.name for tool in (await client.list_tools()).tools]


def test_the_sdks_client_gets_in_with_a_token(url: str, provider: SmallProvider) -> None:
    names = asyncio.run(_asked_by_the_sdk(url, provider.token()))

    assert "search_knowledge" in names


def test_claims_are_found_by_their_whole_path(base: Path, provider: SmallProvider) -> None:
    config = AuthConfig(issuer=provider.issuer, groups_claim="resource_access.okf.roles")
    with guarded(service_for(base), config) as url:
        token = provider.token(
            resource_access={"okf": {"roles": ["finance"]}}, groups=["hr/payroll"]
        )

        assert seen(url, token) == {"public/canteen", "finance/budget"}


def test_other_machines_are_served_only_with_sign_in_and_a_public_address(
    config: AuthConfig,
) -> None:
    with pytest.raises(ConfigError, match=r"serve\.auth\.resource is missing"):
        must_know_its_users("0.0.0.0", [config])
    must_know_its_users("0.0.0.0", [replace(config, resource=RESOURCE)])


def test_a_secret_that_is_not_there_is_said_before_anybody_asks() -> None:
    lookup = IntrospectionConfig(client_id="okf", client_secret_env="OKF_LOOKUP_SECRET")
    config = AuthConfig(issuer="https://id.test", introspection=lookup)

    with pytest.raises(ConfigError, match="OKF_LOOKUP_SECRET is not set"):
        sign_in([config], resource=RESOURCE, environment={})


DENYING = """
name: acme
sources: [{kind: folder, path: ./docs}]
search: {embedder: null}
access:
  rules:
    "": {allow: ["*"], deny: ["group:interns", "user:ana", "user:Eve@Example.com"]}
"""
TOLD: dict[str, Any] = {
    "groups": [],
    "preferred_username": "z",
    "email": "z@example.com",
    "email_verified": True,
}


@pytest.mark.parametrize(
    "claims",
    [
        {"groups": ["interns"]},
        {"groups": None},
        {"groups": {"0": "interns"}},
        {"groups": "a,interns"},
        {"hasgroups": True},
        {"_claim_names": {"groups": "src1"}, "_claim_sources": {"src1": {}}},
        {"preferred_username": "ana"},
        {"preferred_username": None},
        {"email": "eve@EXAMPLE.com"},
    ],
)
def test_a_denial_holds_for_tokens_that_do_not_carry_the_name(
    tmp_path: Path, provider: SmallProvider, config: AuthConfig, claims: dict[str, Any]
) -> None:
    with guarded(service_for(published(tmp_path, DENYING)), config) as address:
        assert seen(address, provider.token(sub="z", **TOLD)) == {*EVERYTHING, "secret/plan"}
        assert seen(address, provider.token(sub="z", **{**TOLD, **claims})) == set()


@pytest.mark.parametrize("names", [True, False])
def test_an_auditor_can_tell_who_asked_where_names_are_kept(
    tmp_path: Path, provider: SmallProvider, config: AuthConfig, *, names: bool
) -> None:
    audit = f"audit: {{enabled: true, names: {str(names).lower()}}}\n"
    base = published(tmp_path, f"{DENYING}{audit}")
    told: dict[str, Any] = {
        "preferred_username": "ana.l",
        "name": "Ana\u202e Lima",
        "email": "ana@acme.test",
    }
    with guarded(service_for(base), config) as address:
        search(address, provider.token(sub="s-1", **told))
        search(address, provider.token(sub="s-2", email_verified=True, name=7))

    one, other = events(base / ".okf/audit")
    person = {"username": "ana.l", "name": "Ana Lima", "email": "ana@acme.test"}
    assert one["who"] == f"{provider.issuer}#s-1"
    assert one.get("person") == ({**person, "email_verified": False} if names else None)
    assert "person" not in other


@pytest.mark.parametrize("era", ERAS)
def test_the_token_that_a_caller_showed_is_not_recorded(
    tmp_path: Path, provider: SmallProvider, era: str
) -> None:
    base = published(tmp_path, f"{DENYING}audit: {{enabled: true}}\n")
    lookup = IntrospectionConfig(client_id=CLIENT, client_secret_env="LOOKUP", cache_s=0)
    config = AuthConfig(issuer=provider.issuer, introspection=lookup)
    token = provider.opaque("an+opaque/token==", sub="z", **TOLD)
    question = {"query": f"zebra {token}", "path": f"{'x' * 990}{token}", "tags": [token]}

    with guarded(service_for(base), config, environment={"LOOKUP": SECRET}) as address:
        for asked in (question, {"query": "zebra", "base": token}):
            ask(address, asked, era=era, Authorization=f"Bearer {token}")

    record = (base / ".okf/audit/audit-000001.jsonl").read_text()
    assert "zebra [token]" in record
    assert '"base":"[token]"' in record.replace(" ", "")
    assert "opaque" not in record
