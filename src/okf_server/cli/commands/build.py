"""okf build."""

from pathlib import Path

import click

from okf_server.app import Knowledge
from okf_server.catalog.write import base_for_folder
from okf_server.cli.building import build_and_tell
from okf_server.cli.call import Call, Place, common
from okf_server.ingest.report import BuildOptions
from okf_server.settings import read_settings

_FEWEST_KEPT = 2


@click.command()
@click.argument("path", required=False, type=Place())
@click.option(
    "--keep",
    type=click.IntRange(_FEWEST_KEPT),
    help="Keep the newest N snapshots; without it as okf.yaml says (3).",
)
@click.option("--allow-failures", is_flag=True, help="Publish even though further items failed.")
@click.option("--accept-deletions", is_flag=True, help="Publish even though many items are gone.")
@click.option("--no-embeddings", is_flag=True, help="Build for keyword search alone.")
@common
def command(
    call: Call,
    *,
    path: Path | None,
    keep: int | None,
    allow_failures: bool,
    accept_deletions: bool,
    no_embeddings: bool,
) -> int:
    r"""Read a folder of documents and publish it.

    PATH is the folder; without it the sources of the base are read. Where there is no base yet one is made:
    the directory given with --base, or one named like the folder in your data directory. The folder itself
    is never written to. What has not changed is not read again.

    \b
    okf build ./handbook
    okf build ./handbook --base ./handbook-base
    okf build --base handbook --allow-failures
    """
    options = BuildOptions(
        allow_failures=allow_failures,
        accept_deletions=accept_deletions,
        embeddings=not no_embeddings,
        keep=keep,
    )
    return build_and_tell(call, _knowledge(call.base, path), options)


def _knowledge(asked: str | None, path: Path | None) -> Knowledge:
    """The base that reads the folder, made where there is none."""
    if path is None:
        return Knowledge(asked)
    settings = read_settings()
    base = base_for_folder(
        path, asked or settings.base, cwd=settings.working_directory, home=settings.home
    )
    return Knowledge(base.directory, settings=settings)
