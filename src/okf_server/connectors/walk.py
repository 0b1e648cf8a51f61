"""Walk a folder: its files, and what is passed over and why."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass

from okf_server.connectors.ignore import FILES, Ignored, enter
from okf_server.connectors.mounts import pseudo_devices
from okf_server.connectors.place import Place
from okf_server.errors import SourceError
from okf_server.model.item import Passed

RULES = "_okf.yaml"
_SPECIAL = {
    stat.S_IFIFO: "named pipe",
    stat.S_IFSOCK: "socket",
    stat.S_IFCHR: "device",
    stat.S_IFBLK: "device",
}


_LEAVES = "link leaves the source: copy the file here, or make its folder a source of its own"


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A regular file: its path relative to the source, and its real path."""

    path: str
    real: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Folder:
    """A folder to be read; `path` is relative, with a `/` at its end, empty for the source itself."""

    path: str
    real: str
    ignored: Ignored | None


def walk(place: Place) -> Iterator[File | Passed]:
    """All entries below a source, in no particular order; raises SourceError where it cannot be listed."""
    pseudo = pseudo_devices()
    waiting = [_Folder(path="", real=place.root, ignored=None)]
    while waiting:
        folder = waiting.pop()
        try:
            kind = pseudo.get(os.stat(folder.real).st_dev)  # noqa: PTH116 - a Path for each folder costs more
            if kind:
                yield _of_no_documents(place, folder, kind)
                continue
            found = list(_entries(place, folder))
        except OSError as error:
            yield _unlisted(place, folder, error)
            continue
        for entry in found:
            if isinstance(entry, _Folder):
                waiting.append(entry)
            else:
                yield entry


def printable(name: str) -> str:
    """A file name that is not UTF-8, with its odd bytes written out."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def passed(path: str, reason: str, *, hint: str = "", failed: bool = False) -> Passed:
    """An entry that is no item."""
    return Passed(path=path, reason=reason, hint=hint, failed=failed)


def _unlisted(place: Place, folder: _Folder, error: OSError) -> Passed:
    reason = error.strerror or str(error)
    if not folder.path:
        hint = "Check its path in okf.yaml, and that its disk is mounted and readable."
        message = f"The source {place.root} cannot be listed: {reason}."
        raise SourceError(message, hint=hint) from error
    hint = "Make it readable, or leave it out by a line in .okfignore."
    return passed(folder.path, f"cannot be listed: {reason}", hint=hint, failed=True)


def _of_no_documents(place: Place, folder: _Folder, kind: str) -> Passed:
    reason = f"pseudo file system ({kind}): it holds no documents"
    if not folder.path:
        hint = "Name a folder of documents in okf.yaml."
        raise SourceError(f"The source {place.root} lies in a {reason}.", hint=hint)
    return passed(folder.path, reason)


def _entries(place: Place, folder: _Folder) -> Iterator[_Folder | File | Passed]:
    with os.scandir(folder.real) as scan:
        entries = [entry for entry in scan]  # noqa: C416 - unlike list() it can be interrupted
    files = {entry.name: entry.path for entry in entries if entry.name in FILES and entry.is_file()}
    ignored = enter(folder.ignored, folder.path, files)
    for entry in entries:
        if entry.path not in place.own and entry.name not in FILES:
            judged = _judged(place, folder.path, entry, ignored)
            if judged is not None:
                yield judged


def _judged(
    place: Place, folder: str, entry: os.DirEntry[str], ignored: Ignored | None
) -> _Folder | File | Passed | None:
    path = f"{folder}{entry.name}"
    is_folder = entry.is_dir(follow_symlinks=False)
    refused = _refused(entry.name, f"{path}/" if is_folder else path, ignored)
    if refused or path == RULES:
        return refused
    if is_folder:
        return _Folder(path=f"{path}/", real=entry.path, ignored=ignored)
    if entry.is_symlink():
        return _linked(place, path, entry.path)
    return _opened(path, entry.path, entry.stat(follow_symlinks=False).st_mode)


def _refused(name: str, path: str, ignored: Ignored | None) -> Passed | None:
    try:
        name.encode()
    except UnicodeEncodeError:
        return passed(printable(path), "its name is not UTF-8", hint="Rename it.", failed=True)
    if name.startswith("."):
        return passed(path, "hidden")
    if name.startswith("~$"):
        return passed(path, "temporary file of an open document")
    if ignored and (file := ignored.by(path)):
        return passed(path, f"ignored by {file}")
    return None


def _linked(place: Place, path: str, link: str) -> File | Passed | None:
    try:
        real = os.path.realpath(link, strict=True)
        mode = os.stat(real).st_mode  # noqa: PTH116 - a Path for each file costs more than its stat
    except OSError as error:
        reason = f"link leads nowhere: {error.strerror}"
        return passed(path, reason, hint="Mend or remove the link.", failed=True)
    if not place.holds(real) and real != place.root:
        return passed(path, _LEAVES)
    return None if real in place.own else _opened(path, real, mode)


def _opened(path: str, real: str, mode: int) -> File | Passed:
    if stat.S_ISREG(mode):
        return File(path=path, real=real)
    if stat.S_ISDIR(mode):
        return passed(path, "link to a folder")
    return passed(path, f"special file: {_SPECIAL.get(stat.S_IFMT(mode), 'of an unknown kind')}")
