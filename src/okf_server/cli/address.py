"""Where a base wants to be served."""

from okf_server.catalog.base import open_base
from okf_server.catalog.find import find_base
from okf_server.errors import NotFoundError, UsageError
from okf_server.model.config import ServeConfig
from okf_server.settings import read_settings


def address_of(asked: str | None) -> ServeConfig:
    """What the base's okf.yaml says of serving; the defaults where no single base is meant."""
    settings = read_settings()
    try:
        directory = find_base(
            asked or settings.base, cwd=settings.working_directory, home=settings.home
        )
    except (NotFoundError, UsageError):
        if asked is not None:
            raise
        return ServeConfig()
    return open_base(directory).config.serve
