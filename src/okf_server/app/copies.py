"""Copy documents, never over another document unless asked to."""

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from filecmp import cmp
from pathlib import Path, PurePosixPath

from okf_server.errors import NotFoundError, UsageError

_HALF = ".okf-add-"


def targets_in(folder: Path, files: Sequence[Path], *, replace: bool) -> Mapping[Path, Path]:
    """Where each file goes, with the file; those that are there already are left out.

    Raises NotFoundError or UsageError.
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
    return wanted


def below(folder: Path, relative: str) -> Path:
    """A folder below another one; raises UsageError for a way out of it."""
    path = PurePosixPath(relative)
    if path.is_absolute() or ".." in path.parts:
        raise UsageError(
            f"{relative!r} leaves the folder {folder}.", hint="Name a folder below it."
        )
    return folder / path


def copy(file: Path, target: Path) -> None:
    """Copy a file with its times, in one step: nobody ever meets half a document under its name."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=_HALF, dir=target.parent)
    os.close(handle)
    try:
        shutil.copy2(file, name)
        os.replace(name, target)
    finally:
        Path(name).unlink(missing_ok=True)


def remove_halves(folder: Path) -> None:
    """Remove what copying left behind that was killed."""
    for half in folder.glob(f"{_HALF}*"):
        half.unlink(missing_ok=True)


def _checked(file: Path) -> Path:
    if file.is_dir():
        raise UsageError(f"{file} is a folder.", hint="A folder is read with: okf build FOLDER")
    if not file.is_file():
        raise NotFoundError(f"There is no file {file}.", hint="Check the path.")
    return file


def _same(file: Path, target: Path) -> bool:
    return target.is_file() and cmp(file, target, shallow=False)
