"""A web server that a signal ends without cutting off what was asked before."""

import asyncio
import logging
import signal
import socket
from collections.abc import Generator
from contextlib import contextmanager

import uvicorn

from okf_server.serve.incoming import Incoming

_LOOKS = 20
_FEWEST_LOOKS = 2
_LOOK_S = 0.05

log = logging.getLogger(__name__)


class DrainingServer(uvicorn.Server):
    """uvicorn with signal handlers and a beginning of its end of its own.

    uvicorn's own handlers end the process by the signal, after it has drained. Here it exits with 0. Event streams of
    the SDK (sse-starlette) would break off as soon as they learn from uvicorn's handlers that it was told to stop.

    uvicorn closes its socket and idle connections at once. What has come in there and was not read yet would be
    reset, and so for a moment it is still read, and answered as the last on its connection.

    asyncio takes in as many connections in a row as may wait for it. The worker that is first would have all of those
    that come at once and keep them, and so each takes one at a time, while as many as before may wait.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take in connections."""
        waiting, self.config.backlog = self.config.backlog, 1
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(waiting)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take in what was sent before, then let what runs end for as long as the configuration says."""
        log.info("serve.draining calls=%d", len(self.server_state.tasks))
        state = self.server_state
        state.default_headers = [*state.default_headers, (b"connection", b"close")]
        for looks in range(_LOOKS):
            if looks >= _FEWEST_LOOKS and not state.connections:
                break
            await asyncio.sleep(_LOOK_S)
        for connection in tuple(state.connections):
            if isinstance(connection, Incoming):
                connection.end()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """The first signal asks to drain; a second of its kind ends the process at once."""

        def drain(number: int, _frame: object) -> None:
            self.should_exit = True
            signal.signal(number, signal.SIG_DFL)

        before = {
            number: signal.signal(number, drain) for number in (signal.SIGTERM, signal.SIGINT)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
