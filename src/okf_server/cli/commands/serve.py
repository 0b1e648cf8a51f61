"""okf serve."""

from typing import TYPE_CHECKING, Literal

import click

from okf_server.cli.call import Call, common
from okf_server.serve import run_http, run_stdio

if TYPE_CHECKING:
    from okf_server.app import Bases

_HOST = "127.0.0.1"
_PORT = 5001


@click.command()
@click.option("--stdio", is_flag=True, help="Speak on standard input and output.")
@click.option(
    "--protocol",
    type=click.Choice(["auto", "legacy"]),
    default="auto",
    show_default=True,
    help="With --stdio: 'legacy' answers only the initialize handshake.",
)
@click.option("--host", default=_HOST, show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=_PORT, show_default=True, type=click.IntRange(0, 65535), help="Port."
)
@common
def command(
    call: Call, *, stdio: bool, protocol: Literal["auto", "legacy"], host: str, port: int
) -> None:
    r"""Answer AI clients over MCP, on http://127.0.0.1:5001/mcp or with --stdio.

    What is published while it runs is answered from the next question on.

    \b
    okf serve
    okf serve --stdio --base ./handbook
    claude mcp add handbook -- okf serve --stdio --base /path/to/handbook
    """

    def bases() -> "Bases":
        from okf_server.app import Bases  # noqa: PLC0415 - the handshake comes before the application

        return Bases(call.base)

    if stdio:
        run_stdio(bases, protocol=protocol)
    else:
        run_http(bases, host=host, port=port)
