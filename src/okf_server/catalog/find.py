"""Find a base: the one asked for, the nearest upwards, or the only one of the user's."""

import os
from pathlib import Path

from okf_server.errors import NotFoundError, UsageError

FILE_NAME = "okf.yaml"
_MAKE = "Make one: okf build FOLDER"


def find_base(asked: str | None, *, cwd: Path, home: Path) -> Path:
    """The directory of a base, by the one order that every command and the server share.

    `asked` is a directory or the name of a base below `home`. Without it: the nearest okf.yaml from `cwd`
    upwards, then the only base below `home`. Raises NotFoundError, or UsageError where several could be meant.
    """
    if asked is not None:
        return _asked(asked, cwd=cwd, home=home)
    if nearest := nearest_base(cwd):
        return nearest
    bases = list_bases(home)
    if not bases:
        raise NotFoundError(
            f"There is no base: no {FILE_NAME} in {cwd} or above, and none below {home}.",
            hint=_MAKE,
        )
    if len(bases) > 1:
        raise UsageError(
            f"There are {len(bases)} bases below {home}: {_names(bases)}.",
            hint="Say which: --base NAME",
        )
    return bases[0]


def nearest_base(start: Path) -> Path | None:
    """The nearest directory from `start` upwards that has an okf.yaml."""
    absolute = start.resolve()
    return next((path for path in (absolute, *absolute.parents) if is_base(path)), None)


def list_bases(home: Path) -> tuple[Path, ...]:
    """The directories of the bases below `home`, by name; one that links lead to once."""
    try:
        found = sorted(path for path in home.iterdir() if is_base(path))
    except OSError:
        return ()
    return tuple({path.resolve(): path for path in reversed(found)}.values())[::-1]


def is_base(directory: Path) -> bool:
    """Whether a directory is a base; one that may not be looked into is none."""
    return os.path.isfile(directory / FILE_NAME)  # noqa: PTH113 - Path.is_file raises for odd names


def _asked(asked: str, *, cwd: Path, home: Path) -> Path:
    directory = directory_of(asked, cwd)
    if is_base(directory):
        return directory
    if _is_name(asked) and is_base(home / asked):
        return (home / asked).resolve()
    if directory.name == FILE_NAME and directory.is_file():
        return directory.parent
    bases = list_bases(home)
    known = f" Bases below {home}: {_names(bases)}." if bases else ""
    what = f"No base {asked!r}"
    if os.path.isdir(directory):  # noqa: PTH112 - Path.is_dir raises for odd names
        what = f"{directory} has no {FILE_NAME}"
    raise NotFoundError(f"{what}.{known}", hint=_MAKE)


def directory_of(asked: str, cwd: Path) -> Path:
    """The absolute directory that somebody names; raises UsageError for what cannot be a path."""
    try:
        return (cwd / os.path.expanduser(asked)).resolve()  # noqa: PTH111 - Path's raises for ~nobody
    except (OSError, ValueError, RuntimeError) as error:
        raise UsageError(
            f"{asked!r} is no path.", hint="Give a directory or the name of a base."
        ) from error


def _is_name(asked: str) -> bool:
    return "/" not in asked and asked not in (".", "..")


def _names(bases: tuple[Path, ...]) -> str:
    return ", ".join(path.name for path in bases)
