"""Principals as a person writes them on the command line."""

import re
from typing import Any

import click

_NAME = re.compile(r"(user|group):\S.*")


class PrincipalName(click.ParamType[str]):
    """`user:ana` or `group:finance`."""

    name = "principal"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as it is written."""
        if not _NAME.fullmatch(str(value)):
            self.fail(f"{value!r} is no principal: write user:NAME or group:NAME.", param, ctx)
        return str(value)
