"""okf add."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from okf_server.app import Knowledge
from okf_server.app.adding import add_documents
from okf_server.app.copies import below
from okf_server.app.deeds import Deed
from okf_server.catalog.base import open_base
from okf_server.catalog.write import add_folder_source
from okf_server.cli.building import build_and_tell
from okf_server.cli.call import Call, Place, common
from okf_server.cli.output import tell
from okf_server.cli.progress import reporter
from okf_server.ingest.report import BuildOptions
from okf_server.model.config import SourceKind
from okf_server.model.progress import Progress
from okf_server.settings import read_settings

_OWN = "documents"


@click.command()
@click.argument("files", nargs=-1, required=True, type=Place())
@click.option("--to", default="", metavar="FOLDER", help="Folder below the base's own folder.")
@click.option("--replace", is_flag=True, help="Overwrite documents of the same name.")
@common
def command(call: Call, *, files: tuple[Path, ...], to: str, replace: bool) -> int:
    r"""Copy documents into the base and build.

    They go into the base's own folder: its first folder source that lies inside the base, or else a new one,
    documents/, which is added to the sources in okf.yaml. They are read first: where one of them cannot be read,
    none is copied. A document is never overwritten without --replace.

    \b
    okf add contract.pdf --base contracts
    okf add minutes/*.docx --to meetings/2026
    """
    settings = read_settings()
    knowledge = Knowledge(call.base, settings=settings)
    found = _own_folder(knowledge)
    own = found or knowledge.directory / _OWN
    deed = Deed(knowledge, "add")
    with _progress(call) as progress, deed.failing():
        copied = add_documents(
            knowledge, own, below(own, to), files, overwrite=replace, progress=progress
        )
    if found is None:
        base = add_folder_source(open_base(knowledge.directory), _OWN)
        knowledge = Knowledge(base.directory, settings=settings)
    tell(*(f"copied {target}" for target in copied))
    tell(*filter(None, [deed.done("ok", list(map(str, copied)))]))
    return build_and_tell(call, knowledge, BuildOptions())


@contextmanager
def _progress(call: Call) -> Iterator[Progress]:
    """How far the reading is; the rest is done at once, and told of the build that follows."""
    progress, close = reporter(quiet=call.as_json)

    def reading(stage: str, done: int, total: int, current: str) -> None:
        if stage == "read":
            progress(stage, done, total, current)

    try:
        yield reading
    finally:
        close()


def _own_folder(knowledge: Knowledge) -> Path | None:
    for source in knowledge.config.sources:
        path = Path(source.path)
        if source.kind is SourceKind.FOLDER and path.is_relative_to(knowledge.directory):
            return path
    return None
