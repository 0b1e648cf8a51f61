"""Folders that people name."""

from pathlib import Path

from okf_server.errors import NotFoundError, UsageError


def existing_folder(path: Path) -> Path:
    """The folder; raises NotFoundError where there is nothing, UsageError for a file."""
    if not path.exists():
        raise NotFoundError(f"There is no folder {path}.", hint="Check the path.")
    if not path.is_dir():
        raise UsageError(f"{path} is a file.", hint=f"Give the folder that it is in: {path.parent}")
    return path
