"""A group of commands that are imported when they are called."""

import difflib
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """Knows each command's one-line help; its module, `<package>.<name>`, is imported on use.

    The module holds the command as `command`.
    """

    def __init__(self, *args: Any, package: str, lines: Mapping[str, str], **rest: Any) -> None:
        super().__init__(*args, **rest)
        self.package = package
        self.lines = lines

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order that a person meets them."""
        del ctx
        return list(self.lines)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now; None for a name that is not known."""
        del ctx
        if cmd_name not in self.lines:
            return None
        command = import_module(f"{self.package}.{cmd_name}").command
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(self.lines.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, and with a suggestion for a name that is not known."""
        if args and args[0] not in self.lines and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], self.lines, n=1)
            hint = f"Did you mean {near[0]!r}?" if near else "'okf --help' lists the commands."
            raise click.UsageError(f"There is no command {args[0]!r}. {hint}", ctx)
        return super().resolve_command(ctx, args)
