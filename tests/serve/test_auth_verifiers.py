"""The contract of every TokenVerifier, and what each of them refuses beyond it."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from oidc_small import (
    AUDIENCE,
    CLIENT,
    FIRST,
    SECOND,
    SECRET,
    SmallProvider,
    public_jwk,
    small_provider,
)

from okf_server.errors import ProviderError, TokenError
from okf_server.model.config import AuthConfig, IntrospectionConfig
from okf_server.model.grant import Grant
from okf_server.model.seams import TokenVerifier
from okf_server.serve.auth.introspection import Client, Clocks, IntrospectionVerifier
from okf_server.serve.auth.jwt_tokens import JwtVerifier
from okf_server.serve.auth.keys import FRESH_S, REFETCH_S, KeySet
from okf_server.serve.auth.provider import Provider
from okf_server.serve.auth.sign_in import ByShape

AUDIENCES = ("other-name", AUDIENCE)


@dataclass
class Time:
    """Time that passes when a test says so; the wall shows the real date."""

    passed: float = 0

    def steady(self) -> float:
        return self.passed

    def wall(self) -> float:
        return time.time() + self.passed


@dataclass
class Bench:
    """A provider, what a verifier of it would be made of, and tokens in the shape that it takes."""

    provider: SmallProvider
    shape: str
    time: Time = field(default_factory=Time)

    def token(self, **changed: Any) -> str:
        if self.shape == "opaque":
            return self.provider.opaque(**changed)
        token = self.provider.token(**changed)
        self.provider.active[token] = self.provider.claims(**changed)
        return token

    def verify(self, *tokens: str | Callable[[], str]) -> Grant:
        """What the last of some tokens says, all shown to one verifier; the others may be refused."""
        return asyncio.run(self._verify(tokens))

    async def _verify(self, tokens: tuple[str | Callable[[], str], ...]) -> Grant:
        asked = Provider(self.provider.issuer, clock=self.time.steady)
        verifier = self.verifier(asked)
        try:
            for number, token in enumerate(tokens, 1):
                shown = token if isinstance(token, str) else token()
                try:
                    grant = await verifier.verify(shown)
                except (TokenError, ProviderError):
                    if number == len(tokens):
                        raise
                else:
                    if number == len(tokens):
                        return grant
        finally:
            await asked.close()
        raise AssertionError("no token was shown")

    def verifier(self, asked: Provider) -> TokenVerifier:
        lookup = IntrospectionConfig(client_id=CLIENT, client_secret_env="X")
        config = AuthConfig(issuer=self.provider.issuer, introspection=lookup)
        by_keys = JwtVerifier(config, KeySet(asked, clock=self.time.steady), audiences=AUDIENCES)
        looked_up = IntrospectionVerifier(
            config,
            asked,
            Client(settings=lookup, secret=SECRET),
            audiences=AUDIENCES,
            clocks=Clocks(wall=self.time.wall, steady=self.time.steady),
        )
        match self.shape:
            case "jwt":
                return by_keys
            case "opaque":
                return looked_up
            case _:
                return ByShape(by_keys, looked_up, both=True)


@pytest.fixture
def provider() -> Iterator[SmallProvider]:
    with small_provider() as one:
        yield one


@pytest.fixture(params=["jwt", "opaque", "both"])
def bench(request: pytest.FixtureRequest, provider: SmallProvider) -> Bench:
    return Bench(provider, request.param)


@pytest.fixture
def by_keys(provider: SmallProvider) -> Bench:
    return Bench(provider, "jwt")


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
        ({"exp": int(time.time()) - 120}, "expired"),
        ({"nbf": int(time.time()) + 300}, "not valid yet"),
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


def test_a_token_without_a_signature_is_refused(by_keys: Bench) -> None:
    with pytest.raises(TokenError, match="algorithm"):
        by_keys.verify(by_keys.provider.token(key=None, alg="none"))


def test_the_public_key_is_no_shared_secret(by_keys: Bench) -> None:
    pem = FIRST.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    head = jwt.utils.base64url_encode(b'{"alg":"HS256","typ":"at+jwt","kid":"first"}')
    body = by_keys.provider.token().split(".")[1].encode()
    mac = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256)
    signature = jwt.utils.base64url_encode(mac.sign(head + b"." + body, pem))

    with pytest.raises(TokenError, match="algorithm"):
        by_keys.verify((head + b"." + body + b"." + signature).decode())


def test_a_shared_secret_among_the_keys_is_not_used(by_keys: Bench) -> None:
    by_keys.provider.keys.append({"kty": "oct", "k": "c2VjcmV0", "kid": "shared"})

    with pytest.raises(TokenError):
        by_keys.verify(by_keys.provider.token(key=b"s" * 32, alg="HS256", header={"kid": "shared"}))


def test_a_token_of_another_key_is_refused(by_keys: Bench) -> None:
    with pytest.raises(TokenError, match="not signed with a key"):
        by_keys.verify(by_keys.provider.token(key=SECOND))


def test_a_changed_token_is_refused(by_keys: Bench) -> None:
    head, _, signature = by_keys.provider.token().split(".")
    body = by_keys.provider.token(sub="somebody-else").split(".")[1]

    with pytest.raises(TokenError):
        by_keys.verify(f"{head}.{body}.{signature}")


EC, ED = ec.generate_private_key(ec.SECP256R1()), ed25519.Ed25519PrivateKey.generate()


@pytest.mark.parametrize(
    ("key", "alg"), [(FIRST, "RS256"), (FIRST, "PS256"), (EC, "ES256"), (ED, "EdDSA")]
)
def test_every_algorithm_of_the_list_is_verified(by_keys: Bench, key: Any, alg: str) -> None:
    by_keys.provider.keys = [public_jwk(key, "one")]

    token = by_keys.provider.token(key=key, alg=alg, header={"kid": "one"})

    assert by_keys.verify(token).subject == "a-1"


def test_a_key_is_used_for_its_own_algorithm_alone(by_keys: Bench) -> None:
    by_keys.provider.keys = [public_jwk(FIRST, "first", alg="PS256")]

    with pytest.raises(TokenError):
        by_keys.verify(by_keys.provider.token())


def test_an_encryption_key_verifies_nothing(by_keys: Bench) -> None:
    by_keys.provider.keys = [public_jwk(FIRST, "first", use="enc")]

    with pytest.raises(TokenError):
        by_keys.verify(by_keys.provider.token())


@pytest.mark.parametrize(
    ("typ", "changed"),
    [
        ("JWT", {"nonce": "n", "scope": None, "client_id": None}),
        ("JWT", {"at_hash": "h"}),
        ("JWT", {"scope": None, "client_id": None}),
        ("JWT", {"typ": "ID"}),
        ("JWT", {"typ": "Refresh"}),
        ("JWT", {"token_use": "id"}),
        ("logout+jwt", {}),
        ("dpop+jwt", {}),
        ("secevent+jwt", {}),
    ],
)
def test_what_is_no_access_token_is_refused(
    by_keys: Bench, typ: str, changed: dict[str, Any]
) -> None:
    token = by_keys.provider.token(header={"typ": typ}, **changed)

    with pytest.raises(TokenError, match="no access token"):
        by_keys.verify(token)


@pytest.mark.parametrize(
    ("typ", "changed"),
    [
        ("application/at+jwt", {"scope": None}),
        ("JWT", {}),
        ("JWT", {"scope": None, "client_id": None, "typ": "Bearer", "nonce": "n"}),
        ("JWT", {"scope": None, "client_id": None, "token_use": "access"}),
        ("JWT", {"scope": None, "client_id": None, "scp": "read"}),
    ],
)
def test_access_tokens_of_older_providers_are_known_by_their_marks(
    by_keys: Bench, typ: str, changed: dict[str, Any]
) -> None:
    token = by_keys.provider.token(header={"typ": typ}, **changed)

    assert by_keys.verify(token).subject == "a-1"


def test_a_new_key_is_fetched_when_a_token_names_it(by_keys: Bench) -> None:
    old = by_keys.provider.token()

    def rotated() -> str:
        by_keys.provider.keys = [public_jwk(SECOND, "second")]
        by_keys.time.passed += REFETCH_S
        return by_keys.provider.token(key=SECOND, header={"kid": "second"})

    assert by_keys.verify(old, rotated).subject == "a-1"
    with pytest.raises(TokenError):
        by_keys.verify(old)


def test_invented_key_ids_do_not_flood_the_provider(by_keys: Bench) -> None:
    invented = [by_keys.provider.token(header={"kid": f"invented-{n}"}) for n in range(50)]

    by_keys.verify(*invented, by_keys.provider.token())

    assert by_keys.provider.asked.count("/jwks") == 1


def test_keys_that_were_taken_back_are_good_for_minutes_at_most(by_keys: Bench) -> None:
    token = by_keys.provider.token()

    def later() -> str:
        by_keys.provider.keys = [public_jwk(SECOND, "second")]
        by_keys.time.passed += FRESH_S
        return token

    with pytest.raises(TokenError):
        by_keys.verify(token, later)


def test_keys_are_not_used_beyond_their_time_while_the_provider_is_down(by_keys: Bench) -> None:
    token = by_keys.provider.token()

    def still_fresh() -> str:
        by_keys.provider.broken = True
        by_keys.time.passed += FRESH_S - 1
        return token

    def stale() -> str:
        by_keys.time.passed += 1
        return token

    def back() -> str:
        by_keys.provider.broken = False
        by_keys.time.passed += REFETCH_S
        return token

    assert by_keys.verify(token, still_fresh).subject == "a-1"
    by_keys.provider.broken = False
    with pytest.raises(ProviderError):
        by_keys.verify(token, still_fresh, stale)
    by_keys.provider.broken = False
    assert by_keys.verify(token, still_fresh, stale, back).subject == "a-1"


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


def test_a_no_is_never_kept(looked_up: Bench) -> None:
    token = "not-yet"

    assert looked_up.verify(token, lambda: looked_up.provider.opaque(token)).subject == "a-1"


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
