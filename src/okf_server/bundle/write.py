"""Write whole bundles."""

import os
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from okf_server.bundle.confine import concept_path
from okf_server.errors import StorageError, UsageError
from okf_server.model.concept import Concept
from okf_server.okf.frontmatter import emit, parse
from okf_server.okf.listing import ListingEntry, render_index
from okf_server.okf.trust import text_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Verbatim:
    """A concept whose file is written byte for byte as it came."""

    id: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A concept whose file somebody else puts where it is told to, and what a listing says of it."""

    id: str
    title: str
    description: str
    put: Callable[[Path], None]


def write_bundle(
    root: Path, concepts: Sequence[Concept | Verbatim | Placed], *, title: str, log: str
) -> None:
    """Write concepts, an index.md in each folder and log.md into `root`, which is new or empty.

    The same concepts give the same bytes, in whatever order they come. Nothing that exists is overwritten
    and no link followed. Raises UsageError for ids that lead out of the root, are reserved or come twice,
    StorageError where the disk refuses.
    """
    ordered = sorted(concepts, key=lambda concept: concept.id)
    names = [_file_name(concept.id) for concept in ordered]
    if len(set(names)) < len(names):
        twice = next(name for name, after in pairwise(names) if name == after)
        raise UsageError(
            f"Two concepts would be written to {twice}.",
            hint="This is a fault of okf-server: report it with the names.",
        )
    folders = _folders(names)
    entries: dict[str, list[ListingEntry]] = defaultdict(list)
    try:
        for folder in sorted(folders):
            Path(root, folder).mkdir(parents=True, exist_ok=True)
        for concept, name in zip(ordered, names, strict=True):
            _put(root / name, concept)
            folder, _, file = name.rpartition("/")
            entries[folder].append(_entry(concept, file))
        for folder in folders:
            text = _index(folder, entries[folder], folders=folders, title=title)
            _write(root / folder / "index.md", text.encode(errors="replace"))
        if log:
            _write(root / "log.md", log.encode(errors="replace"))
    except OSError as error:
        raise StorageError(
            f"The bundle cannot be written to {error.filename or root}: {error.strerror}.",
            hint="Free space on the disk, or check that its folder can be written.",
        ) from error


def _file_name(concept: str) -> str:
    name = concept_path(concept)
    if name is None:
        raise UsageError(
            f"{concept[:200]!r} cannot be the id of a concept.",
            hint="This is a fault of okf-server: report it with the name.",
        )
    return name


def _folders(names: Sequence[str]) -> dict[str, int]:
    """Each folder, the root (empty) among them, with the number of concepts below it."""
    counts = {"": len(names)}
    for name in names:
        folder = name.rpartition("/")[0]
        while folder:
            counts[folder] = counts.get(folder, 0) + 1
            folder = folder.rpartition("/")[0]
    return counts


def _index(
    folder: str, entries: Sequence[ListingEntry], *, folders: Mapping[str, int], title: str
) -> str:
    below = [each for each in sorted(folders) if each and each.rpartition("/")[0] == folder]
    return render_index(
        folder.rpartition("/")[2] or title,
        concepts=entries,
        folders=[
            ListingEntry(
                title=each.rpartition("/")[2],
                target=f"{each.rpartition('/')[2]}/",
                description=f"{folders[each]} concept{'' if folders[each] == 1 else 's'}",
            )
            for each in below
        ],
        is_root=not folder,
    )


def _entry(concept: Concept | Verbatim | Placed, file: str) -> ListingEntry:
    stem = file.removesuffix(".md")
    if isinstance(concept, Placed):
        said = concept.description
        return ListingEntry(title=concept.title or stem, target=file, description=said)
    meta = parse(concept.data).meta if isinstance(concept, Verbatim) else concept.meta
    return ListingEntry(
        title=text_of(meta, "title") or stem,
        target=file,
        description=text_of(meta, "description"),
    )


def _put(path: Path, concept: Concept | Verbatim | Placed) -> None:
    if isinstance(concept, Placed):
        concept.put(path)
    else:
        _write(path, _bytes(concept))


def _bytes(concept: Concept | Verbatim) -> bytes:
    if isinstance(concept, Verbatim):
        return concept.data
    return emit(concept.meta, concept.body).encode(errors="replace")


def _write(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    with open(descriptor, "wb") as file:  # noqa: PTH123 - exclusive creation, at a third of Path's cost
        file.write(data)
