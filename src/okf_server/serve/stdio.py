"""MCP over standard input and output."""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from typing import Literal

import anyio
from mcp.server.stdio import stdio_server
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.memory import create_client_server_memory_streams
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCRequest,
    RequestId,
)
from pydantic import ValidationError

from okf_server.serve.caller import Asking, asked_by
from okf_server.serve.logs import log_to_stderr
from okf_server.serve.seam import Bases
from okf_server.serve.server import KnowledgeServer, build_server
from okf_server.serve.start import collect_rarely, service_of

Protocol = Literal["auto", "legacy"]
"""`auto` serves the era that the client settles on; `legacy` knows no `server/discover`."""

Received = SessionMessage | Exception


def serve_stdio(bases_factory: Callable[[], Bases], *, protocol: Protocol, asking: Asking) -> None:
    """Serve one client until standard input ends; only protocol messages ever reach standard output.

    `asking` is called with every call: whoever can start the server is who its configuration says.
    """
    log_to_stderr()
    # The thread that reads standard input cannot be interrupted, and there is nothing to save.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with service_of(bases_factory) as service, asked_by(asking):
        server = build_server(service, admitting=True)
        collect_rarely()
        try:
            anyio.run(_serve, server, protocol)
        except* BrokenPipeError:
            pass  # the client is gone, which is how a connection ends
        finally:
            server.recorder.close()
            _silence_stdout()


def _silence_stdout() -> None:
    """Let what libraries still hold in their buffers go to standard error: the client may read to the end."""
    with suppress(OSError, ValueError):
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())


async def _serve(server: KnowledgeServer, protocol: Protocol) -> None:
    async with stdio_server() as (read, write):
        with redirect_stdout(sys.stderr):
            await serve_connection(server, read, write, protocol=protocol)


async def serve_connection(
    server: KnowledgeServer,
    read: ReadStream[Received],
    write: WriteStream[SessionMessage],
    *,
    protocol: Protocol,
) -> None:
    """Serve one connection, and answer `server/discover` apart until the client has settled on an era.

    The SDK takes a discovery for the choice of the modern era and then refuses `initialize`, but some
    clients discover first and initialize all the same.
    """
    sender, receiver = anyio.create_memory_object_stream[Received]()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(server.serve_streams, receiver, write)
        async with sender:
            settled = False
            async for message in read:
                request = _request(message)
                if isinstance(message, Exception):
                    await write.send(_refusal(message))
                elif request is None:
                    await sender.send(message)
                elif request.method == "server/discover" and protocol == "legacy":
                    await write.send(_error(request.id, METHOD_NOT_FOUND, "Method not found"))
                elif request.method == "server/discover" and not settled:
                    await write.send(await _answer_apart(server, request))
                else:
                    settled = True
                    await sender.send(message)


def _request(message: Received) -> JSONRPCRequest | None:
    if isinstance(message, SessionMessage) and isinstance(message.message, JSONRPCRequest):
        return message.message
    return None


def _refusal(error: Exception) -> SessionMessage:
    """The answer to a line that is no message, with its id where that can be read.

    JSON that UTF-8 cannot carry, a lone surrogate, is one of them.
    """
    try:
        given = list(_given(error))
    except (TypeError, ValueError, RecursionError):
        return _error(None, PARSE_ERROR, "Parse error")
    ids = [one.get("id") for one in given if isinstance(one, dict)]
    readable = [one for one in ids if type(one) is int or (isinstance(one, str) and one.isascii())]
    message = "Invalid request: no JSON-RPC message, or a text in it has a lone surrogate"
    return _error(readable[0] if readable else None, INVALID_REQUEST, message)


def _given(error: Exception) -> Iterator[object]:
    """What the line said, and parts of it; raises ValueError or TypeError where it is no JSON."""
    if not isinstance(error, ValidationError):
        raise TypeError from error
    for problem in error.errors(include_url=False, include_context=False):
        invalid = problem["type"] == "json_invalid"
        yield json.loads(problem["input"]) if invalid else problem["input"]


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
