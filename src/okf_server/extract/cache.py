"""Keep what was extracted, by the content of the item and the version of its reader."""

import gzip
import hashlib
import json
import math
import os
import tempfile
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from okf_server.errors import StorageError
from okf_server.extract.codec import outcome_from_json, outcome_to_json
from okf_server.model.document import Extracted, Outcome, Partial

_FORMAT = 1


class ExtractionCache:
    """A directory of outcomes; entries are written whole or not at all, and a damaged one is a miss.

    Several processes may share it. Only what was read is kept: a failure is tried again.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def get(self, revision: str, reader: str) -> Extracted | Partial | None:
        """What the reader of that identity made of the item at that revision."""
        try:
            value = json.loads(gzip.decompress(self._path(revision, reader).read_bytes()))
            if value["key"] != [_FORMAT, revision, reader]:
                return None
            outcome = outcome_from_json(value["outcome"])
        except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, IndexError):
            return None
        return outcome if isinstance(outcome, Extracted | Partial) else None

    def put(self, revision: str, reader: str, outcome: Outcome) -> None:
        """Keep an outcome, if it is one to keep; raises StorageError where it cannot be written."""
        if not isinstance(outcome, Extracted | Partial):
            return
        value = {"key": [_FORMAT, revision, reader], "outcome": outcome_to_json(outcome)}
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        data = gzip.compress(text.encode("utf-8", "surrogatepass"), compresslevel=1, mtime=0)
        try:
            _write(self._path(revision, reader), data)
        except OSError as error:
            raise StorageError(
                f"the extraction cache {self._directory} cannot be written: {error.strerror}",
                hint="Free space on that disk, or make the directory writable.",
            ) from error

    def prune(self, used: Callable[[], Iterable[tuple[str, str]]], *, before: datetime) -> None:
        """Drop what was written before a time, but for what belongs to the used revisions and readers.

        These are asked for only where there is something old. What cannot be removed stays.
        """
        old = [path for path in self._directory.glob("*/*") if _written(path) < before.timestamp()]
        kept = {self._path(revision, reader) for revision, reader in used()} if old else set()
        for path in old:
            if path not in kept:
                with suppress(OSError):
                    path.unlink()

    def _path(self, revision: str, reader: str) -> Path:
        key = f"{_FORMAT}\0{revision}\0{reader}".encode("utf-8", "surrogatepass")
        name = hashlib.sha256(key).hexdigest()
        return self._directory / name[:2] / f"{name[2:]}.json.gz"


def _written(path: Path) -> float:
    """When a file was written; never where it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return math.inf


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
