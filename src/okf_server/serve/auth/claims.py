"""What every access token must say, however it was looked up."""

from collections.abc import Mapping

from okf_server.errors import TokenError
from okf_server.model.grant import Grant

Claims = Mapping[str, object]

_DATES = ("exp", "nbf", "iat")
_END_OF_TIME = 253_402_300_800  # the year 10000


def grant_of(claims: Claims, issuer: str) -> Grant:
    """The content of a token whose signature, dates, issuer and audience are in order; raises TokenError."""
    subject = claims.get("sub")
    if not isinstance(subject, str) or not subject:
        raise TokenError("The token names no subject.")
    if "cnf" in claims:
        # RFC 7800: whoever presents it must prove a key, which a bearer does not
        raise TokenError("The token is bound to a key and cannot be used as a bearer token.")
    for name in _DATES:
        seconds_of(claims.get(name))
    return Grant(issuer=issuer, subject=subject, scopes=_scopes(claims), claims=claims)


def seconds_of(value: object) -> float | None:
    """A date of a token, None where it has none; raises TokenError for what is no number of seconds (RFC 7519)."""
    if value is None:
        return None
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not 0 <= value < _END_OF_TIME
    ):
        raise TokenError("The token's dates cannot be read.")
    return float(value)


def audiences_of(claims: Claims) -> frozenset[str]:
    """Whom a token is meant for."""
    return frozenset(_texts(claims.get("aud")))


def is_access_token(header: Claims, claims: Claims) -> bool:
    """Whether a JWT is an access token: it says so (RFC 9068), or has the marks of one and none of an ID token."""
    kind = str(header.get("typ", "jwt")).lower().removeprefix("application/")
    if kind == "at+jwt":
        return True
    if kind != "jwt":
        return False
    stated = str(claims.get("typ", claims.get("token_use", ""))).lower()
    if stated:  # Keycloak and Cognito say in the claims what their tokens are
        return stated in ("bearer", "access")
    if any(mark in claims for mark in ("nonce", "at_hash", "c_hash", "s_hash", "events")):
        return False
    return any(mark in claims for mark in ("scope", "scp", "client_id", "cid"))


def _scopes(claims: Claims) -> frozenset[str]:
    return frozenset(
        scope
        for name in ("scope", "scp")
        for text in _texts(claims.get(name))
        for scope in text.split()
    )


def _texts(value: object) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [text for text in values if isinstance(text, str)]
