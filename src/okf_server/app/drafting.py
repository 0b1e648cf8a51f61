"""Draft rules for a folder."""

from pathlib import Path

from okf_server.connectors.folder import FolderConnector
from okf_server.ingest.suggest import suggest_config


def draft_config(folder: Path) -> str:
    """The text of an `_okf.yaml` for a folder, to be reviewed; raises SourceError."""
    listing = FolderConnector(folder, 0, "", exclude=()).list()
    return suggest_config(listing, title=folder.resolve().name)
