"""Verifiers of every kind in front of the small provider, on a clock that a test turns."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from oidc_small import AUDIENCE, CLIENT, SECRET, SmallProvider

from okf_server.errors import ProviderError, TokenError
from okf_server.model.config import AuthConfig, IntrospectionConfig
from okf_server.model.grant import Grant
from okf_server.model.seams import TokenVerifier
from okf_server.serve.auth.introspection import Client, Clocks, IntrospectionVerifier
from okf_server.serve.auth.jwt_tokens import JwtVerifier
from okf_server.serve.auth.keys import KeySet
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
        keys = KeySet(asked, fresh_s=config.keys_s, clock=self.time.steady)
        by_keys = JwtVerifier(config, keys, audiences=AUDIENCES)
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
