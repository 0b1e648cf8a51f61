"""Principals as a person writes them on the command line."""

from collections.abc import Callable
from typing import Any

import click

from okf_server.model.names import EVERYBODY, problem_with, spelled


class PrincipalName(click.ParamType[str]):
    """`user:ana` or `group:finance`."""

    name = "principal"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name in its one spelling."""
        problem = problem_with(str(value))
        if problem or value == EVERYBODY:
            what, hint = problem or ("which is nobody", "write user:NAME or group:NAME.")
            self.fail(f"{value!r}, {what}: {hint[0].lower()}{hint[1:]}", param, ctx)
        return spelled(str(value))


def answered_as(told: str) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """The option `--as`: a principal, and again its groups."""
    return click.option(
        "--as",
        "names",
        multiple=True,
        type=PrincipalName(),
        metavar="user:NAME",
        help=f"{told} what this principal may read; again for its groups.",
    )
