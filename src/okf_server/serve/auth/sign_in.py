"""Put together what signs people in: the provider, the verifiers, the names."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from okf_server.errors import ConfigError, TokenError
from okf_server.model.config import AuthConfig
from okf_server.model.grant import Grant
from okf_server.model.seams import TokenVerifier
from okf_server.serve.auth.introspection import Client, IntrospectionVerifier
from okf_server.serve.auth.jwt_tokens import JwtVerifier, looks_like_jwt
from okf_server.serve.auth.keys import KeySet
from okf_server.serve.auth.provider import Provider


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """All that the web application needs to learn who asks; `resource` is its address for clients."""

    config: AuthConfig
    resource: str
    verifier: TokenVerifier
    provider: Provider


class ByShape:
    """A TokenVerifier that looks JWTs over by keys and has opaque tokens looked up.

    With `all_tokens`, a JWT must pass both.
    """

    def __init__(
        self, by_keys: TokenVerifier, looked_up: TokenVerifier | None, *, both: bool
    ) -> None:
        self._by_keys = by_keys
        self._looked_up = looked_up
        self._both = both

    async def verify(self, token: str) -> Grant:
        """What the token says; raises TokenError or ProviderError."""
        if not looks_like_jwt(token):
            if self._looked_up is None:
                raise TokenError("The token is not valid.")
            return await self._looked_up.verify(token)
        grant = await self._by_keys.verify(token)
        if self._looked_up is None or not self._both:
            return grant
        asked = await self._looked_up.verify(token)
        if asked.subject != grant.subject:
            raise TokenError("The token is not valid.")
        return replace(grant, scopes=grant.scopes & asked.scopes)


def sign_in(config: AuthConfig, *, resource: str, environment: Mapping[str, str]) -> SignIn:
    """What the configuration asks for; raises ConfigError where a secret that it names is not there."""
    provider = Provider(config.issuer)
    audiences = config.audiences or (resource,)
    by_keys = JwtVerifier(config, KeySet(provider), audiences=audiences)
    looked_up = None
    if config.introspection is not None:
        variable = config.introspection.client_secret_env
        if not environment.get(variable):
            raise ConfigError(
                f"serve.auth.introspection: the environment variable {variable} is not set.",
                hint="It holds the secret with which this server asks about tokens.",
            )
        client = Client(settings=config.introspection, secret=environment[variable])
        looked_up = IntrospectionVerifier(config, provider, client, audiences=audiences)
    both = config.introspection is not None and config.introspection.all_tokens
    verifier = ByShape(by_keys, looked_up, both=both)
    return SignIn(config=config, resource=resource, verifier=verifier, provider=provider)
