"""Tokens that are JWTs: signatures, algorithms, kinds, and keys that come and go."""

from typing import Any

import jwt
import pytest
from auth_bench import Bench
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from oidc_small import FIRST, SECOND, SmallProvider, public_jwk

from okf_server.errors import ProviderError, TokenError
from okf_server.model.config import AuthConfig
from okf_server.serve.auth.keys import REFETCH_S

FRESH_S = AuthConfig(issuer="").keys_s


@pytest.fixture
def by_keys(provider: SmallProvider) -> Bench:
    return Bench(provider, "jwt")


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


def test_keys_that_were_taken_back_are_good_for_a_minute_at_most(by_keys: Bench) -> None:
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


def test_a_provider_that_names_no_key_at_all_has_not_been_asked(by_keys: Bench) -> None:
    token, keys = by_keys.provider.token(), by_keys.provider.keys

    def back() -> str:
        by_keys.provider.keys = keys
        by_keys.time.passed += REFETCH_S
        return token

    by_keys.provider.keys = []
    with pytest.raises(ProviderError):
        by_keys.verify(token)
    by_keys.time.passed += REFETCH_S
    assert by_keys.verify(back).subject == "a-1"
