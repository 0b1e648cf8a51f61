"""The contract of every TokenVerifier, and what is kept of a provider's word."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

import pytest
from auth_bench import Bench
from oidc_small import AUDIENCE, FAR_OFF, LONG_AGO, SmallProvider

from okf_server.errors import ProviderError, TokenError
from okf_server.serve.auth.introspection import REFUSED_S
from okf_server.serve.auth.kept import Kept
from okf_server.serve.auth.provider import Provider


@pytest.fixture(params=["jwt", "opaque", "both"])
def bench(request: pytest.FixtureRequest, provider: SmallProvider) -> Bench:
    return Bench(provider, request.param)


@pytest.fixture
def looked_up(provider: SmallProvider) -> Bench:
    return Bench(provider, "opaque")


def test_a_good_token_tells_who_and_what_for(bench: Bench) -> None:
    grant = bench.verify(bench.token(groups=["/finance"]))

    assert (grant.issuer, grant.subject) == (bench.provider.issuer, "a-1")
    assert grant.scopes == {"read", "write"}
    assert grant.claims["groups"] == ["/finance"]


def test_one_of_several_audiences_is_enough(bench: Bench) -> None:
    assert bench.verify(bench.token(aud=["elsewhere", "other-name"])).subject == "a-1"


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"aud": "https://other.test"}, "another server"),
        ({"aud": f"{AUDIENCE}/"}, "another server"),
        ({"aud": None}, "The token"),
        ({"iss": "https://evil.test"}, "another issuer"),
        ({"exp": LONG_AGO}, "expired"),
        ({"nbf": FAR_OFF}, "not valid yet"),
        ({"sub": None}, "The token"),
        ({"sub": ""}, "names no subject"),
        ({"exp": "soon"}, "The token"),
        ({"cnf": {"jkt": "a thumbprint"}}, "bound to a key"),
    ],
)
def test_a_token_that_is_not_for_here_and_now_is_refused(
    bench: Bench, changed: dict[str, Any], reason: str
) -> None:
    token = bench.token(**changed)

    with pytest.raises(TokenError, match=reason):
        bench.verify(token)


def test_a_little_difference_of_clocks_is_forgiven(bench: Bench) -> None:
    now = int(time.time())

    assert bench.verify(bench.token(exp=now - 10, nbf=now + 10)).subject == "a-1"


@pytest.mark.parametrize("token", ["x", "a.b.c", "e30.e30.e30", "..", "é" * 5, "x" * 9000])
def test_what_is_no_token_is_refused(bench: Bench, token: str) -> None:
    with pytest.raises(TokenError):
        bench.verify(token)


def test_while_the_provider_is_down_nobody_can_tell(bench: Bench) -> None:
    token = bench.token()
    bench.provider.broken = True

    with pytest.raises(ProviderError):
        bench.verify(token)


def test_metadata_of_another_issuer_is_not_believed(bench: Bench) -> None:
    bench.provider.metadata["issuer"] = "https://evil.test"

    with pytest.raises(ProviderError, match="another issuer"):
        bench.verify(bench.token())


def test_neither_messages_nor_the_log_repeat_a_token(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    bad, good = bench.token(sub="secret-subject", aud="secret-audience"), bench.token()

    with pytest.raises(TokenError) as caught:
        bench.verify(good, bad)

    told = f"{caught.value} {caught.value.__cause__} {caplog.text}"
    assert good not in told
    assert bad not in told
    assert "secret" not in told.replace("client_secret", "")


def test_a_yes_is_kept_for_a_while_and_never_beyond_the_token(looked_up: Bench) -> None:
    short = looked_up.provider.opaque("short", exp=int(time.time()) + 5)

    def after(seconds: float) -> Callable[[], str]:
        def shown() -> str:
            looked_up.time.passed += seconds
            return short

        return shown

    looked_up.verify(short, after(1), after(1))
    assert looked_up.provider.asked.count("/introspect") == 1
    looked_up.verify(short, after(10))
    assert looked_up.provider.asked.count("/introspect") == 3


def test_a_revoked_token_ends_with_the_answer_that_was_kept(looked_up: Bench) -> None:
    token = looked_up.provider.opaque()

    def revoked() -> str:
        looked_up.provider.active.clear()
        looked_up.time.passed += 31
        return token

    with pytest.raises(TokenError):
        looked_up.verify(token, revoked)


def test_a_no_is_kept_for_seconds(looked_up: Bench) -> None:
    token = "not-yet"

    def later() -> str:
        looked_up.time.passed += REFUSED_S
        return looked_up.provider.opaque(token)

    with pytest.raises(TokenError, match="not valid"):
        looked_up.verify(*[token] * 20)
    assert looked_up.provider.asked.count("/introspect") == 1
    assert looked_up.verify(token, later).subject == "a-1"


def test_of_what_is_kept_the_oldest_makes_room_and_time_ends_the_rest() -> None:
    kept: Kept[str] = Kept(most=2)
    for number in range(5):
        kept.keep(bytes([number]), "no", until=10)

    assert [number for number in range(5) if bytes([number]) in kept] == [3, 4]
    assert (kept.get(b"\3", 9.9), kept.get(b"\3", 10)) == ("no", None)


def together(bench: Bench, token: str, *, leaving: int = 0) -> list[object]:
    """What all are told who show one token at a time; the first of them go away at once."""

    async def show() -> list[object]:
        asked = Provider(bench.provider.issuer)
        verifier = bench.verifier(asked)
        tasks = [asyncio.create_task(verifier.verify(token)) for _ in range(20)]
        await asyncio.sleep(0)
        for task in tasks[:leaving]:
            task.cancel()
        try:
            return list(await asyncio.gather(*tasks[leaving:], return_exceptions=True))
        finally:
            await asked.close()

    return asyncio.run(show())


@pytest.mark.parametrize("leaving", [0, 1])
def test_the_provider_is_asked_once_about_a_token_that_many_show_at_a_time(
    looked_up: Bench, leaving: int
) -> None:
    good = together(looked_up, looked_up.provider.opaque(), leaving=leaving)
    bad = together(looked_up, "invented", leaving=leaving)

    assert [getattr(one, "subject", one) for one in good] == ["a-1"] * (20 - leaving)
    assert {type(one) for one in bad} == {TokenError}
    assert looked_up.provider.asked.count("/introspect") == 2


def test_a_kept_yes_outlives_the_provider_for_seconds_alone(looked_up: Bench) -> None:
    token = looked_up.provider.opaque()

    def later() -> str:
        looked_up.provider.broken = True
        looked_up.time.passed += 31
        return token

    with pytest.raises(ProviderError):
        looked_up.verify(token, later)


@pytest.mark.parametrize("active", ["true", 1, None])
def test_only_true_is_active(looked_up: Bench, active: object) -> None:
    token = looked_up.provider.opaque(active=active)
    looked_up.provider.active[token]["active"] = active

    with pytest.raises(TokenError):
        looked_up.verify(token)


def test_a_jwt_that_was_revoked_is_refused_where_all_tokens_are_looked_up(
    provider: SmallProvider,
) -> None:
    with pytest.raises(TokenError):
        Bench(provider, "both").verify(provider.token())
