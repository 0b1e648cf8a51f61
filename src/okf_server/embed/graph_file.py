"""Keep the graph that is built from the weights, so that it is built once."""

import os
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

_DIGEST = sha256().digest_size


def kept_graph(path: Path, build: Callable[[], bytes]) -> bytes:
    """The graph that is kept in a file, or that is built and kept there now.

    The file ends with the digest of the graph: a damaged one is built anew. Where it cannot be written the
    graph is used all the same. Several processes may do this at once.
    """
    kept = _read(path)
    if kept is not None:
        return kept
    graph = build()
    try:
        _write(path, graph)
    except OSError:
        return graph  # a full or read-only disk costs the next start half a second
    return graph


def is_kept(path: Path) -> bool:
    """Whether there is such a file; its content is not looked at."""
    return path.is_file()


def _read(path: Path) -> bytes | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    graph, digest = data[:-_DIGEST], data[-_DIGEST:]
    return graph if sha256(graph).digest() == digest else None


def _write(path: Path, graph: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(graph + sha256(graph).digest())
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)  # not a secret; a server may run as somebody else
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
