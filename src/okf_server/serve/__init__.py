"""Serve knowledge to assistants over MCP: translate and guard, nothing more."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from okf_server.serve.seam import Bases
    from okf_server.serve.stdio import Protocol

__all__ = ["run_http", "run_stdio"]


def run_stdio(bases_factory: "Callable[[], Bases]", *, protocol: "Protocol" = "auto") -> None:
    """Speak MCP on standard input and output until the input ends.

    `bases_factory` is called when a tool first needs it, never before the handshake. `protocol` is `auto`
    (whatever era the client opens with) or `legacy` (no `server/discover`: only the `initialize` handshake).
    """
    from okf_server.serve.stdio import serve_stdio  # noqa: PLC0415 - the SDK costs 0.4 s to import

    serve_stdio(bases_factory, protocol=protocol)


def run_http(bases_factory: "Callable[[], Bases]", *, host: str, port: int) -> None:
    """Speak MCP over HTTP until SIGTERM or SIGINT.

    Raises ConfigError where the address is not a loopback address, or is taken.
    """
    from okf_server.serve.http import serve_http  # noqa: PLC0415 - the SDK costs 0.4 s to import

    serve_http(bases_factory, host=host, port=port)
