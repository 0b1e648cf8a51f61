"""okf models."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import click

from okf_server.app import Knowledge
from okf_server.cli.call import Call, common
from okf_server.cli.installed import install_command, packages
from okf_server.cli.output import show, show_json
from okf_server.errors import NotFoundError
from okf_server.model.config import OpenAiEmbedder

_LOCAL = "e5-small"


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A way to search by meaning, as `search.embedder` names it."""

    name: str
    about: str
    available: bool
    used: bool
    hint: str = ""


@click.command()
@common
def command(call: Call) -> None:
    r"""List the models for semantic search.

    `*` marks the one that the base uses; `search.embedder` in its okf.yaml chooses it. No model is ever
    downloaded.

    \b
    okf models
    okf models --base ./handbook --json
    """
    models = list(_models(_used(call.base)))
    if call.as_json:
        show_json({"models": [asdict(model) for model in models]})
    else:
        show(line for model in models for line in _lines(model))


def _used(base: str | None) -> str:
    """The name of the embedder of the base; `e5-small`, the default, where there is no base."""
    try:
        embedder = Knowledge(base).config.search.embedder
    except NotFoundError:
        if base is not None:
            raise
        return _LOCAL
    if isinstance(embedder, OpenAiEmbedder):
        return "endpoint"
    return embedder or "null"


def _models(used: str) -> Iterator[Model]:
    installed = all(package.version for package in packages() if package.extra == "semantic")
    yield Model(
        name=_LOCAL,
        about="multilingual-e5-small, on this machine, about 100 languages",
        available=installed,
        used=used == _LOCAL,
        hint="" if installed else install_command("semantic"),
    )
    yield Model(
        name="endpoint",
        about="any OpenAI-compatible embeddings endpoint: {url: …, model: …}",
        available=True,
        used=used == "endpoint",
    )
    yield Model(
        name="null", about="none: search by keywords alone", available=True, used=used == "null"
    )


def _lines(model: Model) -> Iterator[str]:
    mark = "*" if model.used else " "
    yield f"{mark} {model.name:<9} {model.about}{'' if model.available else '; not installed'}"
    if model.hint:
        yield f"{'':<11} {model.hint}"
