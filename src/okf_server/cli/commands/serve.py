"""okf serve."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Literal

import click

from okf_server.catalog.find import find_base
from okf_server.cli.call import Call, common
from okf_server.cli.output import tell
from okf_server.cli.principals import answered_as
from okf_server.errors import NotFoundError, OkfError, UsageError
from okf_server.serve import run_http, run_stdio
from okf_server.serve.operation import Limits, LogFormat, Operation
from okf_server.settings import read_settings

if TYPE_CHECKING:
    from okf_server.app import Bases
    from okf_server.app.fitting import Fits
    from okf_server.model.access import Principal
    from okf_server.model.config import AuthConfig


_SIGN_IN = "Leave it out; serve.auth in okf.yaml signs people in."


@click.command()
@click.option("--stdio", is_flag=True, help="Speak on standard input and output.")
@click.option(
    "--protocol",
    type=click.Choice(["auto", "legacy"]),
    default="auto",
    show_default=True,
    help="With --stdio: 'legacy' answers only the initialize handshake.",
)
@answered_as("With --stdio: answer")
@click.option("--host", help="Address to listen on; without it as okf.yaml says (127.0.0.1).")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port; without it as okf.yaml says (5001)."
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that answer side by side.",
)
@click.option("--rate", type=click.IntRange(1), help="Most requests a minute of each caller.")
@click.option(
    "--log",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Form of the log on standard error.",
)
@common
def command(
    call: Call,
    *,
    stdio: bool,
    protocol: Literal["auto", "legacy"],
    names: tuple[str, ...],
    host: str | None,
    port: int | None,
    **running: Any,
) -> None:
    r"""Answer AI clients over MCP, on http://127.0.0.1:5001/mcp or with --stdio.

    What is published while it runs is answered from the next question on.

    \b
    okf serve
    okf serve --stdio --base ./handbook
    claude mcp add handbook -- okf serve --stdio --base /path/to/handbook
    """
    if stdio:
        _warn_of_no_base(call.base)
        run_stdio(
            partial(_bases_for_one, call.base), protocol=protocol, asking=_once(call.base, names)
        )
        return
    if names:
        raise UsageError("--as goes with --stdio: over HTTP a token says who asks.", hint=_SIGN_IN)
    from okf_server.cli.address import (  # noqa: PLC0415 - stdio needs no YAML to begin
        address_of,
        faults_of_models,
    )

    said = address_of(call.base)
    for fault in faults_of_models(call.base):
        tell(f"warning: {fault.message}", f"hint: {fault.hint}")
    bases = _bases_for_all(call.base, said.auth)
    run_http(
        lambda: bases,
        host=host or said.host,
        port=said.port if port is None else port,
        auth=said.auth,
        environment=read_settings().environment,
        operation=replace(_operation(**running), proxies=said.proxies),
    )


def _bases(base: str | None, fits: "Fits") -> "Bases":
    """What is served: bases for which that does not hold are left out."""
    from okf_server.app import Bases  # noqa: PLC0415 - the handshake comes before the application

    return Bases(base, fits=fits)


def _bases_for_all(base: str | None, auth: "tuple[AuthConfig, ...]") -> "Bases":
    """What all workers answer people from who sign in so: whoever has a name now keeps it in each of them."""
    bases = _bases(base, lambda serve: serve.auth in ((), auth))
    with suppress(OkfError):  # said to who asks
        bases.list()
    return bases


def _bases_for_one(base: str | None) -> "Bases":
    """What is answered on standard input and output to whom the configuration names when it is first asked."""
    from okf_server.cli.address import address_of  # noqa: PLC0415 - the handshake comes before YAML

    said = address_of(base).stdio_principal
    return _bases(base, lambda serve: serve.stdio_principal in (None, said))


def _operation(*, workers: int, rate: int | None, log: LogFormat) -> Operation:
    """A rate that is asked for holds for the operator too."""
    limits = Limits() if rate is None else Limits(rate=rate, burst=rate, operator_too=True)
    return Operation(workers=workers, limits=limits, log=log)


def _warn_of_no_base(base: str | None) -> None:
    """Say so at once: a client shows the log of a server that it has just been given, and tools are called later.

    The server goes on all the same: its answers tell the client, and the base may be made meanwhile.
    """
    settings = read_settings()
    try:
        find_base(base or settings.base, cwd=settings.working_directory, home=settings.home)
    except NotFoundError as error:
        tell(f"warning: {error.message}", f"hint: {error.hint}")
    except UsageError:
        return  # several, which are all served


def _once(base: str | None, names: tuple[str, ...]) -> "Callable[[], Principal]":
    """Who asks on standard input and output: read at the first call, and again while it cannot be read."""

    @cache
    def asking() -> "Principal":
        from okf_server.cli.address import stdio_principal  # noqa: PLC0415 - the handshake comes first

        return stdio_principal(base, names)

    return asking
