"""Ask the identity provider: its metadata, its keys, its word on a token."""

import json
import ssl
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import anyio
import httpx2

from okf_server.errors import ProviderError

Clock = Callable[[], float]
"""Seconds since some moment."""

_TIMEOUT_S = 5.0
_MOST_BYTES = 1024 * 1024
_METADATA_S = 3600.0
_RETRY_S = 5.0
_OK, _NOT_FOUND = 200, 404


class Provider:
    """The one identity provider that is configured; no other address is ever contacted.

    What cannot be asked is an error at once: nothing is tried twice within a call, and metadata that could
    not be had is asked for again after some seconds at the earliest. For one event loop.
    """

    def __init__(self, issuer: str, *, clock: Clock = monotonic) -> None:
        self.issuer = issuer
        self._clock = clock
        self._client = httpx2.AsyncClient(follow_redirects=False, timeout=_TIMEOUT_S)
        self._lock = anyio.Lock()
        self._metadata: Mapping[str, Any] = {}
        self._fresh_until = float("-inf")
        self._silent_until = float("-inf")

    async def close(self) -> None:
        """Give up the connections."""
        await self._client.aclose()

    async def endpoint(self, name: str) -> str:
        """An address out of the provider's metadata, such as `jwks_uri`; raises ProviderError."""
        address = (await self._discovered()).get(name)
        if not isinstance(address, str) or not _as_safe(address, self.issuer):
            raise ProviderError(f"The identity provider's metadata has no usable {name}.")
        return address

    async def get(self, address: str) -> Mapping[str, Any]:
        """The JSON object at an address; raises ProviderError."""
        return _object(await self._answer("GET", address))

    async def post(
        self, address: str, form: Mapping[str, str], *, auth: tuple[str, str]
    ) -> Mapping[str, Any]:
        """The JSON object that a form is answered with; raises ProviderError."""
        return _object(await self._answer("POST", address, form=form, auth=auth))

    async def _discovered(self) -> Mapping[str, Any]:
        async with self._lock:
            now = self._clock()
            if now < self._fresh_until:
                return self._metadata
            if now < self._silent_until:
                raise ProviderError("The identity provider cannot be asked.")
            try:
                self._metadata = await self._discover()
            except ProviderError:
                self._silent_until = now + _RETRY_S
                raise
            self._fresh_until = now + _METADATA_S
            return self._metadata

    async def _discover(self) -> Mapping[str, Any]:
        for address in _well_known(self.issuer):
            status, body = await self._answer("GET", address)
            if status != _NOT_FOUND:
                metadata = _object((status, body))
                break
        else:
            raise ProviderError("The identity provider publishes no metadata under its issuer.")
        if metadata.get("issuer") != self.issuer:
            raise ProviderError(
                "The identity provider's metadata names another issuer than serve.auth.issuer.",
                hint="Write the issuer exactly as the provider does, with or without its last slash.",
            )
        return metadata

    async def _answer(
        self,
        method: str,
        address: str,
        *,
        form: Mapping[str, str] | None = None,
        auth: tuple[str, str] | None = None,
    ) -> tuple[int, bytes]:
        headers = {"Accept": "application/json"}
        request = self._client.build_request(method, address, data=form, headers=headers)
        body = bytearray()
        try:
            with anyio.fail_after(_TIMEOUT_S):
                response = await self._client.send(
                    request, auth=httpx2.BasicAuth(*auth) if auth else None, stream=True
                )
                try:
                    async for part in response.aiter_bytes():
                        body += part
                        if len(body) > _MOST_BYTES:
                            raise ProviderError("The identity provider's answer is too large.")
                finally:
                    await response.aclose()
        except (httpx2.HTTPError, TimeoutError) as error:
            raise _silence(error) from None
        return response.status_code, bytes(body)


def _silence(error: BaseException) -> ProviderError:
    """Why there is no answer; a certificate that this machine does not trust is the operator's to settle."""
    name = type(error).__name__
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return ProviderError(
                f"The identity provider's certificate is not trusted here: {cause.verify_message}.",
                hint="Install your system's CA certificates, or name your own in SSL_CERT_FILE.",
            )
        cause = cause.__cause__ or cause.__context__
    return ProviderError(f"The identity provider cannot be asked ({name}).")


def _well_known(issuer: str) -> tuple[str, str]:
    """Where OpenID Connect Discovery and RFC 8414 put the metadata."""
    parts = urlsplit(issuer)
    path = f"/.well-known/oauth-authorization-server{parts.path.rstrip('/')}"
    oauth = urlunsplit((parts.scheme, parts.netloc, path, "", ""))
    return f"{issuer.rstrip('/')}/.well-known/openid-configuration", oauth


def _as_safe(address: str, issuer: str) -> bool:
    """Whether an address is asked over https, as the issuer is, or over http where the issuer is, on this machine."""
    scheme = urlsplit(address).scheme
    return scheme == "https" or (scheme == "http" and urlsplit(issuer).scheme == "http")


def _object(answer: tuple[int, bytes]) -> Mapping[str, Any]:
    status, body = answer
    if status != _OK:
        raise ProviderError(f"The identity provider answered with status {status}.")
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise ProviderError("The identity provider answered with something else than JSON.")
    return value
