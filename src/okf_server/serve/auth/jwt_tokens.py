"""Verify access tokens that are JWTs by the provider's keys (RFC 7519, RFC 9068)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import jwt
from jwt.types import Options

from okf_server.errors import TokenError
from okf_server.model.config import AuthConfig
from okf_server.model.grant import Grant
from okf_server.serve.auth.claims import grant_of, is_access_token
from okf_server.serve.auth.keys import Jwk, KeySet

ALGORITHMS = (
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "EdDSA"),
)
"""Signatures by private keys alone: neither `none` nor a shared secret."""

_DEMANDS: Options = {
    "require": ["exp", "iss", "aud", "sub"],
    "enforce_minimum_key_length": True,
}
_REASONS = {
    jwt.ExpiredSignatureError: "The token has expired.",
    jwt.ImmatureSignatureError: "The token is not valid yet.",
    jwt.InvalidAudienceError: "The token is meant for another server.",
    jwt.InvalidIssuerError: "The token comes from another issuer.",
    jwt.MissingRequiredClaimError: "The token lacks a claim that is needed here.",
}
_NOT_VALID = "The token is not valid."
_MOST_TRIED = 10
_SHAPE = re.compile(r"ey[^.]*\.[^.]*\.[^.]*")  # a JSON object in base64, and two further parts


class JwtVerifier:
    """A TokenVerifier for JWTs; `audiences` are those of which a token must name one."""

    def __init__(self, config: AuthConfig, keys: KeySet, *, audiences: Sequence[str]) -> None:
        self._config = config
        self._keys = keys
        self._audiences = list(audiences)

    def asks_about(self, token: str) -> bool:
        """Never: keys are asked for, and no more often for many tokens than for one."""
        del token
        return False

    async def verify(self, token: str) -> Grant:
        """What the token says; raises TokenError, or ProviderError where the keys cannot be had."""
        header = header_of(token)
        algorithm = header.get("alg")
        if algorithm not in ALGORITHMS:
            raise TokenError("The token is not signed with an algorithm that is accepted here.")
        kid = header.get("kid")
        known = await self._keys.find(kid if isinstance(kid, str) else None)
        fitting = [key for key in known if key.get("alg", algorithm) == algorithm]
        claims = self._checked(token, fitting[:_MOST_TRIED], algorithm)
        if not is_access_token(header, claims):
            raise TokenError("The token is no access token.")
        return grant_of(claims, self._config.issuer)

    def _checked(self, token: str, keys: Sequence[Jwk], algorithm: str) -> Mapping[str, Any]:
        for key in keys:
            try:
                return self._decoded(token, key, algorithm)
            except (jwt.InvalidSignatureError, jwt.InvalidKeyError, jwt.PyJWKError):
                continue  # signed with another key
            except (jwt.PyJWTError, OverflowError) as error:  # a date that is infinite
                raise TokenError(_reason(error)) from None
        raise TokenError("The token is not signed with a key of the identity provider.")

    def _decoded(self, token: str, key: Jwk, algorithm: str) -> Mapping[str, Any]:
        decoded: dict[str, Any] = jwt.decode(
            token,
            jwt.PyJWK(dict(key), algorithm=algorithm),
            algorithms=[algorithm],
            audience=self._audiences,
            issuer=self._config.issuer,
            leeway=self._config.leeway_s,
            options=_DEMANDS,
        )
        return decoded


def header_of(token: str) -> Mapping[str, Any]:
    """The header of a JWT; raises TokenError for any other text."""
    try:
        return jwt.get_unverified_header(token)
    except jwt.PyJWTError:
        raise TokenError(_NOT_VALID) from None


def issuer_of(token: str) -> str:
    """Whom a JWT says that it comes from, which nothing proves yet; raises TokenError."""
    try:
        said = jwt.decode(token, options={"verify_signature": False}).get("iss")
    except jwt.PyJWTError:
        raise TokenError(_NOT_VALID) from None
    return said if isinstance(said, str) else ""


def looks_like_jwt(token: str) -> bool:
    """Whether a token is a JWT by its shape, a damaged one too; anything else is opaque."""
    return _SHAPE.fullmatch(token) is not None


def _reason(error: Exception) -> str:
    """What is wrong with a token, in words that repeat nothing of it."""
    return next((told for kind, told in _REASONS.items() if isinstance(error, kind)), _NOT_VALID)
