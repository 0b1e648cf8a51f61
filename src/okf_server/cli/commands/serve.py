"""okf serve."""

from typing import TYPE_CHECKING, Literal

import click

from okf_server.catalog.base import open_base
from okf_server.catalog.find import find_base
from okf_server.cli.call import Call, common
from okf_server.errors import NotFoundError, UsageError
from okf_server.model.config import ServeConfig
from okf_server.serve import run_http, run_stdio
from okf_server.settings import read_settings

if TYPE_CHECKING:
    from okf_server.app import Bases


@click.command()
@click.option("--stdio", is_flag=True, help="Speak on standard input and output.")
@click.option(
    "--protocol",
    type=click.Choice(["auto", "legacy"]),
    default="auto",
    show_default=True,
    help="With --stdio: 'legacy' answers only the initialize handshake.",
)
@click.option("--host", help="Address to listen on; without it as okf.yaml says (127.0.0.1).")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port; without it as okf.yaml says (5001)."
)
@common
def command(
    call: Call,
    *,
    stdio: bool,
    protocol: Literal["auto", "legacy"],
    host: str | None,
    port: int | None,
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
        return
    said = _said(call.base)
    run_http(bases, host=host or said.host, port=said.port if port is None else port)


def _said(asked: str | None) -> ServeConfig:
    """What the base's okf.yaml says of serving; the defaults where no single base is meant."""
    settings = read_settings()
    try:
        directory = find_base(
            asked or settings.base, cwd=settings.working_directory, home=settings.home
        )
    except (NotFoundError, UsageError):
        if asked is not None:
            raise
        return ServeConfig()
    return open_base(directory).config.serve
