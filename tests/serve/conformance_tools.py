"""What the official conformance suite expects of a server's tools, resources and prompts."""

import base64
import json
from collections.abc import Callable
from typing import Any

import anyio
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.prompts.base import UserMessage
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp_types import (
    AudioContent,
    CompleteRequestParams,
    CompleteResult,
    Completion,
    EmbeddedResource,
    EmptyResult,
    ImageContent,
    SetLevelRequestParams,
    SubscribeRequestParams,
    TextContent,
    TextResourceContents,
    UnsubscribeRequestParams,
)

from okf_server.serve.server import KnowledgeServer

PIXEL = base64.b64encode(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
        "53de0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
    )
).decode()
SOUND = base64.b64encode(
    b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x40\x1f\0\0\1\0\x08\0data\0\0\0\0"
).decode()
IMAGE = ImageContent(type="image", data=PIXEL, mime_type="image/png")
PAUSE_S = 0.05
TOLD = "A fixture of the conformance suite."

ADDRESS = {
    "$anchor": "addressDef",
    "type": "object",
    "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
}
WHOLE_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": ADDRESS},
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


def embedded(uri: str, text: str, mime_type: str = "text/plain") -> EmbeddedResource:
    contents = TextResourceContents(uri=uri, mime_type=mime_type, text=text)
    return EmbeddedResource(type="resource", resource=contents)


def simple_text() -> str:
    return "This is a simple text response for testing."


def image() -> list[ImageContent]:
    return [IMAGE]


def audio() -> list[AudioContent]:
    return [AudioContent(type="audio", data=SOUND, mime_type="audio/wav")]


def embedded_resource() -> list[EmbeddedResource]:
    return [embedded("test://embedded-resource", "This is an embedded resource content.")]


def several_types() -> list[TextContent | ImageContent | EmbeddedResource]:
    mixed = embedded(
        "test://mixed-content-resource", '{"test":"data","value":123}', "application/json"
    )
    return [TextContent(type="text", text="Multiple content types test:"), IMAGE, mixed]


def failing() -> str:
    raise ToolError("This tool intentionally returns an error for testing")


async def logging(ctx: Context[Any, Any]) -> str:
    for step in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await ctx.info(step)  # type: ignore[deprecated]  # the suite tests it
        await anyio.sleep(PAUSE_S)
    return "Logged three times."


async def progressing(ctx: Context[Any, Any]) -> str:
    for progress in (0, 50, 100):
        await ctx.report_progress(progress, 100)
        await anyio.sleep(PAUSE_S)
    return "Reported three times."


TOOLS: dict[str, Callable[..., Any]] = {
    "test_simple_text": simple_text,
    "test_image_content": image,
    "test_audio_content": audio,
    "test_embedded_resource": embedded_resource,
    "test_multiple_content_types": several_types,
    "test_error_handling": failing,
    "test_tool_with_logging": logging,
    "test_logging_tool": logging,
    "test_tool_with_progress": progressing,
}


def tool_of(name: str, schema: dict[str, Any]) -> Tool:
    """A tool that lists a schema written by hand and takes anything."""

    async def run(**_: Any) -> str:
        return "Done."

    return Tool(
        fn=run,
        name=name,
        title=None,
        description=TOLD,
        annotations=None,
        context_kwarg=None,
        parameters=schema,
        fn_metadata=FuncMetadata(arg_model=ArgModelBase),
        is_async=True,
    )


def by_header() -> dict[str, Any]:
    region = {"type": "string", "x-mcp-header": "Region"}
    return {"type": "object", "properties": {"region": region}, "required": ["region"]}


def add_tools(server: KnowledgeServer) -> None:
    for name, answer in TOOLS.items():
        server.add_tool(answer, name=name, description=TOLD, structured_output=False)
    for name, schema in (
        ("json_schema_2020_12_tool", WHOLE_SCHEMA),
        ("test_headers", by_header()),
    ):
        server._tool_manager._tools[name] = tool_of(name, schema)


def add_resources(server: KnowledgeServer) -> None:
    @server.resource("test://static-text", mime_type="text/plain", description=TOLD)
    def static_text() -> str:
        return "This is the content of the static text resource."

    @server.resource("test://static-binary", mime_type="image/png", description=TOLD)
    def static_binary() -> bytes:
        return base64.b64decode(PIXEL)

    @server.resource("test://watched-resource", mime_type="text/plain", description=TOLD)
    def watched() -> str:
        return "Watched."

    @server.resource("test://template/{id}/data", mime_type="application/json", description=TOLD)
    def template(id: str) -> str:  # noqa: A002 - the name in the template
        return json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})


def add_prompts(server: KnowledgeServer) -> None:
    @server.prompt("test_simple_prompt", description=TOLD)
    def simple() -> str:
        return "This is a simple prompt for testing."

    @server.prompt("test_prompt_with_arguments", description=TOLD)
    def with_arguments(arg1: str, arg2: str) -> str:
        return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"

    @server.prompt("test_prompt_with_embedded_resource", description=TOLD)
    def with_resource(resourceUri: str) -> list[UserMessage]:  # noqa: N803 - the suite's name
        resource = embedded(resourceUri, "Embedded resource content for testing.")
        return [
            UserMessage(resource),
            UserMessage("Please process the embedded resource above."),
        ]

    @server.prompt("test_prompt_with_image", description=TOLD)
    def with_image() -> list[UserMessage]:
        return [UserMessage(IMAGE), UserMessage("Please analyze the image above.")]

    async def complete(*_: Any) -> CompleteResult:
        return CompleteResult(completion=Completion(values=["paris", "park"], total=2))

    server._lowlevel_server.add_request_handler(
        "completion/complete", CompleteRequestParams, complete
    )


def add_older_methods(server: KnowledgeServer) -> None:
    """Methods of the handshake era that the product does without."""

    async def accept(*_: Any) -> EmptyResult:
        return EmptyResult()

    add = server._lowlevel_server.add_request_handler
    add("logging/setLevel", SetLevelRequestParams, accept)
    add("resources/subscribe", SubscribeRequestParams, accept)
    add("resources/unsubscribe", UnsubscribeRequestParams, accept)
