"""Bundles as trees of files: where a bundle's root is, and which Markdown files belong to it."""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from pathspec import GitIgnoreSpec

from okf_server.bundle.confine import is_inside
from okf_server.errors import SourceError
from okf_server.okf.frontmatter import parse

IGNORE_FILE = ".okfignore"

_PLACES = (".okf", "okf", "bundle", "knowledge", "wiki")
_MOST_LOOKED_AT = 50
_HEAD = 65_536


def discover(root: Path) -> Path:
    """The root of the bundle at `root`: itself, or the first of .okf, okf, bundle, knowledge, wiki below.

    A folder with an index.md, or with a file whose frontmatter has a type, is a bundle itself, whatever its
    folders are called. Where nothing tells, it is `root`.
    """
    if _is_bundle(root):
        return root
    places = (root / name for name in _PLACES)
    return next((place for place in places if _holds_bundle(root, place)), root)


def _holds_bundle(root: Path, place: Path) -> bool:
    # a base of this product keeps its snapshots below .okf
    if not place.is_dir() or not is_inside(root, place) or (place / "snapshots").is_dir():
        return False
    return next(markdown_files(place), None) is not None


def _is_bundle(root: Path) -> bool:
    if (root / "index.md").is_file():
        return True
    found = (path for path in sorted(root.glob("*.md")) if path.is_file() and is_inside(root, path))
    return any("type" in parse(_head(path)).meta for path in islice(found, _MOST_LOOKED_AT))


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""


def markdown_files(root: Path) -> Iterator[tuple[str, Path]]:
    """The bundle's Markdown files, each with its path inside the root, in the order of these paths.

    Hidden files and what `.okfignore` names are left out, and links that lead out of the root; folders that
    are links are not entered. Raises SourceError where a folder cannot be listed.
    """
    ignored = _ignored(root)
    found: list[tuple[str, Path]] = []
    for folder, folders, files in os.walk(root, onerror=_cannot_list):
        inside = Path(folder).relative_to(root).as_posix()
        prefix = "" if inside == "." else f"{inside}/"
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".") and not ignored.match_file(f"{prefix}{name}/")
        ]
        for name in files:
            path = Path(folder, name)
            if name.endswith(".md") and not name.startswith(".") and _is_ours(root, path):
                found.append((f"{prefix}{name}", path))
    yield from sorted(
        (_shown(path), place) for path, place in found if not ignored.match_file(path)
    )


def _is_ours(root: Path, path: Path) -> bool:
    """Whether a file is one, and no link that leads out of the root."""
    if path.is_symlink():
        return path.is_file() and is_inside(root, path)
    return path.is_file()


def _ignored(root: Path) -> GitIgnoreSpec:
    try:
        lines = (root / IGNORE_FILE).read_text("utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    return GitIgnoreSpec.from_lines(lines)


def _shown(path: str) -> str:
    """A path whose bytes are no UTF-8 is shown with replacement characters."""
    return path.encode(errors="surrogateescape").decode(errors="replace")


def _cannot_list(error: OSError) -> None:
    raise SourceError(
        f"The folder {error.filename} cannot be listed: {error.strerror}.",
        hint="Check that it exists and that you may read it.",
    ) from error
