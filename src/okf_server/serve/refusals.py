"""What an assistant is told when a call fails: what to do next, and nothing that it may not know."""

from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from pydantic import ValidationError

from okf_server.serve.incidents import incident
from okf_server.serve.tools.arguments import refusal


def explain(tool: str, error: ToolError, known: list[str]) -> str:
    """The text of a failed call without the SDK's wrapping."""
    cause = error.__cause__
    if isinstance(error, UnexpectedToolError):
        return incident(cause or error)
    if isinstance(cause, ValidationError):
        return refusal(tool, cause, known)
    return str(cause or error)
