"""A base on disk: its directory and what its okf.yaml says."""

from dataclasses import dataclass
from pathlib import Path

from okf_server.catalog.config import FILE_NAME, read_config
from okf_server.model.config import BaseConfig

STATE = ".okf"
"""Snapshots, caches and the lock of a base."""

REVIEWS = "reviews.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """A base, found and read; `directory` is absolute."""

    directory: Path
    config: BaseConfig

    @property
    def state(self) -> Path:
        """Where its snapshots and caches are."""
        return self.directory / STATE

    @property
    def own_files(self) -> tuple[Path, ...]:
        """What is never an item, even where the base lies inside one of its sources."""
        names = (FILE_NAME, STATE, REVIEWS, self.config.notes.dir)
        return tuple(self.directory / name for name in names)


def open_base(directory: Path) -> Base:
    """The base of a directory; raises ConfigError, or NotFoundError where it is none."""
    absolute = directory.resolve()
    return Base(directory=absolute, config=read_config(absolute / FILE_NAME))
