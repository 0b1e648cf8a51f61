"""What okf doctor finds, and what it says of the models of a base."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from okf_server.errors import ConfigError, ModelError, OkfError

_OTHERS = 0o001  # whoever may enter a directory reaches what is in it

if TYPE_CHECKING:
    from okf_server.app import Knowledge


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at; `state` is `ok`, `missing` (can be done without) or `broken`."""

    about: str
    state: str
    detail: str
    hint: str = ""


def closed_to_others(knowledge: "Knowledge", *, of: str = "") -> Iterator[Finding]:
    """Whether other accounts of this machine can read what access rules keep from people who sign in."""
    directory = knowledge.directory
    reachable = all(path.stat().st_mode & _OTHERS for path in (directory, directory / ".okf"))
    if knowledge.config.serve.auth and reachable:
        yield Finding(
            about=f"files of {of or knowledge.config.name}",
            state="missing",
            detail="every account of this machine can read them, whatever the access rules say",
            hint=f"Close them to others: chmod o-rwx {directory / '.okf'}",
        )


def models_of(knowledge: "Knowledge", *, of: str = "") -> Iterator[Finding]:
    """Whether the models that a base is configured with open here, and whether its vectors are of them."""
    from okf_server.app.models import looked_at  # noqa: PLC0415 - may be what is broken
    from okf_server.app.reranking import tried  # noqa: PLC0415

    behind = f" of {of}" if of else ""
    search = knowledge.config.search
    try:
        detail = looked_at(search.embedder, knowledge.settings)
    except (ModelError, ConfigError) as error:
        yield _broken(f"search.embedder{behind}", error)
    else:
        yield Finding(about=f"search.embedder{behind}", state="ok", detail=detail)
        yield from _vectors(knowledge, behind)
    if search.reranker is not None:
        try:
            tried(Path(search.reranker))
        except ModelError as error:
            yield _broken(f"search.reranker{behind}", error)
        else:
            detail = f"{search.reranker}: opens and scores"
            yield Finding(about=f"search.reranker{behind}", state="ok", detail=detail)


def _broken(about: str, error: OkfError) -> Finding:
    return Finding(about=about, state="broken", detail=error.message, hint=error.hint)


def _vectors(knowledge: "Knowledge", behind: str) -> Iterator[Finding]:
    """That the published vectors are of another model; of the operator's eyes only, it names addresses."""
    snapshot, model = knowledge.store.current(), knowledge.embedder()
    made_by = snapshot.manifest.embedder if snapshot else None
    if made_by and model and model.identity != made_by:
        yield Finding(
            about=f"vectors{behind}",
            state="missing",
            detail=f"they are of {made_by}, configured is {model.identity}; search goes by keywords",
            hint="Make them anew: okf build",
        )
