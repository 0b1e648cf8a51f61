"""Let in who shows a valid access token, and say who asks."""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from okf_server.errors import ProviderError, TokenError
from okf_server.model.access import OPERATOR, Principal
from okf_server.model.grant import Grant
from okf_server.serve.auth.metadata import is_metadata, metadata_url
from okf_server.serve.auth.principals import principal_of
from okf_server.serve.caller import asked_by
from okf_server.serve.limits import LimitError, refusal
from okf_server.serve.routes import asked_as
from okf_server.serve.strangers import Strangers

if TYPE_CHECKING:
    from okf_server.serve.auth.sign_in import SignIn

OPEN = ("/health", "/readyz")
"""What anybody may ask: how the server is, and nothing of what it holds."""

RETRY_AFTER_S = 5

_MOST_CHARS = 16_384
_BEARER = "bearer"

log = logging.getLogger(__name__)


class TrustingGate:
    """Takes everybody for the operator: for a server that only this machine reaches."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        asked_as(scope, OPERATOR)
        with asked_by(OPERATOR):
            await self._app(scope, receive, send)


class BearerGate:
    """Passes on requests with a valid token that has the scopes needed, and says who asks.

    Every path needs one but those that are open to all, so that a route added later is never open by accident.
    """

    def __init__(self, app: ASGIApp, *, sign_in: "SignIn", strangers: Strangers) -> None:
        self._app = app
        self._strangers = strangers
        self._sign_in = sign_in
        self._verifier = sign_in.verifier

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on as its principal's, or answer it with what is missing."""
        if scope["type"] != "http" or scope["path"] in OPEN or is_metadata(scope["path"]):
            await self._app(scope, receive, send)
            return
        asking = await self._asking(scope)
        if isinstance(asking, JSONResponse):
            await asking(scope, receive, send)
            return
        asked_as(scope, asking)
        with asked_by(asking, shown=_token(scope) or ""):
            await self._app(scope, receive, send)

    async def _asking(self, scope: Scope) -> Principal | JSONResponse:
        try:
            grant = await self._granted(_token(scope), _address(scope))
        except LimitError as error:
            return refusal(error)
        except TokenError as error:
            log.info("auth.refused reason=%r", error.message)
            return self._challenge(401, "invalid_token", error.message)
        except ProviderError as error:
            log.warning("auth.provider_failed reason=%r", str(error))
            return _unavailable()
        if grant is None:
            return self._challenge(401, "", "Sign in: this server needs an access token.")
        return self._let_in(grant)

    def _let_in(self, grant: Grant) -> Principal | JSONResponse:
        identity = self._sign_in.identity_of(grant)
        needed = identity.config.required_scopes
        if not grant.scopes.issuperset(needed):
            missing = "The token lacks a scope that this server needs."
            return self._challenge(403, "insufficient_scope", missing, scopes=needed)
        return principal_of(grant, identity.config, among=self._sign_in.namespaces)

    async def _granted(self, token: str | None, address: str) -> Grant | None:
        """What a token says. Whoever shows one that the provider must be asked about is a stranger until then.

        Raises TokenError, ProviderError or, before the provider is asked, LimitError.
        """
        if token is None:
            self._strangers.charge(address)
            return None
        asking = self._verifier.asks_about(token)
        if asking:
            self._strangers.charge(address)
        try:
            grant = await self._verifier.verify(token)
        except (TokenError, ProviderError):
            if not asking:
                self._strangers.charge(address)
            raise
        if asking:
            self._strangers.give_back(address)
        return grant

    def _challenge(
        self, status: int, error: str, description: str, *, scopes: Sequence[str] | None = None
    ) -> JSONResponse:
        """RFC 6750, section 3: without an error where no token was shown at all."""
        needed = self._sign_in.scopes if scopes is None else scopes
        said = {
            "error": error,
            "error_description": description if error else "",
            "resource_metadata": metadata_url(self._sign_in.resource),
            "scope": " ".join(needed),
        }
        challenge = ", ".join(f'{name}="{value}"' for name, value in said.items() if value)
        return JSONResponse(
            {"error": error or "unauthorized", "error_description": description},
            status_code=status,
            headers={"WWW-Authenticate": f"Bearer {challenge}", "Cache-Control": "no-store"},
        )


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _token(scope: Scope) -> str | None:
    """The token of the one Authorization header; those in addresses and forms are never looked at."""
    given = [value for name, value in scope["headers"] if name == b"authorization"]
    if len(given) != 1:
        return None
    header: str = given[0].decode("latin-1")
    kind, _, rest = header.partition(" ")
    token = rest.strip()
    if kind.lower() != _BEARER or not token.isascii() or not 0 < len(token) <= _MOST_CHARS:
        return None
    return token


def _unavailable() -> JSONResponse:
    return JSONResponse(
        {
            "error": "temporarily_unavailable",
            "error_description": "The identity provider cannot be asked at the moment: try again soon.",
        },
        status_code=503,
        headers={"Retry-After": str(RETRY_AFTER_S), "Cache-Control": "no-store"},
    )
