"""End what a client has asked for when it goes away."""

import asyncio

import anyio
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SOON_S = 0.05


class Attended:
    """Cancels a request whose connection is closed before it is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        with anyio.CancelScope() as attended:
            connection = _Connection(receive, send, attended)
            try:
                await self._app(scope, connection.receive, connection.send)
            finally:
                connection.leave()


class _Connection:
    """The connection of one request, watched from soon after the end of its body to the end of its answer.

    After that a web server tells every request that its client is gone. Most answers are there before there is
    anything to watch.
    """

    def __init__(self, receive: Receive, send: Send, attended: anyio.CancelScope) -> None:
        self._receive = receive
        self._send = send
        self._attended = attended
        self._gone = asyncio.Event()
        self._beginning: asyncio.TimerHandle | None = None
        self._watching: asyncio.Task[None] | None = None

    async def receive(self) -> Message:
        """The next message of the client."""
        if self._beginning is not None:
            self._begin()
            await self._gone.wait()
            return {"type": "http.disconnect"}
        message = await self._receive()
        if not message.get("more_body"):
            self._beginning = asyncio.get_running_loop().call_later(_SOON_S, self._begin)
        return message

    async def send(self, message: Message) -> None:
        """Send a message to the client."""
        if message["type"] == "http.response.body" and not message.get("more_body"):
            self.leave()
        await self._send(message)

    def leave(self) -> None:
        """Watch no more."""
        for watching in (self._beginning, self._watching):
            if watching is not None:
                watching.cancel()

    def _begin(self) -> None:
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self._gone.set()
        self._attended.cancel()
