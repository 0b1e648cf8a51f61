"""What .okfignore and .gitignore files leave out, at every level of a folder."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

FILES = (".okfignore", ".gitignore")
"""Where both speak of a path, the first one decides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored:
    """The patterns that hold in a folder: its own and those of the folders above it."""

    above: "Ignored | None" = None
    folder: str = ""  # relative to the source, with a `/` at its end; empty at its root
    specs: tuple[tuple[str, GitIgnoreSpec], ...] = ()

    def by(self, path: str) -> str | None:
        """The ignore file that leaves a path out; a folder's path ends with `/`. The nearest one decides."""
        level: Ignored | None = self
        while level is not None:
            for name, spec in level.specs:
                include = spec.check_file(path[len(level.folder) :]).include
                if include is not None:
                    return f"{level.folder}{name}" if include else None
            level = level.above
        return None


def enter(above: Ignored | None, folder: str, files: Mapping[str, str]) -> Ignored | None:
    """The patterns that hold in a folder with these ignore files; raises OSError.

    Lines that are no patterns are passed over, as git does.
    """
    specs = [(name, _spec(files[name])) for name in FILES if name in files]
    return Ignored(above=above, folder=folder, specs=tuple(specs)) if specs else above


def _spec(path: str) -> GitIgnoreSpec:
    lines = Path(path).read_text("utf-8-sig", "replace").splitlines()
    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return GitIgnoreSpec.from_lines(line for line in lines if _is_pattern(line))


def _is_pattern(line: str) -> bool:
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
