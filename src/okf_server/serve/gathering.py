"""Take in a whole body before anything is done with it."""

from http import HTTPStatus

from mcp.server.streamable_http import check_accept_headers
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from okf_server.serve.routes import broken_off

MOST_BODY_BYTES = 1024 * 1024

_JSON = "application/json"


class TooLargeError(Exception):
    """A body is larger than any request has reason to be."""


class Gathered:
    """Passes requests on with their whole body: 413 where it is too large, nothing where its client went away."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or end it."""
        if refused := _unfit(scope):
            await refused(scope, receive, send)
            return
        try:
            body = await _whole(scope, receive)
        except TooLargeError:
            await _too_large()(scope, receive, send)
            return
        if body is None:
            broken_off(scope)
            return
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return waiting.pop() if waiting else await receive()

        await self._app(scope, receive_again, send)


async def _whole(scope: Scope, receive: Receive) -> bytes | None:
    """The body, or None where the connection was closed before its end; raises TooLargeError."""
    if _declared(scope) > MOST_BODY_BYTES:
        raise TooLargeError
    parts = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts += message.get("body", b"")
        if len(parts) > MOST_BODY_BYTES:
            raise TooLargeError
        if not message.get("more_body"):
            return bytes(parts)


def _declared(scope: Scope) -> int:
    """How long the body is said to be; the web server refuses what is no number."""
    said = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(said[0]) if said else 0


def _unfit(scope: Scope) -> JSONResponse | None:
    """The refusal of what is not sent as JSON, or not to be answered so: the SDK's says nothing."""
    request = Request(scope)
    if not request.headers.get("content-type", "").lower().startswith(_JSON):
        return _refusal(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            "A request here is JSON.",
            f"Send it with Content-Type: {_JSON}.",
        )
    if not any(check_accept_headers(request)):
        return _refusal(
            HTTPStatus.NOT_ACCEPTABLE,
            "Answers here are JSON or a stream of events.",
            f"Ask with Accept: {_JSON}, text/event-stream.",
        )
    return None


def _too_large() -> JSONResponse:
    return _refusal(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        f"The request is larger than {MOST_BODY_BYTES} bytes.",
        "Ask with a shorter question, or for fewer references at a time.",
    )


def _refusal(status: HTTPStatus, error: str, hint: str) -> JSONResponse:
    return JSONResponse({"error": error, "hint": hint}, status_code=status)
