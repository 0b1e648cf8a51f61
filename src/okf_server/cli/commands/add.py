"""okf add."""

from pathlib import Path

import click

from okf_server.app import Knowledge
from okf_server.app.deeds import Deed
from okf_server.catalog.base import open_base
from okf_server.catalog.write import add_folder_source, create_base
from okf_server.cli.building import build_and_tell
from okf_server.cli.call import Call, common
from okf_server.cli.copies import below, copy_into
from okf_server.cli.output import tell
from okf_server.errors import NotFoundError
from okf_server.ingest.report import BuildOptions
from okf_server.model.config import SourceKind
from okf_server.settings import Settings, read_settings

_OWN = "documents"


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--to", default="", metavar="FOLDER", help="Folder below the base's own folder.")
@click.option("--replace", is_flag=True, help="Overwrite documents of the same name.")
@common
def command(call: Call, *, files: tuple[Path, ...], to: str, replace: bool) -> int:
    r"""Copy documents into the base and build.

    They go into the base's own folder: its first folder source that lies inside the base, or else a new one,
    documents/, which is added to the sources in okf.yaml. Where --base names a directory that is no base yet,
    one is made there. A document is never overwritten without --replace.

    \b
    okf add contract.pdf --base ./contracts
    okf add minutes/*.docx --to meetings/2026
    """
    settings = read_settings()
    knowledge = _knowledge(call.base, settings)
    own = _own_folder(knowledge)
    deed = Deed(knowledge, "add")
    copied = copy_into(below(own or knowledge.directory / _OWN, to), files, replace=replace)
    if own is None:
        base = add_folder_source(open_base(knowledge.directory), _OWN)
        knowledge = Knowledge(base.directory, settings=settings)
    tell(*(f"copied {target}" for target in copied))
    tell(*filter(None, [deed.done("ok", list(map(str, copied)))]))
    return build_and_tell(call, knowledge, BuildOptions())


def _knowledge(asked: str | None, settings: Settings) -> Knowledge:
    try:
        return Knowledge(asked, settings=settings)
    except NotFoundError:
        if asked is None:
            raise
    directory = (settings.working_directory / Path(asked).expanduser()).resolve()
    own = directory / _OWN
    own.mkdir(parents=True, exist_ok=True)
    return Knowledge(create_base(directory, own).directory, settings=settings)


def _own_folder(knowledge: Knowledge) -> Path | None:
    for source in knowledge.config.sources:
        path = Path(source.path)
        if source.kind is SourceKind.FOLDER and path.is_relative_to(knowledge.directory):
            return path
    return None
