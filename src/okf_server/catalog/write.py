"""Make a base for a folder: choose its place, write its okf.yaml."""

import json
import re
import unicodedata
from hashlib import sha256
from pathlib import Path

from okf_server.catalog.base import Base, open_base
from okf_server.catalog.config import FILE_NAME
from okf_server.catalog.find import directory_of, find_base, is_base, list_bases, nearest_base
from okf_server.catalog.kind import kind_of_source
from okf_server.catalog.whole import write_whole
from okf_server.errors import ConfigError, NotFoundError, StorageError, UsageError

_TEMPLATE = """\
# A base of OKF Server: what it reads and by which rules. All keys: docs/formats.md, okf.yaml.
name: {name}          # how answers and references call this base
title: {title}
sources:
  - {{kind: {kind}, path: {path}}}
# rules:              # types, status, review state, tags of documents; draft some: okf suggest config FOLDER
#   default_type: Reference
#   types: {{policies/: Policy}}
# access:             # who may read what; only matters where serve.auth is on
#   default: deny
#   rules: {{hr/: {{groups: [hr]}}, public/: ["*"]}}
# originals: copy     # keep the originals beside the snapshots; default: read them from their source
"""


def base_for_folder(folder: Path, asked: str | None, *, cwd: Path, home: Path) -> Base:
    """The base that reads a folder; it is made where there is none.

    With `asked`, that base or directory. Else the folder itself, if it is a base; the nearest base upwards
    from `cwd` or any below `home` that has this folder as a source; a new one, `home/<name of the folder>`.
    Raises ConfigError where the nearest base cannot be read. A base that exists and reads
    other folders is never changed: a clash of names is a UsageError, so that two folders of one name cannot
    end up in one base, or a moved folder in two.
    """
    source = (cwd / folder).resolve()
    _check_folder(source)
    if asked is not None:
        return _asked_base(source, asked, cwd=cwd, home=home)
    if is_base(source):
        return open_base(source)
    nearest = nearest_base(cwd)
    if nearest and _reads(base := open_base(nearest), source):
        return base
    for directory in list_bases(home):
        if _is_of(directory, source):
            return open_base(directory)
    directory = home / base_name(source.name)
    if is_base(directory):
        others = ", ".join(entry.path for entry in open_base(directory).config.sources)
        raise UsageError(
            f"The base {directory.name!r} exists already and reads {others or 'nothing'}.",
            hint=f"Make another one with: okf build {folder} --base DIR",
        )
    return create_base(directory, source)


def create_base(directory: Path, source: Path) -> Base:
    """Make a base that reads a source; raises StorageError, or UsageError where there is one already."""
    name = base_name(directory.name)
    text = _TEMPLATE.format(
        name=name if re.search("[a-z]", name) else json.dumps(name),
        title=_quoted(source.name or name),
        kind=kind_of_source(source),
        path=_quoted(_written(source, directory.resolve())),
    )
    taken = UsageError(
        f"{directory} is a base or a file already.", hint="Name another directory with --base."
    )
    if is_base(directory):
        raise taken
    try:
        directory.mkdir(parents=True, exist_ok=True)
        write_whole(directory / FILE_NAME, text)
    except FileExistsError as error:
        raise taken from error
    except OSError as error:
        raise StorageError(
            f"The base {directory} cannot be made: {error.strerror}.",
            hint="Name a directory that you may write to with --base, or set OKF_HOME.",
        ) from error
    return open_base(directory)


def base_name(folder: str) -> str:
    """The name of a base for a folder: small letters, digits and hyphens.

    A name in a script that has none of these is told apart by its hash.
    """
    plain = unicodedata.normalize("NFKD", folder).encode("ascii", "ignore").decode().lower()
    name = re.sub("[^a-z0-9]+", "-", plain).strip("-")
    return name or f"base-{sha256(folder.encode('utf-8', 'surrogateescape')).hexdigest()[:6]}"


def _asked_base(source: Path, asked: str, *, cwd: Path, home: Path) -> Base:
    try:
        base = open_base(find_base(asked, cwd=cwd, home=home))
    except NotFoundError:
        return create_base(directory_of(asked, cwd), source)
    if not _reads(base, source):
        raise UsageError(
            f"The base {base.config.name!r} does not read {source}.",
            hint=f"Add it to sources in {base.directory / FILE_NAME}, or name another base.",
        )
    return base


def _is_of(directory: Path, source: Path) -> bool:
    """Whether one of the user's bases reads a source; one with a broken okf.yaml stops no other."""
    try:
        return _reads(open_base(directory), source)
    except ConfigError:
        return False


def _reads(base: Base, source: Path) -> bool:
    return any(Path(entry.path) == source for entry in base.config.sources)


def _check_folder(source: Path) -> None:
    if not source.exists():
        raise NotFoundError(f"There is no folder {source}.", hint="Check the path.")
    if not source.is_dir():
        hint = "Build its folder, or add the file to a base: okf add FILE"
        raise UsageError(f"{source} is not a folder.", hint=hint)


def _written(source: Path, directory: Path) -> str:
    """Relative where the source lies in the base, so that the two can be moved together."""
    if source == directory or directory in source.parents:
        return f"./{source.relative_to(directory).as_posix()}".removesuffix("/.")
    return str(source)


def _quoted(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise UsageError("The name of the folder is not UTF-8.", hint="Rename it.") from error
    return json.dumps(text, ensure_ascii=False)


def add_folder_source(base: Base, name: str) -> Base:
    """Give a base a folder of its own as its last source, mounted by its name; the rest of okf.yaml stays.

    Raises ConfigError where the list of sources is not written one a line, StorageError.
    """
    file, folder = base.directory / FILE_NAME, base.directory / name
    line = f"- {{kind: folder, path: ./{name}, mount: {name}}}"
    text = file.read_text("utf-8")
    block = re.search(
        r"^sources:[ \t]*\n(?:(?P<indent>[ \t]*)-[^\n]*\n(?:[ \t]+[^\n]*\n)*)+", text, re.MULTILINE
    )
    if block is None:
        raise ConfigError(
            f"The base {base.config.name!r} has no folder of its own to copy into.",
            hint=f"Add one to sources in {file}: {line}",
        )
    new = f"{text[: block.end()]}{block['indent']}{line}\n{text[block.end() :]}"
    try:
        folder.mkdir(exist_ok=True)
        write_whole(file, new)
    except OSError as error:
        raise StorageError(
            f"{file} cannot be written: {error.strerror}.",
            hint="Make the directory writable, or free space on its disk.",
        ) from error
    return open_base(base.directory)
