"""Those who show no valid token: how much they may ask, and what it costs the provider and the others."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest
from oidc_small import CLIENT, SECRET, SmallProvider
from over_http import at
from signed_in import guarded, published, search, seen, service_for

from okf_server.model.config import AuthConfig, IntrospectionConfig
from okf_server.serve.accounts import Accounts
from okf_server.serve.limits import LimitError
from okf_server.serve.metrics import Metrics
from okf_server.serve.operation import Bucket, Limits, StrangerLimits
from okf_server.serve.service import Service
from okf_server.serve.strangers import Strangers

EACH, TOGETHER = Bucket(rate=1, burst=3), Bucket(rate=1, burst=5)
STRICT = StrangerLimits(each=EACH, together=TOGETHER)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("base"))


@pytest.fixture
def service(base: Path) -> Service:
    return replace(service_for(base), limits=Limits(strangers=STRICT))


@pytest.fixture
def url(service: Service, provider: SmallProvider) -> Iterator[str]:
    lookup = IntrospectionConfig(client_id=CLIENT, client_secret_env="LOOKUP", cache_s=0)
    config = AuthConfig(issuer=provider.issuer, introspection=lookup)
    secret = {"LOOKUP": SECRET}
    with guarded(service, config, environment=secret, proxies=("127.0.0.1",)) as address:
        yield address


def statuses(url: str, *tokens: str | None, address: str = "192.0.2.1") -> list[int]:
    return [_asked(url, token, address).status_code for token in tokens]


def _asked(url: str, token: str | None, address: str) -> httpx2.Response:
    shown = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx2.post(url, headers=shown | {"X-Forwarded-For": address})


def test_the_provider_is_not_asked_about_more_tokens_than_strangers_may_show(
    url: str, provider: SmallProvider, service: Service
) -> None:
    invented = [f"invented-{number}" for number in range(20)]

    assert statuses(url, *invented) == [401] * 3 + [429] * 17
    assert provider.asked.count("/introspect") == 3
    assert 'okf_requests_refused_total{reason="anonymous"} 17' in service.metrics.text()


def test_one_invented_token_is_asked_about_once(url: str, provider: SmallProvider) -> None:
    assert statuses(url, *["invented"] * 20) == [401] * 3 + [429] * 17
    assert provider.asked.count("/introspect") == 1


@pytest.mark.parametrize("kind", ["none", "jwt of an unknown key", "jwt of nobody", "no token"])
def test_whoever_is_refused_too_often_is_told_when_to_come_back(
    url: str, provider: SmallProvider, kind: str
) -> None:
    shown: dict[str, Callable[[int], str | None]] = {
        "none": lambda _: None,
        "jwt of an unknown key": lambda number: provider.token(header={"kid": f"k-{number}"}),
        "jwt of nobody": lambda number: provider.token(iss=f"https://{number}.test"),
        "no token": lambda number: f"ey.{number}.x",
    }

    assert statuses(url, *map(shown[kind], range(6))) == [401] * 3 + [429] * 3
    refused = _asked(url, shown[kind](9), "192.0.2.1")
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert "without a valid token" in refused.json()["error"]
    assert provider.asked.count("/jwks") <= 1


def test_one_address_does_not_use_up_what_another_has_but_all_together_are_limited(
    url: str,
) -> None:
    assert statuses(url, *[None] * 4) == [401, 401, 401, 429]
    assert statuses(url, *[None] * 3, address="192.0.2.2") == [401, 401, 429]
    assert statuses(url, None, address="192.0.2.3") == [429]


def test_a_flood_keeps_nobody_out_who_is_in(url: str, provider: SmallProvider) -> None:
    jwt, opaque = provider.token(groups=["finance"]), provider.opaque(groups=["finance"])
    assert seen(url, opaque) == {"public/canteen", "finance/budget"}
    for number in range(10):
        statuses(url, f"invented-{number}", address=f"192.0.2.{number}")

    assert seen(url, jwt) == {"public/canteen", "finance/budget"}
    assert seen(url, opaque) == {
        "public/canteen",
        "finance/budget",
    }  # asked about anew: cache_s is 0
    assert search(url, provider.opaque()).status_code == 429


def test_who_is_let_in_is_not_charged(url: str, provider: SmallProvider) -> None:
    for _ in range(8):
        assert seen(url, provider.opaque()) == {"public/canteen"}


def test_probes_and_metadata_are_answered_in_a_flood(url: str) -> None:
    statuses(url, *[None] * 10)

    for path in ("/health", "/readyz", "/.well-known/oauth-protected-resource"):
        assert httpx2.get(at(url, path)).status_code == 200


def test_nobodys_word_is_taken_for_where_a_request_comes_from_without_a_setting(
    service: Service, provider: SmallProvider
) -> None:
    with guarded(service, AuthConfig(issuer=provider.issuer)) as url:
        told = [statuses(url, None, address=f"192.0.2.{number}")[0] for number in range(5)]

    assert told == [401, 401, 401, 429, 429]


def test_a_network_of_ipv6_draws_from_one_bucket_and_memory_is_fixed() -> None:
    limits = StrangerLimits(each=Bucket(rate=1, burst=1), together=Bucket(rate=1, burst=10_000))
    strangers = Strangers(limits, Accounts(groups=1), lambda: 1.0, Metrics())

    strangers.charge("2001:db8::1")
    with pytest.raises(LimitError):
        strangers.charge("2001:db8::ffff:2")
    for number in range(2_000):
        strangers.charge(f"10.0.{number // 250}.{number % 250}")
    with pytest.raises(LimitError):
        strangers.charge("::ffff:10.0.7.249")


def test_a_token_that_nobody_can_judge_is_a_strangers_as_well(
    url: str, provider: SmallProvider
) -> None:
    provider.broken = True

    assert statuses(url, *[provider.token()] * 5) == [503] * 3 + [429] * 2
