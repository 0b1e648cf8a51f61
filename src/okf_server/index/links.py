"""Which concepts refer to which."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from okf_server.index.records import IndexEntry
from okf_server.model.answer import Relation
from okf_server.okf.links import links, target, wiki_names
from okf_server.okf.trust import text_of

Edge = tuple[int, int, Relation]

_SCHEME = "okf://concept/"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """The ordinals of concepts by every exact name that a reference can use."""

    ids: Mapping[str, int]
    paths: Mapping[str, int]
    stable: Mapping[str, int]
    wiki: Mapping[str, str]


def edges(entries: Sequence[IndexEntry]) -> list[Edge]:
    """All references between these concepts, ascending, each once; `entries` stand in the order of ordinals.

    A link is followed by the paths of the originals first, since it was written there, then by concept ids.
    """
    names = _Names(
        ids={entry.concept.id: number for number, entry in enumerate(entries)},
        paths={
            name: number
            for number, entry in enumerate(entries)
            for name in (entry.path, _page(entry.path))
        },
        stable={
            stable: number
            for number, entry in enumerate(entries)
            if (stable := text_of(entry.concept.meta, "okf_id"))
        },
        wiki=wiki_names(
            {entry.concept.id: text_of(entry.concept.meta, "title") for entry in entries}
        ),
    )
    found = {
        (number, other, relation)
        for number, entry in enumerate(entries)
        for other, relation in _references(entry, names)
        if other != number
    }
    return sorted(found)


def _references(entry: IndexEntry, names: _Names) -> Iterator[tuple[int, Relation]]:
    for link in links(entry.concept.body):
        by_path = target(link, _page(entry.path), names=names.wiki)
        by_id = target(link, entry.concept.id, names=names.wiki)
        for other in (names.paths.get(by_path or ""), names.ids.get(by_id or "")):
            if other is not None:
                yield other, Relation.LINK
                break
    for relation in (Relation.SUPERSEDES, Relation.CONFLICTS_WITH):
        for named in _listed(entry.concept.meta.get(relation.value)):
            other = _named(named, names)
            if other is not None:
                yield other, relation


def _named(reference: str, names: _Names) -> int | None:
    """The concept that a value of frontmatter names: by id, by path or by stable id."""
    if reference.startswith(_SCHEME):
        return names.stable.get(reference.removeprefix(_SCHEME))
    plain = reference.removeprefix("./").strip("/")
    for known in (names.ids, names.paths):
        for name in (plain, _page(plain)):
            if name in known:
                return known[name]
    return names.stable.get(plain)


def _listed(value: object) -> Iterable[str]:
    values = value if isinstance(value, list | tuple) else [value]
    return [each.strip() for each in values if isinstance(each, str) and each.strip()]


def _page(path: str) -> str:
    return path.removesuffix(".md")
