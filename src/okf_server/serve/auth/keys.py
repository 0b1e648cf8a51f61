"""The provider's public keys, fetched anew when they age or when a token names one that is not known."""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

import anyio

from okf_server.errors import ProviderError
from okf_server.serve.auth.provider import Clock, Provider

REFETCH_S = 10.0

_PUBLIC = ("RSA", "EC", "OKP")
_MOST_KEYS = 50

Jwk = Mapping[str, Any]


class KeySet:
    """The keys of a provider as JSON Web Keys.

    They are used for `fresh_s` at most, so that one that was taken back is honoured no longer than that. An
    unknown key id fetches them anew, but only once in `REFETCH_S`, so that invented ids cannot be turned
    against the provider. A fetch that fails counts as one, and until one succeeds nobody can tell whether a key
    that is not known is the provider's.
    """

    def __init__(self, provider: Provider, *, fresh_s: float, clock: Clock = monotonic) -> None:
        self._provider = provider
        self._fresh_s = fresh_s
        self._clock = clock
        self._lock = anyio.Lock()
        self._keys: tuple[Jwk, ...] = ()
        self._fetched = float("-inf")
        self._tried = float("-inf")
        self._silent = False

    async def find(self, kid: str | None) -> Sequence[Jwk]:
        """The keys of that id, all of them for a token that names none.

        Raises ProviderError where they are not known and the provider could not be asked.
        """
        if self._clock() - self._fetched < self._fresh_s and (found := self._named(kid)):
            return found
        async with self._lock:
            now = self._clock()
            if now - self._fetched >= self._fresh_s:
                await self._fetch(now)
            found = self._named(kid)
            if not found and (self._silent or now - self._tried >= REFETCH_S):
                await self._fetch(now)
                found = self._named(kid)
            return found

    def _named(self, kid: str | None) -> Sequence[Jwk]:
        return [key for key in self._keys if kid is None or key.get("kid") == kid]

    async def _fetch(self, now: float) -> None:
        if now - self._tried < REFETCH_S:
            raise ProviderError("The identity provider's keys cannot be had.")
        self._tried, self._silent = now, True
        answer = await self._provider.get(await self._provider.endpoint("jwks_uri"))
        keys = answer.get("keys")
        if not isinstance(keys, list) or not keys:  # none yet: that says nothing of any token
            raise ProviderError("The identity provider's key set holds no keys.")
        self._keys = tuple(key for key in keys[:_MOST_KEYS] if _verifies(key))
        self._fetched, self._silent = now, False


def _verifies(key: object) -> bool:
    """Whether it is a public key for signatures; a shared secret never is one."""
    return isinstance(key, dict) and key.get("kty") in _PUBLIC and key.get("use", "sig") == "sig"
