"""okf models."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace

import click

from okf_server.app import Knowledge
from okf_server.app.models import LOCAL, local_engine, looked_at, name_of
from okf_server.cli.call import Call, common
from okf_server.cli.output import show, show_json, tell
from okf_server.cli.recognition import Recogniser, recognisers
from okf_server.errors import ConfigError, ModelError, NotFoundError, OkfError, UsageError
from okf_server.model.config import BaseConfig, EmbedderConfig
from okf_server.model.install import install_command
from okf_server.settings import Settings, read_settings


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
    r"""List the models for semantic search, and what reads scans and recordings.

    `*` marks what the base uses; `search.embedder`, `documents.ocr` and `documents.audio_model` in its
    okf.yaml choose it. The local embedding model says what it runs on, and why not on something faster. No
    model is ever downloaded.

    \b
    okf models
    okf models --base ./handbook --json
    """
    config = _config(call.base)
    models = list(_models(config.search.embedder))
    others = list(recognisers(config.documents))
    if call.as_json:
        show_json({"models": [*map(asdict, models)], "recognition": [*map(asdict, others)]})
    else:
        show(line for model in models for line in _lines(model))
        show(line for each in others for line in _recogniser_lines(each))


def _config(base: str | None) -> BaseConfig:
    """The configuration of the base; the defaults where there is none, or several could be meant."""
    try:
        return Knowledge(base).config
    except (NotFoundError, UsageError) as error:
        if base is not None:
            raise
        if isinstance(error, UsageError):
            tell(
                f"{error.message} {error.hint}",
                "Marked is what a base uses that says nothing else.",
            )
        return BaseConfig(name="none")


def _models(configured: EmbedderConfig) -> Iterator[Model]:
    settings, used = read_settings(), name_of(configured)
    problem = _problem(configured, settings)
    engine = local_engine(settings.cache)
    runs_on = f"; on {engine.name}" if engine.name else ""
    slower = f", slower: {engine.reason}" if engine.name and engine.reason else ""
    yield _with(
        problem if used == LOCAL else None,
        Model(
            name=LOCAL,
            about=f"multilingual-e5-small, on this machine, about 100 languages{runs_on}{slower}",
            available=engine.name is not None,
            used=used == LOCAL,
            hint=install_command("semantic") if engine.reason else "",
        ),
    )
    for name, about in _ABOUT.items():
        model = Model(name=name, about=about, available=True, used=used == name)
        yield _with(problem if used == name else None, model)


def _problem(configured: EmbedderConfig, settings: Settings) -> OkfError | None:
    """What keeps the configured model from being used; it is opened as far as it is on this machine."""
    try:
        looked_at(configured, settings)
    except (ModelError, ConfigError) as error:
        return error
    return None


def _with(problem: OkfError | None, model: Model) -> Model:
    if problem is None or not model.available:
        return model
    about = f"{model.about}; cannot be used: {problem.message}"
    return replace(model, about=about, available=False, hint=problem.hint)


def _lines(model: Model) -> Iterator[str]:
    mark = "*" if model.used else " "
    yield f"{mark} {model.name:<9} {model.about}{_unavailable(model)}"
    if model.hint:
        yield f"{'':<11} {model.hint}"


def _unavailable(model: Model) -> str:
    return "" if model.available or "cannot be used" in model.about else "; not installed"


def _recogniser_lines(each: Recogniser) -> Iterator[str]:
    yield f"{'*' if each.used else ' '} {each.name:<14} {each.detail}"
    if each.hint:
        yield f"{'':<16} {each.hint}"
