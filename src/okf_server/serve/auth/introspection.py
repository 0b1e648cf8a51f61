"""Have the provider say whether a token is valid (RFC 7662)."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import monotonic, time
from typing import Any
from urllib.parse import quote_plus

from okf_server.errors import TokenError
from okf_server.model.config import AuthConfig, IntrospectionConfig
from okf_server.model.grant import Grant
from okf_server.serve.auth.claims import audiences_of, grant_of, seconds_of
from okf_server.serve.auth.kept import Kept
from okf_server.serve.auth.provider import Clock, Provider
from okf_server.serve.together import Together

REFUSED_S = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """`wall` is compared with the dates of tokens, `steady` measures how long an answer was kept."""

    wall: Clock = time
    steady: Clock = monotonic


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """How the server shows the provider who it is."""

    settings: IntrospectionConfig
    secret: str


class IntrospectionVerifier:
    """A TokenVerifier that asks the provider.

    A yes is kept for `cache_s` seconds and never beyond the token's own end, a no for `REFUSED_S`, both under
    the token's digest; a silence is never kept. About one token the provider is asked once at a time. What was
    good is remembered as such beyond its time, so that it is not taken for a stranger's when it is asked about
    again.
    """

    def __init__(
        self,
        config: AuthConfig,
        provider: Provider,
        client: Client,
        *,
        audiences: Sequence[str],
        clocks: Clocks | None = None,
    ) -> None:
        self._config = config
        self._provider = provider
        self._client = client
        self._audiences = frozenset(audiences)
        self._clocks = clocks or Clocks()
        self._kept = Kept[Grant]()
        self._refused = Kept[str]()
        self._asking = Together[Grant]()

    def asks_about(self, token: str) -> bool:
        """Whether no word of the provider is kept, and none was a yes."""
        digest = _digest(token)
        return digest not in self._kept and not self._refused.get(digest, self._clocks.steady())

    async def verify(self, token: str) -> Grant:
        """What the provider says of the token; raises TokenError or ProviderError."""
        digest, now = _digest(token), self._clocks.steady()
        if (grant := self._kept.get(digest, now)) is not None:
            return grant
        if (reason := self._refused.get(digest, now)) is not None:
            raise TokenError(reason)
        return await self._asking.do(digest, lambda: self._look_up(token, digest))

    async def _look_up(self, token: str, digest: bytes) -> Grant:
        claims = await self._asked(token)
        try:
            grant = self._checked(claims)
        except TokenError as error:
            self._kept.drop(digest)
            self._refused.keep(digest, error.message, until=self._clocks.steady() + REFUSED_S)
            raise
        self._keep(digest, grant, claims.get("exp"))
        return grant

    async def _asked(self, token: str) -> Mapping[str, Any]:
        settings = self._client.settings
        address = settings.url or await self._provider.endpoint("introspection_endpoint")
        # RFC 6749, section 2.3.1: both are form-encoded before they are joined
        credentials = (quote_plus(settings.client_id), quote_plus(self._client.secret))
        form = {"token": token, "token_type_hint": "access_token"}
        return await self._provider.post(address, form, auth=credentials)

    def _checked(self, claims: Mapping[str, Any]) -> Grant:
        if claims.get("active") is not True:
            raise TokenError("The token is not valid, or no longer.")
        if claims.get("iss", self._config.issuer) != self._config.issuer:
            raise TokenError("The token comes from another issuer.")
        if self._audiences.isdisjoint(audiences_of(claims)):
            raise TokenError("The token is meant for another server.")
        if str(claims.get("token_type", "bearer")).lower() not in ("bearer", "access_token"):
            raise TokenError("The token is no access token.")
        self._check_dates(claims)
        return grant_of(claims, self._config.issuer)

    def _check_dates(self, claims: Mapping[str, Any]) -> None:
        now, leeway = self._clocks.wall(), self._config.leeway_s
        if _seconds(claims.get("exp"), now) + leeway < now:
            raise TokenError("The token has expired.")
        if _seconds(claims.get("nbf"), now) - leeway > now:
            raise TokenError("The token is not valid yet.")

    def _keep(self, digest: bytes, grant: Grant, expires: object) -> None:
        now = self._clocks.wall()
        longest = float(self._client.settings.cache_s)
        seconds = min(longest, _seconds(expires, now + longest) - now)
        self._kept.keep(digest, grant, until=self._clocks.steady() + seconds)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _seconds(value: object, default: float) -> float:
    """A date of a token; raises TokenError for one that is none."""
    seconds = seconds_of(value)
    return default if seconds is None else seconds
