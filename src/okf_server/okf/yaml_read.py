"""YAML to values, within limits.

Scalars follow the core schema of YAML 1.2, and only where writing the value gives the same text back: `007`,
`1.10`, `on`, `No` and `2026-05-28` stay text. The event parser is used directly, so that depth, aliases and
repeated keys are ours to judge and no recursion can be provoked.
"""

import re
from dataclasses import dataclass, field

import yaml

from okf_server.okf.findings import Finding, finding

# libyaml where it was built, the pure parser where it was not: both give the same events
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

LONGEST_TEXT = 4_000_000
DEEPEST = 50
MOST_FROM_ALIASES = 10_000

_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,14}")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+")
_WORDS: dict[str, object] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_CORE_TAGS = frozenset(f"tag:yaml.org,2002:{name}" for name in ("int", "float", "bool", "null"))
_KNOWN_TAGS = _CORE_TAGS | {f"tag:yaml.org,2002:{name}" for name in ("str", "seq", "map")} | {"!"}


class _LimitError(Exception):
    """The text is beyond what is read; holds the message and the row."""

    def __init__(self, message: str, row: int) -> None:
        super().__init__(message)
        self.message = message
        self.row = row


def load(text: str, *, first_line: int = 1) -> tuple[object, tuple[Finding, ...]]:
    """The value of the first YAML document in `text`, and what was noticed; never raises.

    An OKF018 finding means that there is no value (None). Keys are always text, as written. `first_line` is
    the line of the file where the text starts.
    """
    if len(text) > LONGEST_TEXT:
        return None, (finding("OKF018", f"the YAML is longer than {LONGEST_TEXT} characters"),)
    clean, unprintable = _UNPRINTABLE.subn("\ufffd", text)
    builder = _Builder(first_line=first_line)
    if unprintable:
        builder.note("OKF024", f"control characters in the YAML were replaced: {unprintable}", None)
    try:
        for event in yaml.parse(clean, Loader=_LOADER):
            builder.take(event)
    except _LimitError as beyond:
        builder.note("OKF018", beyond.message, beyond.row)
        return None, tuple(builder.findings)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "unreadable"
        place = f" at column {mark.column + 1}" if mark else ""
        message = f"not valid YAML{place}: {problem}"
        builder.note("OKF018", message, mark.line if mark else None)
        return None, tuple(builder.findings)
    return builder.value, tuple(builder.findings)


@dataclass(slots=True)
class _Frame:
    """A collection that is being read."""

    value: dict[str, object] | list[object]
    anchor: str | None
    size_before: int
    height: int = 1
    key: str | None = None  # of a mapping, where its value comes next


@dataclass(slots=True)
class _Anchor:
    value: object
    size: int
    height: int


@dataclass(slots=True)
class _Builder:
    """Makes a value of parser events; `size` counts nodes with aliases written out."""

    first_line: int
    value: object = None
    findings: list[Finding] = field(default_factory=list)
    stack: list[_Frame] = field(default_factory=list)
    anchors: dict[str, _Anchor] = field(default_factory=dict)
    documents: int = 0
    size: int = 0
    from_aliases: int = 0

    def note(self, code: str, message: str, row: int | None) -> None:
        line = None if row is None else self.first_line + row
        self.findings.append(finding(code, message, line=line))

    def take(self, event: yaml.Event) -> None:
        match event:
            case yaml.ScalarEvent():
                self._note_tag(event)
                self.size += 1
                value = _scalar(event)
                if event.anchor is not None:
                    self.anchors[event.anchor] = _Anchor(value, 1, 0)
                self._put(value, event.value, event)
            case yaml.DocumentStartEvent():
                self.documents += 1
                if self.documents == 2:  # noqa: PLR2004 - the second document is one too many
                    self.note("OKF022", "only the first YAML document counts", _row(event))
            case yaml.AliasEvent():
                self._alias(event)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._open(event)
            case yaml.CollectionEndEvent():
                self._close(event)
            case _:
                pass  # the stream's and the documents' other ends

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        self._note_tag(event)
        self.size += 1
        if len(self.stack) >= DEEPEST:
            raise _LimitError(f"nested deeper than {DEEPEST} levels", _row(event))
        value: dict[str, object] | list[object] = (
            {} if isinstance(event, yaml.MappingStartEvent) else []
        )
        self.stack.append(_Frame(value=value, anchor=event.anchor, size_before=self.size - 1))

    def _close(self, event: yaml.Event) -> None:
        frame = self.stack.pop()
        size = self.size - frame.size_before
        if frame.anchor is not None:
            self.anchors[frame.anchor] = _Anchor(frame.value, size, frame.height)
        if self.stack:
            self.stack[-1].height = max(self.stack[-1].height, frame.height + 1)
        self._put(frame.value, None, event)

    def _alias(self, event: yaml.AliasEvent) -> None:
        known = self.anchors.get(event.anchor or "")
        if known is None:
            raise _LimitError(f"the alias *{event.anchor} names nothing before it", _row(event))
        self.size += known.size
        self.from_aliases += known.size
        if self.from_aliases > MOST_FROM_ALIASES:
            raise _LimitError(f"aliases repeat more than {MOST_FROM_ALIASES} values", _row(event))
        if len(self.stack) + known.height > DEEPEST:
            raise _LimitError(f"nested deeper than {DEEPEST} levels", _row(event))
        if self.stack:
            self.stack[-1].height = max(self.stack[-1].height, known.height + 1)
        self._put(known.value, None, event)

    def _put(self, value: object, text: str | None, event: yaml.Event) -> None:
        if not self.stack:
            if self.documents == 1:
                self.value = value
            return
        frame = self.stack[-1]
        if isinstance(frame.value, list):
            frame.value.append(value)
        elif frame.key is None:
            if text is None:
                raise _LimitError("a list or a mapping stands as a key", _row(event))
            frame.key = text
            if frame.key in frame.value:
                self.note("OKF022", f"the key `{frame.key}` is repeated", _row(event))
        else:
            frame.value[frame.key] = value
            frame.key = None

    def _note_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.tag is not None and event.tag not in _KNOWN_TAGS:
            self.note("OKF033", f"the YAML tag {event.tag} is ignored", _row(event))


def _row(event: yaml.Event) -> int:
    return event.start_mark.line if event.start_mark else 0


def _scalar(event: yaml.ScalarEvent) -> object:
    if event.tag in _CORE_TAGS or (event.tag is None and event.implicit[0]):
        return _core(event.value)
    return str(event.value)


def _core(text: str) -> object:
    """The core schema's value of a plain scalar, where that loses nothing."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and repr(float(text)) == text:
        return float(text)
    return text
