"""Writing: data to stdout, words for people to stderr, and nothing that could steer a terminal."""

import json
import re
import sys
from collections.abc import Iterable
from typing import Any

import click

_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_LONE = re.compile(r"[\ud800-\udfff]")
_UNSAFE_IN_JSON = re.compile(r"[\x7f-\x9f\ud800-\udfff]")


def plain(text: str) -> str:
    """The text without control characters, direction overrides and lone surrogates: documents are data."""
    return _LONE.sub("\ufffd", _STEERING.sub("", text))


def show(lines: Iterable[str]) -> None:
    """Write lines to stdout."""
    for line in lines:
        click.echo(plain(line))


def show_json(value: Any) -> None:
    """Write one JSON value to stdout."""
    unicode = (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=not unicode, indent=2)
    click.echo(_UNSAFE_IN_JSON.sub(_escaped, text))


def tell(*lines: str) -> None:
    """Write lines to stderr."""
    for line in lines:
        click.echo(plain(line), err=True)


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
