"""A folder as a source."""

from collections.abc import Sequence
from pathlib import Path

from okf_server.connectors.listing import list_place
from okf_server.connectors.place import place
from okf_server.connectors.walk import RULES
from okf_server.model.item import Item, Listing
from okf_server.model.progress import Progress, silent


class FolderConnector:
    """Reads the files below a folder. Nothing outside of it is read, and nothing in it is written.

    Hidden files and what .okfignore and .gitignore leave out are passed over; links are followed to files
    inside the folder. `exclude` are directories of bases, whose own files are never items.
    """

    def __init__(self, root: Path, source: int, mount: str, *, exclude: Sequence[Path]) -> None:
        self._place = place(root, source, mount, exclude)

    def list(self, *, progress: Progress = silent) -> Listing:
        """All files with their hashes; raises SourceError where the folder cannot be listed."""
        return list_place(self._place, unfit=_unfit, progress=progress)

    def fetch(self, item: Item) -> Path:
        """The file itself; raises SourceError where its path leads out of the folder."""
        return self._place.file(item.path)

    def uri(self, path: str) -> str:
        """The file URI of an item."""
        return self._place.uri(path)


def _unfit(path: str) -> str:
    if path.rpartition("/")[2] == RULES:
        return "only the _okf.yaml at the root of a source is read"
    return ""
