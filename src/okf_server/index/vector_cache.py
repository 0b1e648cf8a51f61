"""Keep vectors by the hash of their text and the identity of their model."""

import json
import sqlite3
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from okf_server.errors import StorageError
from okf_server.model.seams import Vector

_VECTORS = """
CREATE TABLE IF NOT EXISTS vectors (
  identity TEXT NOT NULL, hash TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (identity, hash)
)
"""
_USES = """
CREATE TABLE IF NOT EXISTS uses (
  identity TEXT NOT NULL, hash TEXT NOT NULL, day INTEGER NOT NULL, PRIMARY KEY (identity, hash)
) WITHOUT ROWID
"""
_MARKED_EVERY = 7  # days: to note each use would write a lot
_USE = """
INSERT INTO uses (identity, hash, day) SELECT ?1, value, ?2 FROM json_each(?3) WHERE true
ON CONFLICT DO UPDATE SET day = excluded.day WHERE uses.day < excluded.day - ?4
"""
_DROP = """
DELETE FROM vectors WHERE NOT EXISTS (
  SELECT 1 FROM uses WHERE uses.identity = vectors.identity AND uses.hash = vectors.hash AND day >= ?1
)
"""
_DROP_USES = "DELETE FROM uses WHERE day < ?1"

_GET = "SELECT hash, vector FROM vectors WHERE identity = ? AND hash IN (SELECT value FROM json_each(?))"
_PUT = "INSERT OR REPLACE INTO vectors (identity, hash, vector) VALUES (?, ?, ?)"
_PATIENCE_S = 60.0
_TOGETHER = 1_000  # hashes that are looked up at once

Result = TypeVar("Result")


def text_hash(text: str) -> str:
    """What a text is kept by."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class VectorCache:
    """Vectors in an SQLite file that several processes may use at once.

    Losing it costs time and nothing else: a damaged file is thrown away and begun anew. A full or
    read-only disk raises StorageError.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, identity: str, hashes: Iterable[str]) -> dict[str, Vector]:
        """The vectors that are there, by their hashes."""
        wanted = sorted(set(hashes))  # so they lie together
        return self._run(lambda connection: dict(_found(connection, identity, wanted)))

    def put(self, identity: str, vectors: Mapping[str, Vector]) -> None:
        """Keep vectors by their hashes; all of them or, when killed, none."""
        rows = [(identity, key, _packed(vector)) for key, vector in vectors.items()]
        self._run(lambda connection: connection.executemany(_PUT, rows))

    def retire(self, identity: str, hashes: Iterable[str], *, today: int, before: int) -> None:
        """Note that these vectors are used today, and drop those that were not used since a day before.

        Days are counted as dates count them. A use is noted every seventh day only.
        """
        wanted = json.dumps(sorted(set(hashes)))
        self._run(
            lambda connection: connection.execute(_USE, (identity, today, wanted, _MARKED_EVERY))
        )
        oldest = before - _MARKED_EVERY
        dropped = self._run(lambda connection: connection.execute(_DROP, (oldest,)).rowcount)
        self._run(lambda connection: connection.execute(_DROP_USES, (oldest,)))
        if dropped:
            self._shrink()

    def _shrink(self) -> None:
        """Give the disk back what is free in the file; where another process is at work, the next one does it."""
        with closing(sqlite3.connect(self._path)) as connection, suppress(sqlite3.Error):
            connection.execute("VACUUM")

    def _run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        try:
            return self._once(work)
        except (sqlite3.OperationalError, OSError) as error:
            raise self._failure(error) from error
        except sqlite3.DatabaseError:  # damaged, or something else than a database
            self._path.unlink(missing_ok=True)
            self._path.with_name(self._path.name + "-journal").unlink(missing_ok=True)
        try:
            return self._once(work)
        except (sqlite3.Error, OSError) as error:
            raise self._failure(error) from error

    def _once(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._path, timeout=_PATIENCE_S)) as connection, connection:
            connection.execute(_VECTORS)
            connection.execute(_USES)
            return work(connection)

    def _failure(self, error: sqlite3.Error | OSError) -> StorageError:
        return StorageError(
            f"The cache of vectors {self._path} cannot be used: {error}",
            hint="Make room, or delete the file: it is made again.",
        )


def _found(
    connection: sqlite3.Connection, identity: str, hashes: Sequence[str]
) -> Iterator[tuple[str, Vector]]:
    for first in range(0, len(hashes), _TOGETHER):
        wanted = json.dumps(hashes[first : first + _TOGETHER])
        for key, blob in connection.execute(_GET, (identity, wanted)):
            vector = _unpacked(blob)
            if vector is not None:
                yield key, vector


def _packed(vector: Vector) -> bytes:
    numbers = array("f", vector).tobytes()
    return numbers + zlib.crc32(numbers).to_bytes(4, "little")


def _unpacked(blob: bytes) -> Vector | None:
    """The vector, or None where its checksum tells that it is damaged."""
    numbers, check = memoryview(blob)[:-4], blob[-4:]
    if len(numbers) % 4 or zlib.crc32(numbers).to_bytes(4, "little") != check:
        return None
    return numbers.cast("f")
