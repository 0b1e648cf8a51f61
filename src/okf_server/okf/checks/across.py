"""What only shows when the files of a bundle are seen together."""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from okf_server.okf.findings import Finding, finding, shown
from okf_server.okf.links import Link, LinkKind, leaves_bundle, target, wiki_names


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What is remembered of a Markdown file: `links` are its links, each with its line."""

    path: str
    title: str = ""
    type: str = ""
    okf_id: str = ""
    links: tuple[tuple[Link, int], ...] = ()

    @property
    def concept(self) -> str:
        """The concept id that the specification gives the file."""
        return self.path.removesuffix(".md")


def check_shared(seen: Sequence[Seen]) -> Iterator[Finding]:
    """OKF004, OKF013, OKF038: concepts that share what should be theirs alone, or spell it differently."""
    for group in _groups(seen, lambda each: each.title.casefold()):
        for each, other in _others(group):
            message = f"the title {shown(each.title)} is also that of {other}"
            yield finding("OKF013", message, path=each.path)
    for group in _groups(seen, lambda each: each.okf_id):
        for each, other in _others(group):
            yield finding("OKF038", f"`okf_id` is also that of {other}", path=each.path)
    for group in _groups(seen, lambda each: each.type.casefold()):
        spellings = sorted({each.type for each in group})
        if len(spellings) > 1:
            message = f"the type is spelt {', '.join(map(shown, spellings[:4]))}"
            yield from (finding("OKF004", message, path=each.path) for each in group)


def check_paths(paths: Iterable[str]) -> Iterator[Finding]:
    """OKF028: paths that are one on a disk without case or with another Unicode form."""
    alike: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        alike[unicodedata.normalize("NFC", path).casefold()].append(path)
    for group in alike.values():
        for path in group[1:]:
            yield finding(
                "OKF028", f"the path is told from {group[0]} by case or form only", path=path
            )


def check_links(seen: Sequence[Seen], others: Iterable[str]) -> Iterator[Finding]:
    """OKF026, OKF027. `others` are the bundle's files that are no Markdown, as far as known."""
    known = {each.concept for each in seen} | set(others)
    known |= {f"{folder}/" for each in known for folder in _folders(each)} | {"/"}
    names = wiki_names({each.concept: each.title for each in seen})
    for each in seen:
        for link, line in each.links:
            if leaves_bundle(link, each.concept):
                message = f"the link to {shown(link.target)} leaves the bundle"
                yield finding("OKF027", message, path=each.path, line=line)
                continue
            place = target(link, each.concept, names=names)
            if place is None or place in known or f"{place}/" in known or not _is_page(link, place):
                continue
            message = f"the link to {shown(link.target)} leads to nothing"
            yield finding("OKF026", message, path=each.path, line=line)


def _is_page(link: Link, place: str) -> bool:
    """Whether a link means a concept or a folder, and not an image, a program or another file."""
    if link.kind is LinkKind.IMAGE:
        return False
    name = place.rpartition("/")[2]
    return "." not in name or ".md" in link.target.lower()


def _folders(path: str) -> Iterator[str]:
    at = path.find("/")
    while at >= 0:
        yield path[:at]
        at = path.find("/", at + 1)


def _groups(seen: Sequence[Seen], key: Callable[[Seen], str]) -> Iterator[list[Seen]]:
    """The files that have a key in common with another, in order."""
    groups: dict[str, list[Seen]] = defaultdict(list)
    for each in seen:
        groups[key(each)].append(each)
    for name, group in groups.items():
        if name and len(group) > 1:
            yield group


def _others(group: Sequence[Seen]) -> Iterator[tuple[Seen, str]]:
    """Each file of a group with the words for the others."""
    for each in group:
        first = group[0] if each is not group[0] else group[1]
        more = len(group) - 2
        yield each, f"{first.path} and {more} more" if more else first.path
