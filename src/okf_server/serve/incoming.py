"""Wait for the rest of a request for as long as a call may take, and no longer."""

import asyncio
import json
import logging
from http import HTTPStatus
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_COMING = (h11.IDLE, h11.SEND_BODY)
_TOLD = {
    HTTPStatus.REQUEST_TIMEOUT: "The request did not come in whole in time.",
    HTTPStatus.SERVICE_UNAVAILABLE: "The server ends, and the request has not come in whole.",
}

log = logging.getLogger(__name__)


class Incoming(H11Protocol):
    """A connection that is closed where a request on it, or its first one, does not come in whole in time.

    uvicorn limits only how long a connection is idle after an answer: whoever sends half a request, with or without
    a token, would be waited for without end.
    """

    within_s: ClassVar[float] = 30

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's
        """Wait for the first request."""
        super().connection_made(transport)
        self._timer: asyncio.TimerHandle | None = None
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Go on with what came in meanwhile."""
        super().on_response_complete()
        if self._is_within_body:
            self._watch()

    def end(self) -> None:
        """Give up a request that has not come in whole: the server ends."""
        if self._is_within_body:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)

    @property
    def _is_within_body(self) -> bool:
        return self.conn.their_state is h11.SEND_BODY

    def _watch(self) -> None:
        if self.conn.their_state not in _COMING or self.transport.is_closing():
            self._leave()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.within_s, self._too_late)

    def _leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_late(self) -> None:
        self._timer = None
        if self.conn.their_state in _COMING and not self.transport.is_closing():
            log.info("serve.request_unfinished seconds=%g", self.within_s)
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _refuse(self, status: HTTPStatus) -> None:
        """Close the connection, with an answer where a request has begun that has none."""
        has_begun = self._is_within_body or bool(self.conn.trailing_data[0])
        if has_begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(self._answer(status))
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def _answer(self, status: HTTPStatus) -> bytes:
        said = {"error": _TOLD[status], "hint": "Send it again, whole."}
        body = json.dumps(said).encode()
        headers = [
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
        ]
        response = h11.Response(status_code=status, headers=headers, reason=status.phrase.encode())
        parts = (response, h11.Data(data=body), h11.EndOfMessage())
        return b"".join(self.conn.send(part) or b"" for part in parts)
