"""MCP over standard input and output."""

import signal
from collections import Counter
from collections.abc import Callable
from typing import BinaryIO, Literal

import anyio
from anyio import to_thread
from anyio.streams.memory import MemoryObjectReceiveStream
from mcp.shared._stream_protocols import WriteStream
from mcp.shared.memory import create_client_server_memory_streams
from mcp.shared.message import SessionMessage
from mcp_types import (
    METHOD_NOT_FOUND,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)

from okf_server.serve.caller import Asking, asked_by
from okf_server.serve.logs import log_to_stderr
from okf_server.serve.messages import MalformedError, read_message
from okf_server.serve.pipes import claimed
from okf_server.serve.seam import Bases
from okf_server.serve.server import KnowledgeServer, build_server
from okf_server.serve.start import collect_rarely, service_of

Protocol = Literal["auto", "legacy"]
"""`auto` serves the era that the client settles on; `legacy` knows no `server/discover`."""

_CANCELLED = "notifications/cancelled"
_BEYOND_DEADLINE_S = 1


def serve_stdio(bases_factory: Callable[[], Bases], *, protocol: Protocol, asking: Asking) -> None:
    """Serve one client until standard input ends; only protocol messages ever reach standard output.

    What was asked before the end is answered. `asking` is called with every call: whoever can start the server
    is who its configuration says.
    """
    log_to_stderr()
    # The thread that reads standard input cannot be interrupted, and there is nothing to save.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with service_of(bases_factory) as service, asked_by(asking), claimed() as (lines, out):
        server = build_server(service, admitting=True)
        collect_rarely()
        try:
            anyio.run(_serve, Connection(server, out, protocol=protocol), lines)
        except* BrokenPipeError:
            pass  # the client is gone, which is how a connection ends
        finally:
            server.recorder.close()


async def _serve(connection: "Connection", lines: BinaryIO) -> None:
    await connection.serve(lines)


class Unanswered:
    """The requests that an answer is owed to."""

    def __init__(self) -> None:
        self._ids: Counter[str] = Counter()
        self._fewer = anyio.Event()

    def add(self, request_id: RequestId) -> None:
        """Owe an answer."""
        self._ids[str(request_id)] += 1

    def settle(self, request_id: object) -> None:
        """Owe it no more: it was given, or is not wanted any longer."""
        self._ids -= Counter([str(request_id)])
        self._fewer.set()

    async def gone(self) -> None:
        """Return when no answer is owed."""
        while self._ids:
            self._fewer = anyio.Event()
            await self._fewer.wait()


class Connection:
    """One client.

    `server/discover` is answered apart until it has settled on an era: the SDK takes a discovery for the choice
    of the modern one and then refuses `initialize`, but some clients discover first and initialize all the same.
    """

    def __init__(self, server: KnowledgeServer, out: BinaryIO, *, protocol: Protocol) -> None:
        self._server = server
        self._out = out
        self._protocol = protocol
        self._unanswered = Unanswered()
        self._settled = False

    async def serve(self, lines: BinaryIO) -> None:
        """Answer line by line until they end; no call outlives its deadline, and so none its answer."""
        sender, received = anyio.create_memory_object_stream[SessionMessage | Exception]()
        answer, answers = anyio.create_memory_object_stream[SessionMessage]()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._write, answers)
            tasks.start_soon(self._server.serve_streams, received, answer.clone())
            async with sender, answer:
                async for line in anyio.wrap_file(lines):
                    await self._take(line, sender, answer)
                with anyio.move_on_after(
                    self._server.service.calls.deadline_s + _BEYOND_DEADLINE_S
                ):
                    await self._unanswered.gone()

    async def _take(
        self, line: bytes, sender: WriteStream[SessionMessage], answer: WriteStream[SessionMessage]
    ) -> None:
        try:
            read = read_message(line)
        except MalformedError as error:
            await answer.send(_error(error.request_id, error.code, str(error)))
            return
        message = jsonrpc_message_adapter.validate_python(read, by_name=False)
        if isinstance(message, JSONRPCRequest):
            self._unanswered.add(message.id)
            if apart := await self._apart(message):
                await answer.send(apart)
                return
        await sender.send(SessionMessage(message))
        if isinstance(message, JSONRPCNotification) and message.method == _CANCELLED:
            self._unanswered.settle((message.params or {}).get("requestId"))

    async def _apart(self, request: JSONRPCRequest) -> SessionMessage | None:
        """The answer to a discovery that the SDK must not see."""
        if request.method != "server/discover":
            self._settled = True
            return None
        if self._protocol == "legacy":
            return _error(request.id, METHOD_NOT_FOUND, "Method not found")
        return None if self._settled else await _answer_apart(self._server, request)

    async def _write(self, answers: MemoryObjectReceiveStream[SessionMessage]) -> None:
        async with answers:
            async for answer in answers:
                line = answer.message.model_dump_json(by_alias=True, exclude_unset=True)
                await to_thread.run_sync(self._write_line, line.encode())
                self._unanswered.settle(_answered(answer.message))

    def _write_line(self, line: bytes) -> None:
        rest = memoryview(line + b"\n")
        while rest:
            rest = rest[self._out.write(rest) :]


def _answered(message: JSONRPCMessage) -> RequestId | None:
    return message.id if isinstance(message, JSONRPCResponse | JSONRPCError) else None


def _error(request_id: RequestId | None, code: int, message: str) -> SessionMessage:
    error = ErrorData(code=code, message=message)
    return SessionMessage(JSONRPCError(jsonrpc="2.0", id=request_id, error=error))


async def _answer_apart(server: KnowledgeServer, request: JSONRPCRequest) -> SessionMessage:
    """The answer that the server gives on a connection which serves this one request."""
    async with (
        create_client_server_memory_streams() as ((answers, requests), (read, write)),
        anyio.create_task_group() as tasks,
    ):
        tasks.start_soon(server.serve_streams, read, write)
        await requests.send(SessionMessage(request))
        answer = await answers.receive()
        tasks.cancel_scope.cancel()
    if isinstance(answer, Exception):
        raise answer
    return answer
