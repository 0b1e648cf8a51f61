"""Record requests to routes: the ones that were refused, and those that are no message of the protocol."""

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from time import monotonic

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from okf_server.model.access import Principal
from okf_server.serve.auditing import Happened

MCP = "/mcp"

_WHO = "okf.who"
_RECORDED = "okf.recorded"
_BROKEN_OFF = "okf.broken_off"
_KNOWN = (MCP, "/readyz", "/metrics")
_UNSEEN = ("/health", "/.well-known/")  # tell nothing of what the server holds
_METHODS = ("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS")
_REFUSED = 400


def asked_as(scope: Scope, principal: Principal) -> None:
    """Note who asks, for the record of the route."""
    scope[_WHO] = lambda: principal


def records_itself(request: object) -> None:
    """Note that what came over a route has an event of its own."""
    if isinstance(request, Request):
        request.scope[_RECORDED] = True


def broken_off(scope: Scope) -> None:
    """Note that a client went away before its request had come in whole."""
    scope[_BROKEN_OFF] = True


class Audited:
    """Has every request recorded that is no message of the protocol, or did not become one."""

    def __init__(
        self, app: ASGIApp, *, put: Callable[[Happened], None], now: Callable[[], datetime]
    ) -> None:
        self._app = app
        self._put = put
        self._now = now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http" or scope["path"].startswith(_UNSEEN):
            await self._app(scope, receive, send)
            return
        began, status = monotonic(), 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Exception:
            status = status or HTTPStatus.INTERNAL_SERVER_ERROR
            raise
        finally:
            if scope["path"] != MCP or _is_no_message(scope, status):
                self._record(scope, status, monotonic() - began)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "other"
        path = scope["path"] if scope["path"] in _KNOWN else "elsewhere"
        self._put(
            Happened(
                at=self._now(),
                who=scope.get(_WHO),
                what=f"{method} {path}",
                ms=round(1000 * seconds),
                outcome=_outcome(status),
            )
        )


def _is_no_message(scope: Scope, status: int) -> bool:
    """Whether what came to the address of the protocol has no event as a message of it."""
    return _RECORDED not in scope and (status >= _REFUSED or _BROKEN_OFF in scope)


def _outcome(status: int) -> str:
    if not status:
        return "cancelled"  # the client went away before it was answered
    return "ok" if status < _REFUSED else str(int(status))
