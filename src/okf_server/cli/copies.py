"""Copy documents into a folder, never over another document unless asked to."""

import os
import shutil
import tempfile
from collections.abc import Sequence
from filecmp import cmp
from pathlib import Path, PurePosixPath

from okf_server.errors import NotFoundError, UsageError


def copy_into(folder: Path, files: Sequence[Path], *, replace: bool) -> tuple[Path, ...]:
    """Copy files, with their times, all or none; those that were not there already.

    Raises NotFoundError or UsageError before anything is copied.
    """
    targets = {folder / _checked(file).name: file for file in files}
    if len(targets) < len(set(files)):
        raise UsageError("Two of the files have one name.", hint="Add them one after the other.")
    wanted = {target: file for target, file in targets.items() if not _same(file, target)}
    taken = [target.name for target in wanted if os.path.lexists(target)]
    if taken and not replace:
        raise UsageError(
            f"There is another document already: {', '.join(taken)}.",
            hint="Rename yours, choose another folder with --to, or overwrite with --replace.",
        )
    for target, file in wanted.items():
        _copy(file, target)
    return tuple(wanted)


def below(folder: Path, relative: str) -> Path:
    """A folder below another one; raises UsageError for a way out of it."""
    path = PurePosixPath(relative)
    if path.is_absolute() or ".." in path.parts:
        raise UsageError(
            f"{relative!r} leaves the folder {folder}.", hint="Name a folder below it."
        )
    return folder / path


def _checked(file: Path) -> Path:
    if file.is_dir():
        raise UsageError(f"{file} is a folder.", hint="A folder is read with: okf build FOLDER")
    if not file.is_file():
        raise NotFoundError(f"There is no file {file}.")
    return file


def _same(file: Path, target: Path) -> bool:
    return target.is_file() and cmp(file, target, shallow=False)


def _copy(file: Path, target: Path) -> None:
    """Copy beside the target first, so that no build ever meets half a document."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".okf-add-", dir=target.parent)
    os.close(handle)
    try:
        shutil.copy2(file, name)
        os.replace(name, target)
    finally:
        Path(name).unlink(missing_ok=True)
