"""Frontmatter that is no valid YAML, read entry by entry."""

import re
from dataclasses import dataclass, field

from okf_server.okf.findings import Finding, Severity, finding
from okf_server.okf.yaml_read import load

_KEY = re.compile(r"(?P<key>\w[\w ./-]{0,60}?)[ \t]*:(?P<value>[ \t]+.*|$)")
_MOST_LINES = 1_000
_DEEPEST = 5
_STAND_IN = "key"


@dataclass(frozen=True, slots=True)
class _Entry:
    """A key, or an item of a list (key is None), with its lines; the first without key and colon, or dash."""

    key: str | None
    row: int
    lines: list[str]


@dataclass(slots=True)
class _Recovery:
    """Reads what is valid as YAML and the rest as text, noting each such place."""

    first_line: int
    findings: list[Finding] = field(default_factory=list)

    def value(self, entry: _Entry, *, name: str, depth: int) -> object:
        """The value of a key or of an item; `name` is the key that it belongs to."""
        text = "\n".join(entry.lines)
        parsed, notes = load(
            text if entry.key is None else f"{_STAND_IN}:{text}",
            first_line=self.first_line + entry.row,
        )
        if not any(note.severity is Severity.ERROR for note in notes):
            self.findings += notes
            return parsed.get(_STAND_IN) if isinstance(parsed, dict) and entry.key else parsed
        entries = self._inner(entry) if depth < _DEEPEST else None
        if entries is None:
            message = f"`{name}` is no valid YAML and was read as plain text"
            self.findings.append(finding("OKF020", message, line=self.first_line + entry.row))
            return _plain(text)
        if entries[0].key is None:
            return [self.value(each, name=name, depth=depth + 1) for each in entries]
        return self.mapping(entries, depth=depth + 1)

    def _inner(self, entry: _Entry) -> list[_Entry] | None:
        """The entries below a key, or of an item."""
        if entry.key is None:
            return _entries(entry.lines, entry.row)
        return None if entry.lines[0].strip() else _entries(entry.lines[1:], entry.row + 1)

    def mapping(self, entries: list[_Entry], *, depth: int = 0) -> dict[str, object]:
        """The mapping that the keyed entries make; the last one of a repeated key counts."""
        found: dict[str, object] = {}
        for entry in entries:
            key = entry.key or ""
            if key in found:
                message = f"the key `{key}` is repeated"
                self.findings.append(finding("OKF022", message, line=self.first_line + entry.row))
            found[key] = self.value(entry, name=key, depth=depth)
        return found


def recover(text: str, *, first_line: int) -> tuple[dict[str, object] | None, tuple[Finding, ...]]:
    """The mapping that broken YAML seems to mean, with an OKF020 finding for each value read as text.

    None where the text does not look like a mapping at all: prose between two rules is no frontmatter.
    """
    lines = text.split("\n")
    if len(lines) > _MOST_LINES:
        return None, ()
    entries = _entries(lines, 0, strays=True)
    if not entries or any(entry.key is None for entry in entries):
        return None, ()
    recovery = _Recovery(first_line=first_line)
    return recovery.mapping(entries), tuple(recovery.findings)


def _entries(lines: list[str], row: int, *, strays: bool = False) -> list[_Entry] | None:
    """The keys or the items that stand least indented, or None where other text does.

    `strays` accepts lines that are neither, as a part of the entry above, where a `type` shows that the text
    is frontmatter.
    """
    texts = [line for line in lines if line.strip()]
    if not texts:
        return None
    margin = min(len(line) - len(line.lstrip(" ")) for line in texts)
    entries: list[_Entry] = []
    astray = False
    for at, line in enumerate(lines, row):
        entry = _entry(line, margin, at)
        if entry is not None and (not entries or (entry.key is None) == (entries[-1].key is None)):
            entries.append(entry)
        elif entries:
            entries[-1].lines.append(line)
            astray = astray or _is_stray(line[margin:])
        elif line.strip() and not line.lstrip().startswith("#"):
            return None
    if astray and not (strays and any(entry.key == "type" for entry in entries)):
        return None
    return entries


def _entry(line: str, margin: int, row: int) -> _Entry | None:
    text = line[margin:]
    if text.startswith("- "):
        return _Entry(key=None, row=row, lines=[line[:margin] + " " + text[1:]])
    if match := _KEY.fullmatch(text):
        return _Entry(key=match["key"], row=row, lines=[match["value"] or ""])
    return None


def _is_stray(text: str) -> bool:
    return bool(text.strip()) and text[0] not in " \t#-]}"


def _plain(text: str) -> str:
    text = " ".join(text.split("\n")).strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text
