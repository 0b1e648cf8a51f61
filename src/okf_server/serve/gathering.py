"""Take in a whole body before anything is done with it."""

from http import HTTPStatus

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from okf_server.serve.routes import broken_off

MOST_BODY_BYTES = 1024 * 1024


class TooLargeError(Exception):
    """A body is larger than any request has reason to be."""


class Gathered:
    """Passes requests on with their whole body: 413 where it is too large, nothing where its client went away."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or end it."""
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


def _too_large() -> JSONResponse:
    return JSONResponse(
        {
            "error": f"The request is larger than {MOST_BODY_BYTES} bytes.",
            "hint": "Ask with a shorter question, or for fewer references at a time.",
        },
        status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    )
