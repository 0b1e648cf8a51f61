"""End what a client has asked for when it goes away."""

import asyncio

import anyio
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Attended:
    """Cancels a request whose connection is closed before it is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; from the end of its body on the connection is watched."""
        watching: asyncio.Task[None] | None = None

        async def watch() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            attended.cancel()

        async def receiving() -> Message:
            nonlocal watching
            if watching is not None:
                await watching
                return {"type": "http.disconnect"}
            message = await receive()
            if not message.get("more_body"):
                watching = asyncio.create_task(watch())
            return message

        with anyio.CancelScope() as attended:
            try:
                await self._app(scope, receiving, send)
            finally:
                if watching is not None:
                    watching.cancel()
