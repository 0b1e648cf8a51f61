"""Read PDF files with the layout models of docling-rs."""

from pathlib import Path

from okf_server.model.document import Failed, Outcome


def extract(path: Path, models: Path) -> Outcome:
    """The document."""
    return Failed(reason=f"{path} {models}")
