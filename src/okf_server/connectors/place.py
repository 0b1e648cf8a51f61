"""Where a source lies on disk, and which of its files belong to the base."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from okf_server.errors import SourceError
from okf_server.model.item import outermost

_OWN = ("okf.yaml", ".okf", ".okf-notes", "reviews.yaml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A folder as a source: its real path, its number, and the mount before the paths of its items."""

    root: str
    source: int
    mount: str
    own: frozenset[str]  # real paths that are never items

    def path(self, relative: str) -> str:
        """A path as users know it."""
        return f"{self.mount}/{relative}" if self.mount else relative

    def file(self, path: str) -> Path:
        """The file of an item under its own name; raises SourceError where that leads out of the source."""
        file = self._joined(path)
        if not self.holds(os.path.realpath(file)):
            raise SourceError(
                f"{path} is not inside its source {self.root}.",
                hint="Build again, so that links and moved files are seen.",
            )
        return Path(file)

    def holds(self, real: str) -> bool:
        """Whether a real path lies inside the source."""
        return real.startswith(f"{self.root.rstrip('/')}/")

    def uri(self, path: str) -> str:
        """The file URI of an item; that of a member is the file's, `!` and its number."""
        file, members = outermost(path)
        return "!".join([Path(self._joined(file)).as_uri(), *map(str, members)])

    def _joined(self, path: str) -> str:
        return (
            f"{self.root.rstrip('/')}/{path.removeprefix(f'{self.mount}/' if self.mount else '')}"
        )


def place(root: Path, source: int, mount: str, exclude: Sequence[Path]) -> Place:
    """The place of a source.

    What is excluded is never an item. Of an excluded directory that holds the source itself, such as the
    base of a source kept in it, only the base's own files are.
    """
    real = os.path.realpath(root)
    own: set[str] = set()
    for path in map(os.path.realpath, exclude):
        holds_source = f"{real}/".startswith(f"{path.rstrip('/')}/")
        own |= {f"{path}/{name}" for name in _OWN} if holds_source else {path}
    return Place(root=real, source=source, mount=mount.strip("/"), own=frozenset(own))
