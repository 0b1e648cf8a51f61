"""What every command takes."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click


class Place(click.Path):
    """A path that was really given: an empty one, such as that of an unset variable, means no place."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; refuses an empty one."""
        if value == "":
            self.fail("it is empty: is a variable not set?", param, ctx)
        return super().convert(value, param, ctx)


def _not_empty(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    if value == "":
        raise click.BadParameter("it is empty: is a variable not set?")
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What a command was called with, besides its own arguments."""

    base: str | None
    as_json: bool
    verbose: bool


def common(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """Give a command --base, --json, --verbose and --debug; it gets them as its first argument."""

    @click.option(
        "--base",
        metavar="DIR|NAME",
        callback=_not_empty,
        help="The base; without it, it is looked for.",
    )
    @click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
    @click.option("-v", "--verbose", is_flag=True, help="Say more on stderr.")
    @click.option("--debug", is_flag=True, help="Show the traceback of a fault of okf.")
    @functools.wraps(function)
    def called(
        *, base: str | None, as_json: bool, verbose: bool, debug: bool, **own: Any
    ) -> int | None:
        del debug  # read where a failure is reported: cli/ending.py
        return function(Call(base=base, as_json=as_json, verbose=verbose), **own)

    called.__doc__ = _help(function)
    return called


def group(function: Callable[[], None]) -> click.Group:
    """A command whose own commands do the work; its help is the function's docstring."""
    return click.group(help=_help(function))(function)


def _help(function: Callable[..., Any]) -> str:
    """The docstring, with the character that keeps click from wrapping a paragraph where raw ones spell it."""
    return (function.__doc__ or "").replace("\\b\n", "\b\n")
