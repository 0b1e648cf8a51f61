"""What the owners say of an item: okf.yaml and the `_okf.yaml` of its source, as one."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import chain
from typing import TypeVar

from okf_server.access.resolve import AccessRules, Decision, access_of, longest_prefix, narrowed
from okf_server.errors import ConfigError
from okf_server.model.access import AccessList
from okf_server.model.config import BaseConfig, DocumentRules, Rules
from okf_server.model.item import Item

_Said = TypeVar("_Said")

DEFAULT_TYPE = "Reference"
_NOTHING = DocumentRules()
_SUGGESTED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """All rules of a base by the paths that users know; keys are in Unicode NFC.

    Where both speak, okf.yaml comes before `_okf.yaml`, and a longer prefix before a shorter one.
    """

    title: str
    types: Mapping[str, str]
    documents: Mapping[str, DocumentRules]
    access: AccessRules
    entries: tuple[tuple[str, str, str], ...]  # file, section, key: to say which match nothing

    def type_of(self, path: str) -> str:
        """The type that the longest prefix gives to what lies below it."""
        prefix = longest_prefix(nfc(path), self.types)
        return DEFAULT_TYPE if prefix is None else self.types[prefix]

    def of(self, path: str) -> DocumentRules:
        """What is said of one document."""
        return self.documents.get(nfc(path), _NOTHING)

    def of_item(self, item: Item) -> DocumentRules:
        """What is said of an item: of a member what its item's rules say, where it has none of its own.

        Title, description and who verified it are those of one document and are not passed on.
        """
        own = self.of(item.path)
        if item.inside is None:
            return own
        above = replace(self.of_item(item.inside.item), title=None, description=None, verified=())
        return _over(own, above)

    def type_of_item(self, item: Item) -> str:
        """The type that the folder of an item gives it; members have that of their item."""
        return (
            self.type_of(item.path) if item.inside is None else self.type_of_item(item.inside.item)
        )

    def access_of(self, item: Item) -> Decision:
        """Who may read an item; a member's own list can only narrow that of its item."""
        path = nfc(item.path)
        if item.inside is None:
            return access_of(path, item.access, self.access)
        above = self.access_of(item.inside.item)
        if path not in self.access.documents:
            return above
        own = Decision(access=self.access.documents[path], rule=f"documents: {path}")
        return narrowed(above, own)

    def unmatched(self, paths: Iterable[str]) -> Iterator[str]:
        """A warning for each entry that matches none of these paths."""
        known = [nfc(path) for path in paths]
        exact, folders = set(known), _folders(known)
        missed = [
            entry
            for entry in self.entries
            if entry[2] not in exact
            and (entry[1] == "documents" or entry[2].rstrip("/") not in folders)
        ]
        for number, (file, section, key) in enumerate(missed):
            near = get_close_matches(key, known, n=1, cutoff=0.8) if number < _SUGGESTED else []
            suggestion = f"; did you mean {near[0]!r}?" if near else ""
            yield f"{file}: {section}: {key!r} matches no item{suggestion}"


def guidance(config: BaseConfig, owners: Sequence[Rules]) -> Guidance:
    """The rules of a base whose sources have these rules of their owners, source by source."""
    mounted = [
        _mounted(rules, source.mount) for rules, source in zip(owners, config.sources, strict=True)
    ]
    layers = [*mounted, config.rules]  # the last one decides
    titles = [config.title, config.rules.bundle_title, *(rules.bundle_title for rules in mounted)]
    documents: dict[str, DocumentRules] = {}
    for rules in layers:
        for path, said in rules.documents.items():
            documents[nfc(path)] = _over(said, documents.get(nfc(path), _NOTHING))
    return Guidance(
        title=next((title for title in titles if title), config.name),
        types=_by_prefix(pair for rules in layers for pair in _types(rules)),
        documents=documents,
        access=AccessRules(
            documents={path: said.access for path, said in documents.items() if said.access},
            owners=_by_prefix(_owners_lists(mounted)),
            base=_by_prefix(config.access.rules.items()),
            default=config.access.default,
        ),
        entries=tuple(_entries(config, mounted)),
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


def _owners_lists(mounted: Sequence[Rules]) -> Iterator[tuple[str, AccessList]]:
    """The lists of all owners; raises ConfigError where two say different things of one folder."""
    said: dict[str, AccessList] = {}
    for prefix, allowed in chain.from_iterable(rules.access.items() for rules in mounted):
        if said.setdefault(nfc(prefix).rstrip("/"), allowed) != allowed:
            raise ConfigError(
                f"The _okf.yaml of two sources say different things of who may read {prefix or '/'!r}.",
                hint="Mount the sources apart, or write the list into access.rules of okf.yaml alone.",
            )
        yield prefix, allowed


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


def _entries(config: BaseConfig, mounted: Sequence[Rules]) -> Iterator[tuple[str, str, str]]:
    for rules in mounted:
        yield from _keys("_okf.yaml", rules)
    yield from _keys("okf.yaml", config.rules)
    for prefix in config.access.rules:
        yield "okf.yaml", "access", nfc(prefix)


def _keys(file: str, rules: Rules) -> Iterator[tuple[str, str, str]]:
    sections = {"types": rules.types, "documents": rules.documents, "access": rules.access}
    for section, keys in sections.items():
        yield from ((file, section, nfc(key)) for key in keys)


def _folders(paths: Iterable[str]) -> set[str]:
    """All folders above these paths, the root included."""
    found = {""}
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found
