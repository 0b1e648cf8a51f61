"""Connect clients to a project, as `okf connect` does."""

from pathlib import Path

from okf_server.app.connect.change import apply, plan, refuse_foreign
from okf_server.app.connect.clients import CLIENTS
from okf_server.app.connect.targets import Server, State

SERVER = Server(name="okf-hr", command="okf", base="/bases/hr")
OTHER = Server(name="okf-hr", command="okf", base="/other/hr")


def connect(project: Path, client: str, server: Server = SERVER) -> list[State]:
    changes = plan(project, CLIENTS[client](server))
    refuse_foreign(changes)
    apply(project, changes)
    return [change.state for change in changes]


def remove(project: Path, client: str) -> None:
    apply(project, plan(project, CLIENTS[client](SERVER), remove=True))


def files(project: Path) -> dict[str, str]:
    return {
        path.relative_to(project).as_posix(): path.read_text()
        for path in sorted(project.rglob("*"))
        if path.is_file()
    }
