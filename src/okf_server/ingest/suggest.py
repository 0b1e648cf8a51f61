"""Draft an `_okf.yaml` from the names and hashes of files, for an owner to review.

No content is looked at and nothing is ever marked verified: that is for people.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from okf_server.extract.registry import suffixes
from okf_server.index.editions import called_draft
from okf_server.model.item import Item, Listing
from okf_server.okf.yaml import dump

_TYPES = {
    "policy": "Policy", "policies": "Policy", "richtlinie": "Policy", "richtlinien": "Policy",
    "sop": "SOP", "sops": "SOP", "procedure": "Procedure", "procedures": "Procedure",
    "runbook": "Runbook", "runbooks": "Runbook", "playbook": "Playbook", "playbooks": "Playbook",
    "guide": "Guide", "guides": "Guide", "handbook": "Handbook", "manual": "Manual",
    "manuals": "Manual", "spec": "Specification", "specs": "Specification",
    "specification": "Specification", "specifications": "Specification",
    "standard": "Standard", "standards": "Standard", "checklist": "Checklist",
    "checklists": "Checklist", "template": "Template", "templates": "Template", "form": "Form",
    "forms": "Form", "faq": "FAQ", "faqs": "FAQ", "report": "Report", "reports": "Report",
    "minutes": "Minutes", "meeting": "Minutes", "meetings": "Minutes", "contract": "Contract",
    "contracts": "Contract", "agreement": "Contract", "agreements": "Contract",
    "budget": "Budget", "budgets": "Budget", "plan": "Plan", "plans": "Plan",
    "training": "Training", "sla": "SLA", "slas": "SLA",
}  # fmt: skip
_PERIODIC = frozenset(
    [
        "budget",
        "budgets",
        "invoice",
        "invoices",
        "meeting",
        "meetings",
        "minutes",
        "newsletter",
        "report",
        "reports",
        "results",
        "statement",
    ]
)
"""Words of documents that appear again and again without replacing each other."""

_WORD = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_VERSION = re.compile(r"v\d+|final|draft|rev\d*|copy|old|new|latest|entwurf")
_SECONDARY = frozenset({"copy", "old", "archive", "backup", "kopie"})
_LONGEST_KEY = 500
_HEADER = """\
# A draft from file and folder names, made by: okf suggest config
# Each line is a guess. Check it, correct it, and save it as _okf.yaml at the root of the folder.
# Only a person can say that a document was verified: documents: {path: {verified: {by: "human:name", at: …}}}
"""


@dataclass(frozen=True, slots=True)
class _Guess:
    """A key of a document, and the reason."""

    path: str
    key: str
    value: str
    why: str


def suggest_config(listing: Listing, *, title: str) -> str:
    """The text of an `_okf.yaml`; deterministic, and read by the same code that reads the real one."""
    kinds = suffixes()
    items = [
        item
        for item in listing.items
        if item.path.lower().endswith(kinds) and len(item.path) <= _LONGEST_KEY
    ]
    folders = dict(_folder_types(items))
    guesses = [*_status(items), *_name_types(items, folders)]
    lines = [_line("bundle_title", title, "the name of the folder")]
    lines.append(_line("default_type", "Reference", "of all that no rule names"))
    lines += ["types:", *_type_lines(folders)] if folders else []
    lines += ["documents:", *_document_lines(guesses)] if guesses else []
    return _HEADER + "".join(f"{line}\n" for line in [*lines, *_hints(items)])


def _type_lines(folders: dict[str, str]) -> Iterator[str]:
    return (f"  {_line(path, kind, 'the folder’s name')}" for path, kind in folders.items())


def _document_lines(guesses: Iterable[_Guess]) -> Iterator[str]:
    by_path: dict[str, list[_Guess]] = defaultdict(list)
    for guess in guesses:
        by_path[guess.path].append(guess)
    for path in sorted(by_path):
        yield f"  {_scalar(path)}:"
        for guess in sorted(by_path[path], key=lambda guess: guess.key, reverse=True):
            yield f"    {_line(guess.key, guess.value, guess.why)}"


def _folder_types(items: Iterable[Item]) -> Iterator[tuple[str, str]]:
    folders = {folder for item in items for folder in _above(item.path)}
    for folder in sorted(folders):
        kind = _type_of(folder.rpartition("/")[2])
        if kind:
            yield f"{folder}/", kind


def _name_types(items: Iterable[Item], folders: dict[str, str]) -> Iterator[_Guess]:
    for item in items:
        kind = _type_of(_stem(item.path))
        above = [folders.get(f"{folder}/") for folder in _above(item.path)]
        if kind and kind != next(filter(None, above), None):
            yield _Guess(item.path, "type", kind, "its name")


def _status(items: Sequence[Item]) -> Iterator[_Guess]:
    """At most one status for each document: a copy says more than a date, a date more than a word."""
    found: dict[str, _Guess] = {}
    for guess in (*_copies(items), *_older(items), *_drafts(items)):
        found.setdefault(guess.path, guess)
    yield from found.values()


def _copies(items: Iterable[Item]) -> Iterator[_Guess]:
    by_content: dict[str, list[str]] = defaultdict(list)
    for item in items:
        if item.size:
            by_content[item.revision].append(item.path)
    for paths in by_content.values():
        first, *others = sorted(paths, key=lambda path: (_is_secondary(path), len(path), path))
        for path in others:
            yield _Guess(path, "status", "deprecated", f"identical to {first}")


def _older(items: Iterable[Item]) -> Iterator[_Guess]:
    versions: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
    for item in items:
        words = _words(_stem(item.path))
        years = [word for word in words if _YEAR.fullmatch(word)]
        if len(years) == 1 and _PERIODIC.isdisjoint(words):
            rest = [word for word in words if not _YEAR.fullmatch(word)]
            versions[item.path.rpartition("/")[0], *rest].append((years[0], item.path))
    for found in versions.values():
        newest = max(found)
        for year, path in found:
            if year < newest[0]:
                why = f"older than {newest[1].rpartition('/')[2]}"
                yield _Guess(path, "status", "deprecated", why)


def _drafts(items: Iterable[Item]) -> Iterator[_Guess]:
    for item in items:
        if called_draft(_stem(item.path)):
            yield _Guess(item.path, "status", "draft", "its name says draft")


def _hints(items: Iterable[Item]) -> Iterator[str]:
    """Files whose names differ in a version or a year alone: somebody must say which one holds."""
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for item in items:
        folder, _, name = item.path.rpartition("/")
        words = _words(_stem(name))
        rest = [w for w in words if not _VERSION.fullmatch(w) and not _YEAR.fullmatch(w)]
        if rest:
            groups[folder, *rest].append(name)
    for key, names in sorted(groups.items()):
        marked = [name for name in names if any(map(_VERSION.fullmatch, _words(_stem(name))))]
        dated = [name for name in names if any(map(_YEAR.fullmatch, _words(_stem(name))))]
        if len(names) > 1 and (marked or 0 < len(dated) < len(names)):
            yield _comment(f"Which of these holds? In {key[0] or '.'}: {', '.join(sorted(names))}")


def _type_of(name: str) -> str | None:
    kinds = [_TYPES[word] for word in _words(name) if word in _TYPES]
    return kinds[-1] if kinds else None


def _is_secondary(path: str) -> bool:
    return not _SECONDARY.isdisjoint(_words(path)) or bool(re.search(r"\(\d+\)", path))


def _above(path: str) -> list[str]:
    """The folders above a path, the nearest first."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[:count]) for count in range(len(parts), 0, -1)]


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _line(key: str, value: str, why: str) -> str:
    return f"{_scalar(key)}: {_scalar(value)}  {_comment(why)}"


def _scalar(text: str) -> str:
    return dump([text]).removeprefix("- ").rstrip("\n")


def _comment(text: str) -> str:
    return "# " + "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
