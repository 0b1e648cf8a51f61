"""Somebody's OKF bundle as a source."""

from collections.abc import Sequence
from pathlib import Path

from okf_server.connectors.listing import list_place
from okf_server.connectors.place import place
from okf_server.model.item import Item, Listing
from okf_server.model.progress import Progress, silent

_RESERVED = ("index.md", "log.md")


class BundleConnector:
    """Reads the concepts of a bundle; `root` is the directory that its links start from.

    Index and log files are passed over, because a build makes them anew; so are files that are no Markdown,
    because they are assets and no concepts.
    """

    def __init__(self, root: Path, source: int, mount: str, *, exclude: Sequence[Path]) -> None:
        self._place = place(root, source, mount, exclude)

    def list(self, *, progress: Progress = silent) -> Listing:
        """All concepts with their hashes; raises SourceError where the bundle cannot be listed."""
        return list_place(self._place, unfit=_unfit, progress=progress)

    def fetch(self, item: Item) -> Path:
        """The file of a concept; raises SourceError where its path leads out of the bundle."""
        return self._place.file(item.path)

    def uri(self, path: str) -> str:
        """The file URI of a concept."""
        return self._place.uri(path)


def _unfit(path: str) -> str:
    if path.rpartition("/")[2] in _RESERVED:
        return "reserved: made anew"
    return "" if path.endswith(".md") else "asset of a bundle"
