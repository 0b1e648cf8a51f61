"""Tools of the official conformance suite that ask the client back, in the way of either era."""

from typing import Any, Literal

from conformance_tools import TOLD
from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp_types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    CreateMessageRequest,
    CreateMessageRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    InputRequiredResult,
    ListRootsRequest,
    SamplingMessage,
    TextContent,
)

from okf_server.serve.server import KnowledgeServer

Asked = Context[Any, Any]
Answered = InputRequiredResult | str


def form(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def options(*values: str) -> list[dict[str, str]]:
    return [{"const": value, "title": f"Option {value}"} for value in values]


DEFAULTS = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {
            "type": "string",
            "enum": ["active", "inactive", "pending"],
            "default": "active",
        },
        "verified": {"type": "boolean", "default": True},
    },
    "required": [],
}
CHOICES = ["option1", "option2", "option3"]
ENUMS = form(
    untitledSingle={"type": "string", "enum": CHOICES},
    titledSingle={"type": "string", "oneOf": options("value1", "value2")},
    legacyEnum={"type": "string", "enum": ["opt1", "opt2"], "enumNames": ["One", "Two"]},
    untitledMulti={"type": "array", "items": {"type": "string", "enum": CHOICES}},
    titledMulti={"type": "array", "items": {"anyOf": options("value1", "value2")}},
)


def elicitation(message: str, **properties: Any) -> ElicitRequest:
    schema = form(**properties)
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def question(text: str) -> SamplingMessage:
    return SamplingMessage(role="user", content=TextContent(type="text", text=text))


def sampling(text: str) -> CreateMessageRequest:
    params = CreateMessageRequestParams(messages=[question(text)], max_tokens=100)
    return CreateMessageRequest(params=params)


NAME = elicitation("What is your name?", name={"type": "string"})
ROOTS = ListRootsRequest()


def required(state: str | None = None, **asked: Any) -> InputRequiredResult:
    return InputRequiredResult(input_requests=asked, request_state=state)


def add_older(server: KnowledgeServer) -> None:
    """Tools that send requests of their own while they run."""

    @server.tool("test_sampling", description=TOLD, structured_output=False)
    async def sample(prompt: str, ctx: Asked) -> str:
        answer = await ctx.session.create_message(
            [question(prompt)], max_tokens=100, related_request_id=ctx.request_id
        )
        return f"LLM response: {answer.content.model_dump_json()}"

    async def elicited(ctx: Asked, message: str, schema: dict[str, Any]) -> str:
        answer = await ctx.session.elicit(message, schema, related_request_id=ctx.request_id)
        return f"User response: action={answer.action}, content={answer.content}"

    @server.tool("test_elicitation", description=TOLD, structured_output=False)
    async def elicit(message: str, ctx: Asked) -> str:
        text = {"type": "string"}
        return await elicited(ctx, message, form(username=text, email=text))

    @server.tool("test_elicitation_sep1034_defaults", description=TOLD, structured_output=False)
    async def elicit_defaults(ctx: Asked) -> str:
        return await elicited(ctx, "Please fill this in.", DEFAULTS)

    @server.tool("test_elicitation_sep1330_enums", description=TOLD, structured_output=False)
    async def elicit_enums(ctx: Asked) -> str:
        return await elicited(ctx, "Please choose.", ENUMS)


def add_rounds(server: KnowledgeServer) -> None:
    """Tools that answer with what they need, one thing at a time."""

    def asking_once(key: str, asked: Any, state: str | None = None) -> Any:
        async def ask(ctx: Asked) -> Answered:
            answers = ctx.input_responses or {}
            if key not in answers or ctx.request_state != state:
                return required(state, **{key: asked})
            return f"state-ok: {answers[key].model_dump_json()}"

        return ask

    confirm = elicitation("Please confirm", ok={"type": "boolean"})
    for name, ask in {
        "elicitation": asking_once("user_name", NAME),
        "sampling": asking_once("capital_question", sampling("What is the capital of France?")),
        "list_roots": asking_once("client_roots", ROOTS),
        "request_state": asking_once("confirm", confirm, "confirming"),
        "tampered_state": asking_once("confirm", confirm, "confirming"),
        "multiple_inputs": several,
        "multi_round": rounds,
        "capabilities": what_the_client_can,
    }.items():
        server.add_tool(
            ask,
            name=f"test_input_required_result_{name}",
            description=TOLD,
            structured_output=False,
        )

    @server.prompt("test_input_required_result_prompt", description=TOLD)
    async def prompt(ctx: Asked) -> Answered:
        if "user_context" in (ctx.input_responses or {}):
            return "Use that context."
        wanted = elicitation("What context should the prompt use?", context={"type": "string"})
        return required(user_context=wanted)


async def several(ctx: Asked) -> Answered:
    wanted = {"user_name": NAME, "greeting": sampling("Greet me."), "client_roots": ROOTS}
    if wanted.keys() <= (ctx.input_responses or {}).keys():
        return "All three are here."
    return required("several", **wanted)


async def rounds(ctx: Asked) -> Answered:
    match ctx.request_state:
        case "first" if "step1" in (ctx.input_responses or {}):
            color = elicitation("Step 2: What is your favorite color?", color={"type": "string"})
            return required("second", step2=color)
        case "second" if "step2" in (ctx.input_responses or {}):
            return "Both steps are done."
        case _:
            name = elicitation("Step 1: What is your name?", name={"type": "string"})
            return required("first", step1=name)


async def what_the_client_can(ctx: Asked) -> Answered:
    able = ctx.client_capabilities
    wanted: dict[str, Any] = {}
    if able is not None and able.sampling is not None:
        wanted["greeting"] = sampling("Greet me.")
    if able is not None and able.elicitation is not None:
        wanted["user_name"] = NAME
    return required(**wanted) if wanted else "Nothing can be asked."


def add_capability_checks(server: KnowledgeServer) -> None:
    def needs(capability: Literal["sampling", "elicitation"]) -> Any:
        async def check(ctx: Asked) -> str:
            able = ctx.client_capabilities
            if able is None or getattr(able, capability) is None:
                raise MCPError(
                    code=MISSING_REQUIRED_CLIENT_CAPABILITY,
                    message=f"The client cannot do {capability}.",
                    data={"requiredCapabilities": {capability: {}}},
                )
            return "The client can."

        return check

    for name, capability in (
        ("test_missing_capability", needs("sampling")),
        ("test_streaming_elicitation", needs("elicitation")),
    ):
        server.add_tool(capability, name=name, description=TOLD, structured_output=False)
