"""Put together what signs people in: the provider, the verifiers, the names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from okf_server.errors import ConfigError, TokenError
from okf_server.model.config import AuthConfig
from okf_server.model.grant import Grant
from okf_server.model.seams import TokenVerifier
from okf_server.serve.auth.introspection import Client, IntrospectionVerifier
from okf_server.serve.auth.jwt_tokens import JwtVerifier, issuer_of, looks_like_jwt
from okf_server.serve.auth.keys import KeySet
from okf_server.serve.auth.provider import Provider


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """An identity provider, and what verifies its tokens."""

    config: AuthConfig
    verifier: TokenVerifier
    provider: Provider


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """All that the web application needs to learn who asks; `resource` is its address for clients."""

    resource: str
    identities: Sequence[Identity]

    @property
    def verifier(self) -> TokenVerifier:
        """What verifies the tokens of all providers."""
        return (
            ByIssuer(self.identities) if len(self.identities) > 1 else self.identities[0].verifier
        )

    @property
    def scopes(self) -> Sequence[str]:
        """The scopes that some provider's tokens must have."""
        needed = (scope for one in self.identities for scope in one.config.required_scopes)
        return tuple(dict.fromkeys(needed))

    @property
    def namespaces(self) -> Sequence[str | None]:
        """Those of all providers, in which their people have names."""
        return tuple(one.config.namespace for one in self.identities)

    def identity_of(self, grant: Grant) -> Identity:
        """The provider that a valid token is of."""
        return next(one for one in self.identities if one.config.issuer == grant.issuer)

    async def close(self) -> None:
        """Give up the connections to all providers."""
        for one in self.identities:
            await one.provider.close()


class ByIssuer:
    """A TokenVerifier that has each token verified by the provider that it says it is of, and by no other.

    A token is never shown to a provider that it is not of: opaque ones, which do not say, go to the only
    provider that looks such tokens up.
    """

    def __init__(self, identities: Sequence[Identity]) -> None:
        self._by_issuer = {one.config.issuer: one.verifier for one in identities}
        asking = [one for one in identities if one.config.introspection]
        opaque = [
            one
            for one in asking
            if one.config.introspection and not one.config.introspection.all_tokens
        ]
        chosen = opaque if len(asking) > 1 else asking
        self._opaque = chosen[0].verifier if len(chosen) == 1 else None

    def asks_about(self, token: str) -> bool:
        """Whether the provider of the token would be asked."""
        try:
            return self._of(token).asks_about(token)
        except TokenError:
            return False

    async def verify(self, token: str) -> Grant:
        """What the token says; raises TokenError or ProviderError."""
        return await self._of(token).verify(token)

    def _of(self, token: str) -> TokenVerifier:
        jwt = looks_like_jwt(token)
        verifier = self._by_issuer.get(issuer_of(token)) if jwt else self._opaque
        if verifier is None:
            raise TokenError(
                "The token comes from another issuer." if jwt else "The token is not valid."
            )
        return verifier


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

    def asks_about(self, token: str) -> bool:
        """Whether an opaque token would be looked up; for a JWT that is, its signature speaks."""
        if self._looked_up is None or looks_like_jwt(token):
            return False
        return self._looked_up.asks_about(token)

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


def sign_in(auth: Sequence[AuthConfig], *, resource: str, environment: Mapping[str, str]) -> SignIn:
    """What the configuration asks for; raises ConfigError where a secret that it names is not there."""
    return SignIn(
        resource=resource,
        identities=tuple(_identity(config, resource, environment) for config in auth),
    )


def must_have_secrets(auth: Sequence[AuthConfig], environment: Mapping[str, str]) -> None:
    """Raise ConfigError where a secret that the configuration names is not there."""
    for config in auth:
        _client(config, environment)


def _client(config: AuthConfig, environment: Mapping[str, str]) -> Client | None:
    """As whom the provider is asked about tokens, None where it is not."""
    if config.introspection is None:
        return None
    variable = config.introspection.client_secret_env
    if not environment.get(variable):
        raise ConfigError(
            f"serve.auth.introspection: the environment variable {variable} is not set.",
            hint="It holds the secret with which this server asks about tokens.",
        )
    return Client(settings=config.introspection, secret=environment[variable])


def _identity(config: AuthConfig, resource: str, environment: Mapping[str, str]) -> Identity:
    provider = Provider(config.issuer)
    audiences = config.audiences or (resource,)
    by_keys = JwtVerifier(config, KeySet(provider, fresh_s=config.keys_s), audiences=audiences)
    looked_up = None
    if (client := _client(config, environment)) is not None:
        looked_up = IntrospectionVerifier(config, provider, client, audiences=audiences)
    both = config.introspection is not None and config.introspection.all_tokens
    verifier = ByShape(by_keys, looked_up, both=both)
    return Identity(config=config, verifier=verifier, provider=provider)
