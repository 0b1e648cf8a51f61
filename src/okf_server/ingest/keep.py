"""Copies of originals, for bases that keep them: by content hash, so that each is kept once."""

import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from okf_server.ingest.compose import Made
from okf_server.ingest.keeping import Kept
from okf_server.ingest.reading import Originals
from okf_server.snapshot.disk import writing
from okf_server.snapshot.store import Store

DIRECTORY = "originals"


def keep_originals(state: Path, made: Sequence[Made | Kept], originals: Originals) -> None:
    """Copy the originals of concepts that are not kept yet; raises StorageError.

    An original that has changed since it was read is left out: a citation then says so.
    """
    directory = state / DIRECTORY
    with writing(directory):
        directory.mkdir(exist_ok=True)
        for one in made:
            if one.planned.item.inside is not None:
                continue  # the copy of the item that holds it has it too
            target = directory / digest_of(one.record.revision)
            if not target.exists():
                _copy(one, originals, target)


def forget_originals(state: Path, store: Store) -> None:
    """Remove the copies that no snapshot needs any more."""
    directory = state / DIRECTORY
    if not directory.is_dir():
        return
    manifests = [listed.manifest for listed in store.list()]
    if None in manifests:
        return  # what it needs is not known
    needed = {
        digest_of(record.revision)
        for manifest in manifests
        if manifest
        for record in manifest.items
        if record.concept
    }
    _remove(entry.path for entry in os.scandir(directory) if entry.name not in needed)


def kept_original(state: Path, revision: str) -> Path | None:
    """The copy of an original at a revision, None where there is none."""
    copy = state / DIRECTORY / digest_of(revision)
    return copy if copy.is_file() else None


def digest_of(revision: str) -> str:
    """The name of a copy."""
    return revision.partition(":")[2]


def _copy(made: Made | Kept, originals: Originals, target: Path) -> None:
    file = originals.unchanged_file(made.planned)
    if file is None:
        return
    temporary = target.with_name(f".{target.name}")
    shutil.copyfile(file, temporary)
    os.replace(temporary, target)


def _remove(paths: Iterable[str]) -> None:
    for path in list(paths):
        Path(path).unlink(missing_ok=True)
