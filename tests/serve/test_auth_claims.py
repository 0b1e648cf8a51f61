"""What a token says is of the kind that the standards ask for, however it is looked up."""

from typing import Any

import pytest
from auth_bench import Bench
from oidc_small import SmallProvider

from okf_server.errors import TokenError
from okf_server.serve.auth.claims import grant_of


@pytest.fixture(params=["jwt", "opaque", "both"])
def bench(provider: SmallProvider, request: pytest.FixtureRequest) -> Bench:
    return Bench(provider, request.param)


@pytest.mark.parametrize(
    "dates",
    [
        {"exp": "1796000000"},
        {"exp": 10**40},
        {"exp": 253_402_300_800},
        {"exp": True},
        {"exp": [1_796_000_000]},
        {"exp": float("inf")},
        {"exp": float("nan")},
        {"exp": -1},
        {"nbf": "0"},
        {"nbf": {}},
        {"iat": "yesterday"},
        {"iat": -(10**40)},
    ],
    ids=str,
)
def test_a_date_that_is_no_number_of_seconds_is_refused(
    bench: Bench, dates: dict[str, Any]
) -> None:
    with pytest.raises(TokenError):
        bench.verify(bench.token(**dates))


@pytest.mark.parametrize(
    "said", [{"nbf": 0}, {"iat": 1.5}, {"exp": 4_102_444_800.0}, {"iat": None}], ids=str
)
def test_a_date_may_be_any_number_of_seconds(bench: Bench, said: dict[str, Any]) -> None:
    assert bench.verify(bench.token(**said)).subject == "a-1"


def test_scopes_may_be_a_text_or_a_list(bench: Bench) -> None:
    for said in ("read write", ["read", "write"], ["read write", 7]):
        assert bench.verify(bench.token(scope=said)).scopes == {"read", "write"}


def test_an_answer_of_the_provider_needs_no_issuer_and_no_end(provider: SmallProvider) -> None:
    """RFC 7662 leaves both out; the provider has just said that the token is good."""
    asked = Bench(provider, "opaque")
    assert asked.verify(asked.token(exp=None, iss=None)).subject == "a-1"
    with pytest.raises(TokenError, match="another issuer"):
        asked.verify(asked.token(iss="https://other.test"))
    with pytest.raises(TokenError):
        Bench(provider, "jwt").verify(provider.token(exp=None))


@pytest.mark.parametrize("subject", [None, "", 7, ["a"], {"id": "a"}])
def test_a_subject_is_a_text(subject: object) -> None:
    with pytest.raises(TokenError, match="no subject"):
        grant_of({"sub": subject}, "https://id.test")
