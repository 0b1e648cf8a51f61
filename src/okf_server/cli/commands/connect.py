"""okf connect."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from okf_server.app import Knowledge
from okf_server.app.connect.change import Change, alone, apply, plan, refuse_foreign
from okf_server.app.connect.clients import CLIENTS
from okf_server.app.connect.targets import Server, State
from okf_server.cli.call import Call, Place, common
from okf_server.cli.ending import Exit
from okf_server.cli.folders import existing_folder
from okf_server.cli.operators import reads_everything
from okf_server.cli.output import show, show_json, tell
from okf_server.cli.principals import answered_as
from okf_server.cli.program import program, program_path
from okf_server.errors import UsageError


@click.command()
@click.argument("client", type=click.Choice(sorted(CLIENTS)))
@click.option(
    "--project",
    default=".",
    metavar="DIR",
    type=Place(),
    help="The project (.).",
)
@answered_as("The client is answered")
@click.option("--dry-run", is_flag=True, help="Show what would be written, write nothing.")
@click.option(
    "--status", is_flag=True, help="Say what is connected; ends with 1 where something is not."
)
@click.option("--remove", is_flag=True, help="Take out what was written.")
@common
def command(  # noqa: PLR0913 - one argument for each option
    call: Call,
    *,
    client: str,
    project: Path,
    names: tuple[str, ...],
    dry_run: bool,
    status: bool,
    remove: bool,
) -> int:
    r"""Connect an AI client to the base, for one project.

    Run it in the project's folder. It writes the MCP entry and a guide for the agent into the project's own files;
    nothing outside of it, no secret, and never into your home directory. What somebody else wrote under the same name is never touched.

    \b
    okf connect claude --base handbook
    okf connect codex --dry-run
    okf connect cursor --status
    okf connect vscode --remove
    okf connect claude --as user:ana --as group:finance
    """
    if sum((dry_run, status, remove)) > 1 and not (dry_run and remove):
        raise click.UsageError("--status goes alone.")
    folder = existing_folder(project).resolve()
    if not (status or remove):
        _must_be_project(folder)
    knowledge = Knowledge(call.base)
    targets = CLIENTS[client](_server(knowledge, folder, names))
    with alone(folder):
        changes = plan(folder, targets, remove=remove)
        if not status:
            refuse_foreign(changes)
            if not dry_run:
                apply(folder, changes)
    if call.as_json:
        show_json(_json(changes, client, folder, done=not (dry_run or status)))
    else:
        show(_lines(changes, remove=remove, told=status, dry=dry_run))
        tell(*_next(client, changes, quiet=status or remove or dry_run))
        tell(*(() if remove or names else reads_everything(knowledge.config.serve)))
    connected = all(change.state is State.CONNECTED for change in changes)
    return Exit.OK if connected or not status else Exit.FINDINGS


def _must_be_project(folder: Path) -> None:
    kinds = {
        Path.home().resolve(): "your home directory",
        Path(folder.anchor): "the root directory",
    }
    if kind := kinds.get(folder):
        hint = "Run it in the folder that you open in the client, or name that with --project DIR."
        raise UsageError(f"{folder} is {kind}, not a project.", hint=hint)


def _server(knowledge: Knowledge, project: Path, names: tuple[str, ...]) -> Server:
    base = knowledge.directory.resolve()
    inside = base.relative_to(project).as_posix() if base.is_relative_to(project) else None
    return Server(
        name=f"okf-{knowledge.config.name}",
        command=program_path(),
        shared=program(),
        base=str(base),
        names=names,
        inside=inside,
    )


def _lines(changes: Sequence[Change], *, remove: bool, told: bool, dry: bool) -> Iterator[str]:
    for change in changes:
        if told:
            yield f"{change.state.value:10}{change.path}"
        elif not change.changes:
            yield f"unchanged {change.path}"
        else:
            word = "removed" if remove else "written"
            yield f"{'would be ' if dry else ''}{word} {change.path}"
            if dry and change.after:
                yield from (f"  | {line}" for line in change.after.splitlines())


def _next(client: str, changes: Sequence[Change], *, quiet: bool) -> Iterator[str]:
    if not quiet and any(change.changes for change in changes):
        yield f"next: restart {client} in this project; it asks once whether to trust the server."


def _json(
    changes: Sequence[Change], client: str, project: Path, *, done: bool
) -> dict[str, object]:
    return {
        "client": client,
        "project": str(project),
        "written": done,
        "files": [
            {"path": change.path, "state": change.state.value, "changes": change.changes}
            for change in changes
        ],
    }
