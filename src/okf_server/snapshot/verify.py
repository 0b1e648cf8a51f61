"""Check a snapshot against its manifest, byte for byte."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from okf_server.model.item import ItemRecord, State
from okf_server.model.manifest import Manifest
from okf_server.snapshot.disk import digests
from okf_server.snapshot.manifest import FILE_NAME
from okf_server.snapshot.store import Snapshot

_WITH_CONCEPT = (State.INDEXED, State.PARTIAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """How many files were read, and all that is wrong with them."""

    files: int
    problems: tuple[str, ...]


def verify(snapshot: Snapshot) -> Verification:
    """Read every file of a snapshot again; raises OSError where its directory cannot be read."""
    found = digests(snapshot.path)
    found.pop(FILE_NAME, None)
    expected = snapshot.manifest.files
    problems = [f"{path}: missing" for path in expected if path not in found]
    problems += [f"{path}: not in the manifest" for path in found if path not in expected]
    problems += [
        f"{path}: changed"
        for path, digest in expected.items()
        if path in found and found[path] != digest
    ]
    return Verification(files=len(found), problems=(*sorted(problems), *_totals(snapshot.manifest)))


def _totals(manifest: Manifest) -> Iterator[str]:
    """What does not add up between the items and the files of a manifest."""
    for path, number in _repeated(record.path for record in manifest.items):
        yield f"{path}: {number} items of one path"
    for concept, number in _repeated(record.concept for record in manifest.items):
        yield f"{concept}: the concept of {number} items"
    for record in manifest.items:
        yield from _record(record, manifest)


def _repeated(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    counted = Counter(name for name in names if name)
    return ((name, number) for name, number in counted.items() if number > 1)


def _record(record: ItemRecord, manifest: Manifest) -> Iterator[str]:
    if (record.state in _WITH_CONCEPT) != bool(record.concept):
        yield f"{record.path}: {record.state}, and {record.concept or 'no concept'}"
    if not 0 <= record.access_class < max(1, len(manifest.access)):
        yield f"{record.path}: access class {record.access_class} is unknown"
    if record.concept:
        file = f"bundle/{record.concept}.md"
        if file not in manifest.files:
            yield f"{file}: missing in the manifest"
