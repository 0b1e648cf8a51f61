"""The server's log: events on standard error, for people or as JSON, and the request that each belongs to."""

import json
import logging
import re
import secrets
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from okf_server.serve.caller import token_shown
from okf_server.serve.metrics import Metrics
from okf_server.serve.operation import LogFormat
from okf_server.serve.redacting import Redactor

HEADER = "x-request-id"
_HEADER = HEADER.encode()

_QUIET = ("faiss", "httpx2", "mcp", "uvicorn")
_GIVEN = re.compile(rb"[A-Za-z0-9._-]{1,64}")

_request: ContextVar[str] = ContextVar("request", default="")


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, the request it belongs to, the traceback of a fault."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := _request.get():
            said["request"] = request
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps({name: _hidden(text) for name, text in said.items()})


class TextLines(logging.Formatter):
    """A line for people, and the traceback of a fault."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The lines of a record."""
        return _hidden(super().format(record))


def _hidden(text: str) -> str:
    """The text without the token of the request that it is about."""
    return Redactor(token_shown()).hidden(text)


def log_to_stderr(form: LogFormat = "text") -> None:
    """Send the log to standard error, once for the process, before the SDK does it in its own way."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(handlers=[handler], level=logging.INFO)
    # neither form tells thread or process, and finding them out is a third of what a line costs
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


class Observed:
    """Gives every request an id, which its answer and its log lines carry, and counts its status.

    An id that the client or a proxy gave is kept where it is a plain one, and no part of its token.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = _id_of(scope)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (_HEADER, request.encode())]
                self._metrics.responded(message["status"])
            await send(message)

        token = _request.set(request)
        try:
            await self._app(scope, receive, sending)
        finally:
            _request.reset(token)


def _id_of(scope: Scope) -> str:
    tokens = [value for name, value in scope["headers"] if name == b"authorization"]
    for name, value in scope["headers"]:
        if name == _HEADER and _GIVEN.fullmatch(value) and not any(value in one for one in tokens):
            given: str = value.decode()
            return given
    return secrets.token_hex(8)
