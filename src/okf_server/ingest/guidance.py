"""What the owners say of an item: okf.yaml and the `_okf.yaml` of its source, as one."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import groupby
from operator import itemgetter
from typing import TypeVar

from okf_server.access.resolve import AccessRules, Decision, access_of, longest_prefix, narrowed
from okf_server.model.config import BaseConfig, DocumentRules, Rules
from okf_server.model.item import Item

_Said = TypeVar("_Said")
_Entry = tuple[int | None, str, str]
"""The source whose `_okf.yaml` it is of, None for okf.yaml; section, key."""

DEFAULT_TYPE = "Reference"
_NOTHING = DocumentRules()
_SUGGESTED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class _Holding:
    """The rules that hold for the items of one source."""

    types: Mapping[str, str]
    documents: Mapping[str, DocumentRules]
    access: AccessRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """All rules of a base by the paths that users know; keys are in Unicode NFC.

    Where both speak, okf.yaml comes before `_okf.yaml`, and a longer prefix before a shorter one. An `_okf.yaml`
    holds for the items of its own source, whatever paths it names.
    """

    title: str
    sources: tuple[_Holding, ...]
    entries: tuple[_Entry, ...]  # to say which match nothing

    def type_of(self, path: str, *, source: int = 0) -> str:
        """The type that the longest prefix gives to what lies below it."""
        types = self.sources[source].types
        prefix = longest_prefix(nfc(path), types)
        return DEFAULT_TYPE if prefix is None else types[prefix]

    def of(self, path: str, *, source: int = 0) -> DocumentRules:
        """What is said of one document."""
        return self.sources[source].documents.get(nfc(path), _NOTHING)

    def of_item(self, item: Item) -> DocumentRules:
        """What is said of an item: of a member what its item's rules say, where it has none of its own.

        Title, description and who verified it are those of one document and are not passed on.
        """
        own = self.of(item.path, source=item.source)
        if item.inside is None:
            return own
        above = replace(self.of_item(item.inside.item), title=None, description=None, verified=())
        return _over(own, above)

    def type_of_item(self, item: Item) -> str:
        """The type that the folder of an item gives it; members have that of their item."""
        if item.inside is not None:
            return self.type_of_item(item.inside.item)
        return self.type_of(item.path, source=item.source)

    def access_of(self, item: Item) -> Decision:
        """Who may read an item; a member's own list can only narrow that of its item."""
        path, rules = nfc(item.path), self.sources[item.source].access
        if item.inside is None:
            return access_of(path, item.access, rules)
        above = self.access_of(item.inside.item)
        if path not in rules.documents:
            return above
        own = Decision(access=rules.documents[path], rule=f"documents: {path}")
        return narrowed(above, own)

    def unmatched(self, items: Iterable[tuple[int, str]]) -> Iterator[str]:
        """A warning for each entry that matches none of these, each a source and a path."""
        known = [(source, nfc(path)) for source, path in items]
        missed = list(_missed(self.entries, known))
        for number, (source, section, key) in enumerate(missed):
            paths = _paths(known, source) if number < _SUGGESTED else []
            near = get_close_matches(key, paths, n=1, cutoff=0.8)
            suggestion = f"; did you mean {near[0]!r}?" if near else ""
            file = "okf.yaml" if source is None else "_okf.yaml"
            yield f"{file}: {section}: {key!r} matches no item{suggestion}"


def guidance(config: BaseConfig, owners: Sequence[Rules]) -> Guidance:
    """The rules of a base whose sources have these rules of their owners, source by source."""
    mounted = [
        _mounted(rules, source.mount) for rules, source in zip(owners, config.sources, strict=True)
    ]
    titles = [config.title, config.rules.bundle_title, *(rules.bundle_title for rules in mounted)]
    return Guidance(
        title=next((title for title in titles if title), config.name),
        sources=tuple(_holding(config, rules) for rules in mounted),
        entries=tuple(_entries(config, mounted)),
    )


def _holding(config: BaseConfig, owner: Rules) -> _Holding:
    layers = (owner, config.rules)  # the last one decides
    documents: dict[str, DocumentRules] = {}
    for rules in layers:
        for path, said in rules.documents.items():
            documents[nfc(path)] = _over(said, documents.get(nfc(path), _NOTHING))
    return _Holding(
        types=_by_prefix(pair for rules in layers for pair in _types(rules)),
        documents=documents,
        access=AccessRules(
            documents={path: said.access for path, said in documents.items() if said.access},
            owners=_by_prefix(owner.access.items()),
            base=_by_prefix(config.access.rules.items()),
            default=config.access.default,
        ),
    )


def nfc(path: str) -> str:
    """A path in the Unicode form that rules are compared in."""
    return path if path.isascii() else unicodedata.normalize("NFC", path)


def _mounted(rules: Rules, mount: str) -> Rules:
    """Rules with the paths of a source as the base knows them; its default type is that of all below."""
    before = f"{mount}/" if mount else ""
    types = {before + prefix: kind for prefix, kind in rules.types.items()}
    if rules.default_type:
        types.setdefault(before, rules.default_type)
    return Rules(
        bundle_title=rules.bundle_title,
        types=types,
        documents={before + path: said for path, said in rules.documents.items()},
        access={before + prefix: allowed for prefix, allowed in rules.access.items()},
    )


def _types(rules: Rules) -> Iterator[tuple[str, str]]:
    if rules.default_type:
        yield "", rules.default_type
    yield from rules.types.items()


def _by_prefix(pairs: Iterable[tuple[str, _Said]]) -> dict[str, _Said]:
    """What the last one says of each folder; `hr` and `hr/` are one."""
    found = {nfc(prefix).rstrip("/"): (nfc(prefix), said) for prefix, said in pairs}
    return dict(found.values())


def _over(upper: DocumentRules, lower: DocumentRules) -> DocumentRules:
    """What is said of a document in two places; an empty list says nothing."""
    return DocumentRules(
        type=upper.type or lower.type,
        title=upper.title or lower.title,
        description=upper.description or lower.description,
        status=upper.status or lower.status,
        tags=upper.tags or lower.tags,
        stale_after=upper.stale_after or lower.stale_after,
        verified=upper.verified or lower.verified,
        access=lower.access if upper.access is None else upper.access,
        extra={**lower.extra, **upper.extra},
    )


def _entries(config: BaseConfig, mounted: Sequence[Rules]) -> Iterator[_Entry]:
    for source, rules in enumerate(mounted):
        yield from _keys(source, rules)
    yield from _keys(None, config.rules)
    for prefix in config.access.rules:
        yield None, "access", nfc(prefix)


def _keys(source: int | None, rules: Rules) -> Iterator[_Entry]:
    sections = {"types": rules.types, "documents": rules.documents, "access": rules.access}
    for section, keys in sections.items():
        yield from ((source, section, nfc(key)) for key in keys)


def _missed(entries: Iterable[_Entry], known: Sequence[tuple[int, str]]) -> Iterator[_Entry]:
    """The entries that match no item of their source, or of any where they are of the base."""
    for source, group in groupby(entries, key=itemgetter(0)):
        exact = set(_paths(known, source))
        folders = _folders(exact)
        for entry in group:
            _, section, key = entry
            is_folder = section != "documents" and key.rstrip("/") in folders
            if key not in exact and not is_folder:
                yield entry


def _paths(known: Iterable[tuple[int, str]], source: int | None) -> list[str]:
    return [path for of, path in known if source in (None, of)]


def _folders(paths: Iterable[str]) -> set[str]:
    """All folders above these paths, the root included."""
    found = {""}
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found
