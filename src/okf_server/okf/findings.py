"""What a check says of a bundle: findings, and the table of all codes (docs/checks.md)."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding matters: errors fail a check, warnings fail a strict one."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong, or could be better, at one place.

    `path` is the file inside its bundle, empty where the text has none; `line` counts from 1 in that file.
    """

    code: str
    severity: Severity
    message: str
    path: str = ""
    line: int | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """A code's severity, what it means in a few words, and how to mend it."""

    severity: Severity
    title: str
    hint: str = ""


_LONGEST_SHOWN = 80

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

CHECKS: dict[str, Check] = {
    "OKF001": Check(_E, "`type` is missing", "Add `type: <kind of concept>` to the frontmatter."),
    "OKF002": Check(_W, "`title` is missing", "Add a `title`; without one the file name is shown."),
    "OKF003": Check(_W, "`description` is missing or too short", "Say in one sentence what it is."),
    "OKF004": Check(_I, "`type` is spelt in mixed case", "Spell each type in one way."),
    "OKF005": Check(_W, "`generated.at` is missing or no time", "Say when the content last changed."),
    "OKF006": Check(_W, "a tag has capitals or spaces", "Write tags in lower case with hyphens."),
    "OKF007": Check(_W, "the body is empty", "Write the content below the frontmatter."),
    "OKF009": Check(_W, "a line is very long", "Break the text into paragraphs."),
    "OKF010": Check(_W, "a tag is repeated", "Keep each tag once."),
    "OKF011": Check(_W, "a required tag is missing", "Add the tag."),
    "OKF012": Check(_W, "`sources` is missing", "List what the concept was made from."),
    "OKF013": Check(_W, "several concepts share a title", "Give each concept its own title."),
    "OKF014": Check(_E, "an Attested Computation has no `runtime`", "Add `runtime`, e.g. `bigquery`."),
    "OKF015": Check(_W, "a time is no ISO 8601 datetime with offset", "Write 2026-06-30T14:00:00Z."),
    "OKF016": Check(_I, "the legacy key `timestamp` is used", "Move its value to `generated.at`."),
    "OKF017": Check(_I, "`verified` is missing", "Record who confirmed the content, and when."),
    "OKF018": Check(_E, "the frontmatter is absent or no valid YAML", "Start the file with valid YAML between two `---` lines."),
    "OKF019": Check(_E, "an index.md or log.md breaks the format", "Follow sections 8 and 9 of the OKF specification."),
    "OKF020": Check(_W, "a value was recovered from broken YAML", "Put the value in quotes."),
    "OKF021": Check(_W, "the frontmatter is not at the very start", "Remove what stands before the first `---`."),
    "OKF022": Check(_W, "a key is repeated; its last value counts", "Keep the key once."),
    "OKF023": Check(_W, "the file is not UTF-8", "Save the file as UTF-8."),
    "OKF024": Check(_W, "the text holds control characters", "Remove them."),
    "OKF025": Check(_W, "`tags` is no list of strings", "Write `tags: [one, two]`."),
    "OKF026": Check(_I, "a link leads to nothing in the bundle", "Write the concept, or correct the link."),
    "OKF027": Check(_I, "a link leaves the bundle", "Link to the web address instead."),
    "OKF028": Check(_W, "paths differ only in case or Unicode form", "Rename one of them."),
    "OKF029": Check(_W, "`okf_version` is not a known version", 'Declare `okf_version: "0.2"`.'),
    "OKF030": Check(_W, "`verified` is malformed", "Write a list of `{ by, at }`."),
    "OKF031": Check(_W, "`status` is unknown", "Use draft, stable or deprecated."),
    "OKF032": Check(_W, "a log.md has frontmatter", "Remove it: some readers refuse it."),
    "OKF033": Check(_I, "a YAML tag is ignored", "Write the value without its tag."),
    "OKF034": Check(_W, "`sources` is malformed", "Write a list of mappings with a `resource` each."),
    "OKF035": Check(_I, "a footnote names no source", "Use the `id` of an entry of `sources`, or define it."),
    "OKF036": Check(_W, "`generated` is malformed", "Write `generated: { by, at }`."),
    "OKF037": Check(_W, "a value that should be text is not", "Write it as one string."),
    "OKF038": Check(_E, "`okf_id` is malformed or used twice", "Give each concept an `okf_id` of its own."),
    "OKF039": Check(_I, "an actor is not in the actor form", "Write producer/version, human:id or process:id."),
    "OKF040": Check(_I, "the concept is stale", "Confirm its content and move `stale_after`."),
    "OKF041": Check(_W, "an index.md has no section heading", "Group its entries under a heading."),
    "OKF042": Check(_E, "a file cannot be read", "Check its permissions and its size."),
}  # fmt: skip

CONFORMANCE = frozenset({"OKF001", "OKF018", "OKF019"})
"""The codes of the three rules of section 11; all others are about quality."""


def finding(code: str, message: str, *, path: str = "", line: int | None = None) -> Finding:
    """A finding with the severity and hint of its code."""
    check = CHECKS[code]
    return Finding(
        code=code, severity=check.severity, message=message, path=path, line=line, hint=check.hint
    )


def shown(value: object) -> str:
    """A value as a message shows it: in code marks, on one line, not too long."""
    text = " ".join(str(value)[: 2 * _LONGEST_SHOWN].split())
    return f"`{text[:_LONGEST_SHOWN]}…`" if len(text) > _LONGEST_SHOWN else f"`{text}`"
