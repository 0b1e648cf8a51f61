"""Writing: data to stdout, words for people to stderr, and nothing that could steer a terminal."""

import json
import re
import sys
from collections.abc import Iterable
from typing import Any

import click

from okf_server.okf.controls import STEERING, plain

_UNSAFE_IN_JSON = re.compile(STEERING.pattern + "|[\ud800-\udfff]")


def show(lines: Iterable[str]) -> None:
    """Write lines to stdout; a line end inside one, as a file's name may have, is a space."""
    for line in lines:
        click.echo(_line(line))


def show_text(text: str) -> None:
    """Write a text of many lines to stdout."""
    click.echo(plain(text))


def show_json(value: Any) -> None:
    """Write one JSON value to stdout."""
    unicode = (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=not unicode, indent=2)
    click.echo(_UNSAFE_IN_JSON.sub(_escaped, text))


def tell(*lines: str) -> None:
    """Write lines to stderr; a line end inside one is a space."""
    for line in lines:
        click.echo(_line(line), err=True)


def tell_text(text: str) -> None:
    """Write a text of many lines to stderr."""
    click.echo(plain(text), err=True)


def _line(text: str) -> str:
    return plain(text).replace("\n", " ")


def _escaped(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1] if match[0] > "\x7f" else f"\\u{ord(match[0]):04x}"
