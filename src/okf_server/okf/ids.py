"""Names: concept ids of items, slugs of sections."""

import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

RESERVED = frozenset({"index", "log"})

_SUFFIX = re.compile(r"(?<=.)\.(?=[0-9]*[A-Za-z])[A-Za-z0-9]{1,12}$", re.DOTALL)
_OTHER_ASCII = re.compile(r"[^a-z0-9_.]+")
_NO_SLUG = re.compile(r"[^\w\- ]+")
_MARKDOWN = ("md", "markdown")
# a file name has 255 bytes at most, and `.md`, a suffix and a hash may follow
_LONGEST_PART = 180
_HASH_LENGTHS = (0, 6, 16, 64)


@dataclass(frozen=True, slots=True)
class _Name:
    """An item's path made into a concept id, but for what tells it from other items."""

    path: str
    stem: str
    suffix: str


def concept_ids(paths: Iterable[str]) -> dict[str, str]:
    """The concept id of each item path; depends on the set of paths only, never on their order.

    Two items influence each other's ids only where they share a stem or an id. Ids are unique, and none can
    leave the folder that it is resolved against.
    """
    names = [_name(path) for path in sorted(set(paths))]
    groups: dict[str, list[_Name]] = defaultdict(list)
    for name in names:
        groups[name.stem].append(name)
    plain = {
        name.path: _reserved_aside(_within_group(name, group))
        for group in groups.values()
        for name in group
    }
    return _told_apart(plain, {name.path for name in names if name.suffix in _MARKDOWN})


def _name(path: str) -> _Name:
    *folders, name = path.split("/")
    match = _SUFFIX.search(name)
    stem, suffix = (name[: match.start()], match[0][1:].lower()) if match else (name, "")
    parts = [*(_part(part) for part in folders if part), _part(stem)]
    return _Name(path, "/".join(parts), suffix)


def _within_group(name: _Name, group: Sequence[_Name]) -> str:
    """The stem, with the suffix where another item keeps the plain stem or nobody does."""
    if len(group) == 1:
        return name.stem
    suffixes = {each.suffix for each in group}
    keeper = next((suffix for suffix in _MARKDOWN if suffix in suffixes), None)
    if not name.suffix or name.suffix == keeper:
        return name.stem
    return f"{name.stem}-{name.suffix}"


def _reserved_aside(concept: str) -> str:
    return f"{concept}-doc" if concept.rpartition("/")[2] in RESERVED else concept


def _told_apart(plain: dict[str, str], markdown: set[str]) -> dict[str, str]:
    """Unique ids: who clashes gets a hash of its path, but for the only Markdown item among them."""
    lengths = dict.fromkeys(plain, 0)
    while True:
        ids = {path: _hashed(concept, path, lengths[path]) for path, concept in plain.items()}
        holders: dict[str, list[str]] = defaultdict(list)
        for path, concept in ids.items():
            holders[concept].append(path)
        clashes = [each for each in holders.values() if len(each) > 1]
        if not clashes:
            return ids
        for clash in clashes:
            kept = [path for path in clash if path in markdown and not lengths[path]]
            for path in clash:
                if kept != [path]:
                    lengths[path] += 1


def _hashed(concept: str, path: str, step: int) -> str:
    return f"{concept}-{_digest(path)[: _HASH_LENGTHS[step]]}" if step else concept


def _part(text: str) -> str:
    normal = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).lower())
    kept = _OTHER_ASCII.sub("-", normal) if normal.isascii() else _kept(normal)
    part = kept.strip("-_.")
    if not part:
        return f"untitled-{_digest(text)[:6]}"
    # no folder is called like a concept's file
    part = f"{part[:-3]}-md" if part.endswith(".md") else part
    encoded = part.encode()
    if len(encoded) <= _LONGEST_PART:
        return part
    cut = encoded[: _LONGEST_PART - 7].decode(errors="ignore").rstrip("-_.")
    return f"{cut}-{_digest(text)[:6]}"


def _kept(text: str) -> str:
    """`text` with every run of other characters than letters, digits, `_` and `.` made one hyphen.

    A mark belongs to the letter before it: without its vowel signs a Hindi name is no name.
    """
    kept: list[str] = []
    for character in text:
        if character.isalnum() or character in "_." or _is_mark(character, kept):
            kept.append(character)
        elif not kept or kept[-1] != "-":
            kept.append("-")
    return "".join(kept)


def _is_mark(character: str, before: Sequence[str]) -> bool:
    if not before or before[-1] in "-_.":
        return False
    return unicodedata.category(character).startswith("M")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def section_slugs(headings: Sequence[str]) -> list[str]:
    """The slugs of a document's headings, in order, as GitHub makes them: `-1`, `-2` for repeats.

    A heading without any letter or digit, to which GitHub gives no slug, is called `section`.
    """
    seen: dict[str, int] = {}
    slugs = []
    for heading in headings:
        slug = plain = (
            _NO_SLUG.sub(_only_marks, heading.strip().lower()).replace(" ", "-") or "section"
        )
        while slug in seen:
            seen[plain] += 1
            slug = f"{plain}-{seen[plain]}"
        seen[slug] = 0
        slugs.append(slug)
    return slugs


def _only_marks(match: re.Match[str]) -> str:
    return "".join(each for each in match[0] if unicodedata.category(each).startswith("M"))
