"""Read single concepts of a bundle."""

from hashlib import sha256
from pathlib import Path

from okf_server.bundle.confine import concept_path, is_inside
from okf_server.errors import ChangedError, NotFoundError, StorageError
from okf_server.model.concept import Concept
from okf_server.model.wanted import go_on
from okf_server.okf.frontmatter import parse

LONGEST_FILE = 64 * 1024 * 1024


def read_concept(
    root: Path, concept_id: str, *, max_bytes: int = LONGEST_FILE, digest: str | None = None
) -> Concept:
    """The concept with this id; raises NotFoundError for any id that names no file below `root`.

    Raises StorageError where there is a file that cannot be read or is longer than `max_bytes`, and, of one that
    has the `digest` that is given, ChangedError where it has another or is not there any more. Where the whole
    `root` has gone, that is a StorageError.
    """
    go_on()
    name = concept_path(concept_id)
    path = root / (name or "")
    if name is None or not is_inside(root, path) or not path.is_file():
        if digest is not None:
            raise _changed(concept_id) if root.is_dir() else _gone(root)
        raise NotFoundError(
            f"There is no concept {concept_id[:200]!r}.", hint="Search or browse for its id."
        )
    data = read_bytes(path, max_bytes=max_bytes)
    if digest is not None and sha256(data).hexdigest() != digest:
        raise _changed(concept_id)
    parsed = parse(data)
    return Concept(id=concept_id, meta=parsed.meta, body=parsed.body)


def _gone(root: Path) -> StorageError:
    return StorageError(f"{root} is gone.", hint="Make the snapshot anew with okf build.")


def _changed(concept_id: str) -> ChangedError:
    return ChangedError(
        f"{concept_id}: the file was changed after it was published.",
        hint="Make the snapshot anew with okf build, or go back with okf snapshots rollback.",
    )


def read_bytes(path: Path, *, max_bytes: int = LONGEST_FILE) -> bytes:
    """The bytes of a file; raises StorageError where it cannot be read or is too long."""
    try:
        with path.open("rb") as file:
            data = file.read(max_bytes + 1)
    except OSError as error:
        raise StorageError(
            f"{path.name} cannot be read: {error.strerror}.", hint="Check its permissions."
        ) from error
    if len(data) > max_bytes:
        raise StorageError(
            f"{path.name} is longer than {max_bytes} bytes.", hint="Split it into several concepts."
        )
    return data
