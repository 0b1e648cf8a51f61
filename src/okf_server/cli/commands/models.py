"""okf models."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import click

from okf_server.app import Knowledge
from okf_server.app.models import LOCAL, local_engine, name_of
from okf_server.cli.call import Call, common
from okf_server.cli.installed import install_command
from okf_server.cli.output import show, show_json
from okf_server.errors import NotFoundError
from okf_server.settings import read_settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A way to search by meaning, as `search.embedder` names it."""

    name: str
    about: str
    available: bool
    used: bool
    hint: str = ""


_ABOUT = {
    "openai": "any OpenAI-compatible endpoint: {url: …, model: …}",
    "ollama": "a model that Ollama runs: {kind: ollama, model: …}",
    "gemini": "a Gemini model: {kind: gemini, api_key_env: …}",
    "onnx": "an ONNX encoder and its tokenizer of your own: {kind: onnx, path: …}",
    "null": "none: search by keywords alone",
}


@click.command()
@common
def command(call: Call) -> None:
    r"""List the models for semantic search.

    `*` marks the one that the base uses; `search.embedder` in its okf.yaml chooses it. The local one says
    what it runs on, and why not on something faster. No model is ever downloaded.

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
    """The name of the model of the base; that of the default where there is no base."""
    try:
        return name_of(Knowledge(base).config.search.embedder)
    except NotFoundError:
        if base is not None:
            raise
        return LOCAL


def _models(used: str) -> Iterator[Model]:
    engine = local_engine(read_settings().cache)
    runs_on = f"; on {engine.name}" if engine.name else ""
    slower = f", slower: {engine.reason}" if engine.name and engine.reason else ""
    yield Model(
        name=LOCAL,
        about=f"multilingual-e5-small, on this machine, about 100 languages{runs_on}{slower}",
        available=engine.name is not None,
        used=used == LOCAL,
        hint=install_command("semantic") if engine.reason else "",
    )
    for name, about in _ABOUT.items():
        yield Model(name=name, about=about, available=True, used=used == name)


def _lines(model: Model) -> Iterator[str]:
    mark = "*" if model.used else " "
    yield f"{mark} {model.name:<9} {model.about}{'' if model.available else '; not installed'}"
    if model.hint:
        yield f"{'':<11} {model.hint}"
