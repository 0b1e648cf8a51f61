"""Decide of every entry of the sources what becomes of it, before any is opened."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from okf_server.bundle.confine import concept_path
from okf_server.extract.registry import Reader, Readers
from okf_server.model.config import SourceConfig, SourceKind
from okf_server.model.item import Item, ItemRecord, Listing, Passed, State
from okf_server.okf.ids import concept_ids

_LONGEST_ID = 1_500
_ARCHIVES = frozenset(
    [".zip", ".tar", ".gz", ".tgz", ".bz2", ".tbz2", ".xz", ".txz", ".zst", ".7z", ".rar"]
)
_MARKDOWN = ".md"
_MOUNT_EACH = "Give these sources a mount each in okf.yaml, or rename one of the files."
_FILES = (".md", ".json")  # what a snapshot writes for a concept, in a folder for each kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """An item that is to be read, as what kind and by which reader, and the id that its concept will have.

    `foreign` items are concepts of somebody's bundle and keep their ids.
    """

    item: Item
    concept: str
    kind: str
    reader: Reader
    foreign: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Every entry of the sources, either planned or settled, in the order of the paths."""

    planned: tuple[Planned, ...]
    settled: tuple[ItemRecord, ...]


def _unknown(_item: Item) -> str:
    return ""


def plan(
    listings: Sequence[Listing],
    sources: Sequence[SourceConfig],
    known: Readers,
    *,
    sniffed: Callable[[Item], str] = _unknown,
) -> Plan:
    """Plan the items of all sources; `sniffed` tells the kind of one whose name tells none that is read.

    Concept ids depend on the paths of the items, and of those that must be sniffed on what can be read.
    """
    unique, settled = _one_a_path(listings)
    kinds = {item.path: suffix_of(item.path) for item in unique}
    named = {path for path, kind in kinds.items() if known.of_suffix(kind)}
    kinds |= {item.path: sniffed(item) for item in unique if item.path not in named and item.size}
    readers = {path: known.of_suffix(kind) for path, kind in kinds.items()}
    foreign = {item.path for item in unique if sources[item.source].kind is SourceKind.BUNDLE}
    ids = _ids(named, foreign, others=readers.keys() - named)
    blocked = set(_blocked({path: ids[path] for path, found in readers.items() if found}))
    planned: list[Planned] = []
    for item in unique:
        found = readers[item.path]
        problem = _problem(item, found, ids, blocked)
        if problem:
            settled.append(problem)
        elif found:
            planned.append(
                Planned(
                    item=item,
                    concept=ids[item.path],
                    kind=kinds[item.path],
                    reader=found,
                    foreign=item.path in foreign,
                )
            )
    settled.sort(key=lambda record: record.path)
    return Plan(planned=tuple(planned), settled=tuple(settled))


def _one_a_path(listings: Sequence[Listing]) -> tuple[list[Item], list[ItemRecord]]:
    """The items whose path no other entry has, in the order of the paths, and records of the rest.

    Of what several sources call the same, nobody could say which is meant.
    """
    items = sorted((item for one in listings for item in one.items), key=lambda item: item.path)
    passed = [(entry, number) for number, one in enumerate(listings) for entry in one.passed]
    counted = Counter([item.path for item in items] + [entry.path for entry, _ in passed])
    settled = [
        replace(_passed(entry, number), path=_told_apart(entry.path, number, counted))
        for entry, number in passed
    ]
    owners = _owners(items, passed)
    settled += [
        replace(
            failed(item, f"{owners[item.path]} have this path", _MOUNT_EACH),
            path=_told_apart(item.path, item.source, counted),
        )
        for item in items
        if counted[item.path] > 1
    ]
    return [item for item in items if counted[item.path] == 1], settled


def _owners(items: Iterable[Item], passed: Iterable[tuple[Passed, int]]) -> dict[str, str]:
    """Which sources have each path, in words."""
    numbers: dict[str, list[int]] = defaultdict(list)
    for item in items:
        numbers[item.path].append(item.source)
    for entry, number in passed:
        numbers[entry.path].append(number)
    return {path: " and ".join(f"sources[{n}]" for n in sorted(of)) for path, of in numbers.items()}


def _told_apart(path: str, source: int, counted: Counter[str]) -> str:
    return path if counted[path] == 1 else f"{path} (sources[{source}])"


def _problem(
    item: Item, found: Reader | None, ids: Mapping[str, str], blocked: set[str]
) -> ItemRecord | None:
    """Why an item is not read, as far as its name and size tell."""
    if found is None:
        return skipped(item, unsupported(suffix_of(item.path)))
    if item.size == 0:
        return failed(item, "empty file", "Fill it, or leave it out of the source.")
    if item.path in blocked:
        hint = "Rename the folder: its name is that of a file that the snapshot needs."
        return failed(item, "a folder above it is named like another document's file", hint)
    return unfit_name(item, ids[item.path])


_ARCHIVED = "archive: save it from the file that it is in, and unpack it"


def unsupported(kind: str, *, inside: bool = False) -> str:
    """Why a file of this kind is not read, `inside` another file or not; `kind` is its suffix, empty where it has none."""
    if not kind:
        return "unknown kind: no suffix, and nothing that is read by its content"
    if kind in _ARCHIVES:
        return _ARCHIVED if inside else "archive: unpack it"
    return f"unsupported kind: {kind}"


def unfit_name(item: Item, concept: str) -> ItemRecord | None:
    """Why a concept cannot be called so, if it cannot."""
    if len(concept.encode()) > _LONGEST_ID:
        return failed(item, "its path is too long", "Move it higher up, or shorten its folders.")
    if concept_path(concept) is None:
        return failed(item, "its name cannot be that of a concept", "Rename it.")
    return None


def _ids(paths: Collection[str], foreign: set[str], *, others: Iterable[str]) -> dict[str, str]:
    """Foreign concepts keep their ids, for their links; who would have the same id goes aside.

    So do the others, whose names do not tell whether they can be read: what they hold changes no id.
    """
    kept = {path: path.removesuffix(_MARKDOWN) for path in paths if path in foreign}
    taken = set(kept.values())
    made = concept_ids(path for path in paths if path not in foreign)
    ids = kept | {path: _aside(path, concept, taken) for path, concept in made.items()}
    taken = set(ids.values())
    sniffed = concept_ids(others)
    return ids | {path: _aside(path, concept, taken) for path, concept in sniffed.items()}


def _aside(path: str, concept: str, taken: set[str]) -> str:
    return f"{concept}-{sha256(path.encode()).hexdigest()[:6]}" if concept in taken else concept


def _blocked(ids: Mapping[str, str]) -> Iterator[str]:
    """The paths whose concepts would lie in a folder that has to be a file for another concept."""
    files = {f"{concept}{suffix}" for concept in ids.values() for suffix in _FILES}
    for path, concept in ids.items():
        folder = concept.rpartition("/")[0]
        while folder:
            if folder in files:
                yield path
                break
            folder = folder.rpartition("/")[0]


def suffix_of(path: str) -> str:
    """The suffix of a file's name with its dot, in lower case."""
    stem, dot, suffix = path.rpartition("/")[2].rpartition(".")
    return f".{suffix.lower()}" if dot and stem else ""


def _passed(entry: Passed, source: int) -> ItemRecord:
    state = State.FAILED if entry.failed else State.SKIPPED
    return ItemRecord(
        path=entry.path, state=state, reason=entry.reason, hint=entry.hint, source=source
    )


def skipped(item: Item, reason: str) -> ItemRecord:
    """The record of an item that is not meant to be read."""
    return _record(item, State.SKIPPED, reason)


def failed(item: Item, reason: str, hint: str) -> ItemRecord:
    """The record of an item that cannot be read."""
    return _record(item, State.FAILED, reason, hint)


def _record(item: Item, state: State, reason: str, hint: str = "") -> ItemRecord:
    return ItemRecord(
        path=item.path,
        state=state,
        reason=reason,
        hint=hint,
        source=item.source,
        revision=item.revision,
        size=item.size,
        modified=item.modified,
    )
