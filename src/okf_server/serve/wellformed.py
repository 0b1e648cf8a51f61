"""Let only messages through that are JSON-RPC, and whose headers and body are of one revision of the protocol."""

from http import HTTPStatus
from typing import Any

from mcp.shared.inbound import (
    MCP_PROTOCOL_VERSION_HEADER,
    InboundLadderRejection,
    classify_inbound_request,
    find_duplicated_routing_header,
)
from mcp_types import HEADER_MISMATCH, PROTOCOL_VERSION_META_KEY
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from okf_server.serve import messages


class WellFormed:
    """Passes on what the SDK can answer; it would tell of the rest in words of its libraries, or not at all.

    The SDK goes by the header alone: a body of 2026-07-28 under an older header, or none, would be answered as an
    older one.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        received = await receive()  # the whole body: it was gathered before
        if refused := _refusal(scope, received["body"]):
            response = JSONResponse(refused, status_code=HTTPStatus.BAD_REQUEST)
            await response(scope, receive, send)
            return
        waiting: list[Message] = [received]

        async def receive_again() -> Message:
            return waiting.pop() if waiting else await receive()

        await self._app(scope, receive_again, send)


def _refusal(scope: Scope, body: bytes) -> messages.Message | None:
    try:
        message = messages.read_message(body)
    except messages.MalformedError as malformed:
        return malformed.answer()
    rejected = _contradiction(message, scope)
    if rejected is None:
        return None
    error: dict[str, Any] = {"code": rejected.code, "message": rejected.message}
    if rejected.data is not None:
        error["data"] = rejected.data
    return {"jsonrpc": "2.0", "id": message.get("id"), "error": error}


def _contradiction(message: messages.Message, scope: Scope) -> InboundLadderRejection | None:
    """What is wrong where a body says its revision and the SDK would serve another one.

    `initialize` belongs to the older revisions whatever it is stamped with.
    """
    meta = message.get("params", {}).get("_meta")
    says = isinstance(meta, dict) and PROTOCOL_VERSION_META_KEY in meta
    if not says or message.get("method") == "initialize":
        return None
    headers = [
        (name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]
    ]
    versions = [value for name, value in headers if name == MCP_PROTOCOL_VERSION_HEADER]
    if versions and versions[0] not in HANDSHAKE_PROTOCOL_VERSIONS:
        return None  # the SDK looks at all of it
    if twice := find_duplicated_routing_header(headers):
        return InboundLadderRejection(
            code=HEADER_MISMATCH, message=f"{twice} header appears more than once"
        )
    verdict = classify_inbound_request(message, headers=dict(headers))
    return verdict if isinstance(verdict, InboundLadderRejection) else None
