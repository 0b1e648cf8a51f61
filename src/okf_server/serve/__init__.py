"""Serve knowledge to assistants over MCP: translate and guard, nothing more."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from okf_server.model.access import OPERATOR, Principal
from okf_server.serve.operation import DEFAULT, Operation

if TYPE_CHECKING:
    from okf_server.model.config import AuthConfig
    from okf_server.serve.seam import Bases
    from okf_server.serve.stdio import Protocol

__all__ = ["run_http", "run_stdio"]


def run_stdio(
    bases_factory: "Callable[[], Bases]",
    *,
    protocol: "Protocol" = "auto",
    asking: "Callable[[], Principal]" = lambda: OPERATOR,
) -> None:
    """Speak MCP on standard input and output until the input ends.

    `bases_factory` is called when a tool first needs it, never before the handshake. `protocol` is `auto`
    (whatever era the client opens with) or `legacy` (no `server/discover`: only the `initialize` handshake).
    `asking` says who asks; it is called with each call, never before the first.
    """
    from okf_server.serve.stdio import serve_stdio  # noqa: PLC0415 - the SDK costs 0.4 s to import

    serve_stdio(bases_factory, protocol=protocol, asking=asking)


def run_http(
    bases_factory: "Callable[[], Bases]",
    *,
    host: str,
    port: int,
    auth: "Sequence[AuthConfig]" = (),
    environment: "Mapping[str, str]" = MappingProxyType({}),
    operation: Operation = DEFAULT,
) -> None:
    """Speak MCP over HTTP until SIGTERM or SIGINT.

    Without `auth` everybody is the operator; `environment` holds the secrets that it names by variable. Raises
    ConfigError where the address is taken, or reaches other machines and nobody is signed in.
    """
    from okf_server.serve.http import serve_http  # noqa: PLC0415 - the SDK costs 0.4 s to import

    serve_http(
        bases_factory,
        host=host,
        port=port,
        auth=auth,
        environment=environment,
        operation=operation,
    )
