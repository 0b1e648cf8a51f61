"""Paths inside a bundle's root."""

from pathlib import Path

from okf_server.okf.ids import RESERVED


def concept_path(concept: str) -> str | None:
    """The path of a concept's file inside its bundle; None for an id that no concept can have.

    Such are ids with empty, `.` or `..` parts, with control characters or backslashes, and reserved names.
    """
    parts = concept.split("/")
    odd = any(part in {"", ".", ".."} for part in parts)
    if odd or parts[-1] in RESERVED or "\\" in concept or any(each < " " for each in concept):
        return None
    return f"{concept}.md"


def is_inside(root: Path, path: Path) -> bool:
    """Whether `path` with its links followed lies below `root`; a path that cannot be followed does not."""
    try:
        return path.resolve(strict=True).is_relative_to(root.resolve(strict=True))
    except (OSError, RuntimeError, ValueError):
        return False
