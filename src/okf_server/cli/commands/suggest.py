"""okf suggest."""

from pathlib import Path

import click

from okf_server.app import Knowledge
from okf_server.app.drafting import draft_config
from okf_server.cli.call import Call, common
from okf_server.cli.folders import existing_folder
from okf_server.cli.output import show, show_json, tell
from okf_server.errors import UsageError


@click.group()
def command() -> None:
    """Draft configuration to start from."""


@command.command("config")
@click.argument("path", required=False, type=click.Path(path_type=Path))
@common
def config(call: Call, *, path: Path | None) -> None:
    r"""Draft an _okf.yaml for a folder, with the reason of each guess.

    PATH is the folder; without it the only source of the base. Only names and hashes are looked at, and
    nothing is marked as verified: that is for the owners of the documents.

    \b
    okf suggest config ./handbook > ./handbook/_okf.yaml
    """
    folder = existing_folder(path) if path else _only_source(call.base)
    text = draft_config(folder)
    if call.as_json:
        show_json({"folder": str(folder.resolve()), "text": text})
    else:
        show([text.rstrip("\n")])
        tell("Read it, keep what is right, and save it as _okf.yaml in the folder.")


def _only_source(base: str | None) -> Path:
    sources = Knowledge(base).config.sources
    if len(sources) != 1:
        raise UsageError(
            f"The base has {len(sources)} sources.", hint="Say for which: okf suggest config PATH"
        )
    return Path(sources[0].path)
