"""Which concepts refer to which."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from okf_server.index.parts import Part
from okf_server.model.answer import Relation
from okf_server.okf.links import target, wiki_names

Edge = tuple[int, int, Relation]

_SCHEME = "okf://concept/"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """The ordinals of concepts by every exact name that a reference can use."""

    ids: Mapping[str, int]
    paths: Mapping[str, int]
    stable: Mapping[str, int]
    wiki: Mapping[str, str]


def edges(parts: Sequence[Part]) -> list[Edge]:
    """All references between these concepts, ascending, each once; `parts` stand in the order of ordinals.

    A link is followed by the paths of the originals first, since it was written there, then by concept ids.
    """
    names = _Names(
        ids={part.record.id: number for number, part in enumerate(parts)},
        paths={
            name: number
            for number, part in enumerate(parts)
            for name in (part.record.path, _page(part.record.path))
        },
        stable={
            stable: number for number, part in enumerate(parts) if (stable := part.record.okf_id)
        },
        wiki=wiki_names({part.record.id: part.title for part in parts}),
    )
    found = {
        (number, other, relation)
        for number, part in enumerate(parts)
        for other, relation in _references(part, names)
        if other != number
    }
    return sorted(found)


def _references(part: Part, names: _Names) -> Iterator[tuple[int, Relation]]:
    record = part.record
    for link in part.links:
        by_path = target(link, _page(record.path), names=names.wiki)
        by_id = target(link, record.id, names=names.wiki)
        for other in (names.paths.get(by_path or ""), names.ids.get(by_id or "")):
            if other is not None:
                yield other, Relation.LINK
                break
    for relation, named in (
        *((Relation.SUPERSEDES, name) for name in record.supersedes),
        *((Relation.CONFLICTS_WITH, name) for name in record.conflicts_with),
    ):
        known = _named(named, names)
        if known is not None:
            yield known, relation


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


def _page(path: str) -> str:
    return path.removesuffix(".md")
