"""Tell a bundle from a folder of documents."""

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from okf_server.model.config import SourceKind
from okf_server.okf.frontmatter import parse
from okf_server.okf.trust import text_of

_DECLARED = re.compile(rb"(?:\xef\xbb\xbf)?---\s*\n(?:.*\n)*?okf_version\s*:")
_HEAD = 65_536
_MOST_LOOKED_AT = 200
_NO_CONCEPTS = ("index.md", "log.md", "README.md", "AGENTS.md", "LICENSE")
_ASSETS = (".css", ".gif", ".jpeg", ".jpg", ".js", ".png", ".svg", ".webp", ".yaml", ".yml")


def kind_of_source(source: Path) -> SourceKind:
    """A bundle is a folder whose index.md declares the format, or whose documents are concepts one and all.

    The latter is told by the first files: Markdown with a `type` in its frontmatter, and pictures and the
    like beside it.
    """
    if _DECLARED.match(_head(source / "index.md")):
        return SourceKind.BUNDLE
    looked_at = [path for path in islice(_files(source), _MOST_LOOKED_AT) if not _is_asset(path)]
    if looked_at and all(map(_is_concept, looked_at)):
        return SourceKind.BUNDLE
    return SourceKind.FOLDER


def _files(source: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(source):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(folder, name) for name in sorted(files) if not name.startswith("."))


def _is_asset(path: Path) -> bool:
    return path.name in _NO_CONCEPTS or path.suffix.lower() in _ASSETS


def _is_concept(path: Path) -> bool:
    return path.suffix == ".md" and bool(text_of(parse(_head(path)).meta, "type"))


def _head(path: Path) -> bytes:
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""
