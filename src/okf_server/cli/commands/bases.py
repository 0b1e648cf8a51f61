"""okf bases."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from okf_server.app import Knowledge
from okf_server.catalog.find import find_base, list_bases
from okf_server.cli.call import Call, common
from okf_server.cli.counting import counted
from okf_server.cli.items import concepts
from okf_server.cli.output import show, show_json, tell
from okf_server.errors import NotFoundError, OkfError, UsageError
from okf_server.settings import Settings, read_settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """What is said of a base; `problem` says why it cannot be opened."""

    name: str
    directory: str
    found_here: bool
    title: str = ""
    snapshot: str | None = None
    published: str | None = None
    concepts: int = 0
    problem: str = ""


@click.command()
@common
def command(call: Call) -> None:
    r"""List the bases: those in your data directory, and the one that commands find here.

    `*` marks the one that commands take here without --base.

    \b
    okf bases
    okf bases --json
    """
    settings = read_settings()
    here = _found_here(call.base, settings)
    directories = {path.resolve(): None for path in list_bases(settings.home)}
    if here is not None:
        directories[here] = None
    bases = [_listed(path, settings, found_here=path == here) for path in directories]
    if call.as_json:
        show_json({"home": str(settings.home), "bases": [asdict(base) for base in bases]})
        return
    show(line for base in bases for line in _lines(base))
    if not bases:
        tell(f"No base yet in {settings.home}. Make one: okf build FOLDER")


def _found_here(asked: str | None, settings: Settings) -> Path | None:
    try:
        directory = find_base(
            asked or settings.base, cwd=settings.working_directory, home=settings.home
        )
    except (NotFoundError, UsageError):
        if asked is not None:
            raise
        return None
    return directory.resolve()


def _listed(directory: Path, settings: Settings, *, found_here: bool) -> Listed:
    try:
        knowledge = Knowledge(directory, settings=settings)
        snapshot = knowledge.store.current()
    except OkfError as error:
        return Listed(
            name=directory.name,
            directory=str(directory),
            found_here=found_here,
            problem=error.message,
        )
    manifest = snapshot.manifest if snapshot else None
    return Listed(
        name=knowledge.config.name,
        directory=str(directory),
        found_here=found_here,
        title=knowledge.config.title,
        snapshot=manifest.id if manifest else None,
        published=manifest.published if manifest else None,
        concepts=concepts(manifest) if manifest else 0,
    )


def _lines(base: Listed) -> Iterator[str]:
    mark = "*" if base.found_here else " "
    yield f"{mark} {base.name}  {base.title}  {base.directory}"
    if base.problem:
        yield f"    {base.problem}"
    elif base.snapshot is None:
        yield f"    nothing published yet: okf build --base {base.directory}"
    else:
        yield f"    {counted(base.concepts, 'concept')}, {base.snapshot}, published {base.published}"
