"""The log.md of a bundle: its history, newest first (OKF specification, section 9)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from okf_server.okf.frontmatter import parse

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*)")
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_BULLET = re.compile(r" {0,3}[-*+][ \t]+(.*)")
_KIND = re.compile(r"\*\*([^*\n]{1,40}?):?\*\*[ \t]*:?[ \t]*(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of history: the day (YYYY-MM-DD), what happened (`Creation`, `Update`, ...), and the rest.

    `day` and `kind` are empty where a foreign log does not say.
    """

    day: str
    kind: str
    text: str


def parse_log(text: str) -> tuple[LogEntry, ...]:
    """The entries of a log in the order written; tolerant of frontmatter, prose and odd headings."""
    entries: list[LogEntry] = []
    day = ""
    for line in parse(text).body.split("\n"):
        if heading := _HEADING.match(line):
            found = _DATE.search(heading[2])
            day = found[0] if found and is_day(found[0]) else ("" if len(heading[1]) == 1 else day)
        elif bullet := _BULLET.match(line):
            entries.append(_entry(day, bullet[1]))
        elif line.strip():
            _add(entries, day, line.strip())
    return tuple(entries)


def _add(entries: list[LogEntry], day: str, text: str) -> None:
    """Join a line to the entry above it, or make it one of its own where there is none on that day."""
    if entries and entries[-1].day == day:
        last = entries[-1]
        entries[-1] = LogEntry(last.day, last.kind, f"{last.text} {text}".strip())
    elif day:
        entries.append(_entry(day, text))


def _entry(day: str, text: str) -> LogEntry:
    match = _KIND.fullmatch(text.strip())
    return LogEntry(day, match[1].strip(), match[2]) if match else LogEntry(day, "", text.strip())


def merge(new: Iterable[LogEntry], old: Iterable[LogEntry]) -> tuple[LogEntry, ...]:
    """Both histories, newest day first, the new entries before the old ones of their day.

    Entries without a day come last; an entry that stands in both counts once.
    """
    entries = dict.fromkeys([*new, *old])
    return tuple(sorted(entries, key=lambda entry: entry.day, reverse=True))


def render_log(entries: Iterable[LogEntry], *, title: str = "Log") -> str:
    """The text of a log.md; deterministic, newest day first, in the given order within a day.

    Entries without a day cannot be written as the format demands and are left out.
    """
    lines = [f"# {' '.join(title.split())}"]
    day = ""
    for entry in merge(entries, ()):
        if not is_day(entry.day):
            continue
        if entry.day != day:
            day = entry.day
            lines += ["", f"## {day}"]
        text = " ".join(entry.text.split())
        lines.append(f"* **{entry.kind}**: {text}" if entry.kind else f"* {text}")
    return "\n".join(lines) + "\n"


def is_day(text: str) -> bool:
    """Whether `text` is a date as log headings have it: YYYY-MM-DD, in the calendar."""
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
