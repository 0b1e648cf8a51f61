"""Where a base wants to be served, and to whom."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from okf_server.app.models import embedder_for
from okf_server.catalog.base import open_base
from okf_server.catalog.find import find_base, list_bases
from okf_server.errors import ConfigError, ModelError, NotFoundError, UsageError
from okf_server.model.access import OPERATOR, Principal
from okf_server.model.config import ServeConfig
from okf_server.settings import Settings, read_settings


def address_of(asked: str | None) -> ServeConfig:
    """What the base's okf.yaml says of serving.

    Where several bases are meant, what those say that sign people in or name who asks, and otherwise the
    defaults. Raises ConfigError where they do not say the same.
    """
    settings = read_settings()
    try:
        directory = find_base(
            asked or settings.base, cwd=settings.working_directory, home=settings.home
        )
    except NotFoundError:
        if asked is not None:
            raise
        return ServeConfig()
    except UsageError:
        if asked is not None:
            raise
        return _of_all(settings)
    return open_base(directory).config.serve


def faults_of_models(asked: str | None) -> Iterator[ConfigError]:
    """What is wrong with the models that the served bases are configured with: `okf build` refuses it."""
    settings = read_settings()
    for directory in _served(asked, settings):
        config = open_base(directory).config
        try:
            embedder_for(config.search.embedder, settings)
        except ModelError:
            continue  # not installed: answers say that they are by keyword alone
        except ConfigError as error:
            yield ConfigError(f"{config.name}: {error.message}", hint=error.hint)


def _served(asked: str | None, settings: Settings) -> Sequence[Path]:
    """The directories of the bases that are meant."""
    where, home = settings.working_directory, settings.home
    try:
        return (find_base(asked or settings.base, cwd=where, home=home),)
    except NotFoundError:
        return ()
    except UsageError:
        return list_bases(home)


def stdio_principal(asked: str | None, chosen: Sequence[str] = ()) -> Principal:
    """Who asks on standard input and output: who was chosen, else who the configuration names.

    Raises UsageError where others are chosen than the configuration names, and what reading it raises.
    """
    configured = address_of(asked).stdio_principal
    if chosen and configured is not None and not set(chosen) <= set(configured):
        raise UsageError(
            "--as: serve.stdio_principal of the base names others.",
            hint=f"Choose among {', '.join(configured) or 'nobody'}, or leave --as out.",
        )
    names = tuple(chosen) or configured
    if names is None:
        return OPERATOR
    return Principal(id=f"stdio:{','.join(names)}", names=frozenset({"*", *names}))


def _of_all(settings: Settings) -> ServeConfig:
    configs = [open_base(directory).config for directory in list_bases(settings.home)]
    names = Counter(config.name for config in configs)
    if twice := sorted(name for name, times in names.items() if times > 1):
        raise ConfigError(
            f"Several bases are named {twice[0]!r}, and one server serves them all.",
            hint="Give each a `name` of its own in okf.yaml, or serve one: okf serve --base DIRECTORY",
        )
    said = {config.serve for config in configs if config.serve.says_who()}
    if len(said) > 1:
        raise ConfigError(
            "The bases say different things under serve, and one server serves them all.",
            hint="Write the same serve into each okf.yaml, or serve one: okf serve --base NAME",
        )
    return said.pop() if said else ServeConfig()
