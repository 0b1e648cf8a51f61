"""Say where a client would be answered as the operator although the base signs people in."""

from collections.abc import Iterator

from okf_server.model.config import ServeConfig


def reads_everything(serve: ServeConfig) -> Iterator[str]:
    """A warning and what to do, where a client on standard input and output is the operator of such a base."""
    if not serve.auth or serve.stdio_principal is not None:
        return
    yield "warning: the base signs people in, but a client that starts okf itself is the operator and reads everything."
    yield "hint: name who it is with --as user:NAME, or for all in serve.stdio_principal of okf.yaml"
    resource = next((one.resource for one in serve.auth if one.resource), None)
    if resource:
        yield f"hint: or connect the server instead, where each person signs in: {resource} (docs/mcp.md)"
