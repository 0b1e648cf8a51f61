"""Set and remove one entry of a JSON file as text, so that comments, order and layout stay.

JSON with `//` and `/* */` comments and trailing commas, as clients read it.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from okf_server.errors import ConfigError

_TOKEN = re.compile(
    r'(?P<gap>(?:\s|//[^\n]*+|(?>/\*.*?\*/))++)|(?P<string>"(?:[^"\\\x00-\x1f]|\\.)*")'
    r"|(?P<mark>[{}\[\],:])|(?P<word>[^\s{}\[\],:\"]+)",
    re.DOTALL,
)
_LINE_COMMENT = re.compile(r"[ \t]*//[^\n]*")
_DEEPEST = 100
_INDENT = "  "


@dataclass(slots=True)
class _Value:
    """A value's place in the text, and the members of an object."""

    start: int
    end: int
    is_object: bool = False
    members: "list[_Member]" = field(default_factory=list)

    def member(self, name: str) -> "_Member | None":
        """The member of a name; of several the last, which is the one that clients read."""
        return next((one for one in reversed(self.members) if one.name == name), None)


@dataclass(slots=True)
class _Member:
    name: str
    start: int
    value: _Value


def entry_of(text: str, section: str, name: str) -> object | None:
    """The value of `section.name`, None where there is none; raises ConfigError for what is no JSON object."""
    found = _section(text, section)
    member = found.member(name) if found else None
    return None if member is None else loads(text[member.value.start : member.value.end])


def section_of(text: str, section: str) -> dict[str, object]:
    """The entries of a section, none where there is no such section; raises as `entry_of`."""
    found = _section(text, section)
    entries = loads(text[found.start : found.end]) if found else {}
    assert isinstance(entries, dict)
    return entries


def document(text: str) -> dict[str, object]:
    """All that a file says, nothing where it is blank; raises as `entry_of`."""
    root = _root(text)
    value = loads(text[root.start : root.end]) if text.strip() else {}
    assert isinstance(value, dict)
    return value


def with_entry(text: str, section: str, name: str, value: object) -> str:
    """The text with `section.name` set to a value; raises as `entry_of`."""
    root = _root(text)
    if not text.strip():
        text, root = "{}\n", _root("{}\n")
    found = _section(text, section)
    if found is None:
        return _added(text, root, section, {name: value})
    return with_member(text, (section, name), value)


def with_member(text: str, place: Sequence[str], value: object) -> str:
    """The text with one member of an object that stands there set to a value; all else stays, layout and comments too."""
    owner = _root(text)
    for name in place[:-1]:
        member = owner.member(name)
        if member is None or not member.value.is_object:
            raise ConfigError(
                f"{name!r} is no JSON object.", hint="Mend it by hand, then try again."
            )
        owner = member.value
    member = owner.member(place[-1])
    if member is None:
        return _added(text, owner, place[-1], value)
    if loads(text[member.value.start : member.value.end]) == value:
        return text
    written = _written(value, _indent_of(text, member.start))
    return text[: member.value.start] + written + text[member.value.end :]


def without_entry(text: str, section: str, name: str) -> str:
    """The text without `section.name`; the section stays, if only empty."""
    found = _section(text, section)
    member = found.member(name) if found else None
    if found is None or member is None:
        return text
    number = found.members.index(member)
    if number + 1 < len(found.members):
        return text[: member.start] + text[found.members[number + 1].start :]
    kept, rest = text[: member.start].rstrip(), text[member.value.end :]
    if comma := _trailing_comma(text, member.value.end):
        return kept + text[member.value.end : comma - 1] + text[comma:]
    before = found.members[number - 1].value.end if number else None
    comma = text.find(",", before, member.start) if before is not None else -1
    while comma >= 0 and before is not None and not _is_mark(text, before, comma):
        comma = text.find(",", comma + 1, member.start)
    if comma >= 0:
        kept = kept[:comma] + kept[comma + 1 :]
    return kept + rest


def loads(text: str) -> object:
    """The value of JSON with comments and trailing commas."""
    kept = [m[0] for m in _TOKEN.finditer(text) if m.lastgroup != "gap"]
    needed = (
        piece
        for piece, after in zip(kept, [*kept[1:], ""], strict=True)
        if piece != "," or after not in ("}", "]")
    )
    return json.loads("".join(needed))


def _added(text: str, owner: _Value, name: str, value: object) -> str:
    """The text with a further member at the end of an object."""
    if owner.members:
        last = owner.members[-1]
        indent = _indent_of(text, last.start)
        comma = _trailing_comma(text, last.value.end)
        end = comma or last.value.end
        at = _after_comment(text, end)
        member = f"{json.dumps(name)}: {_written(value, indent)}"
        first, then = ("", ",") if comma else (",", "")
        return f"{text[:end]}{first}{text[end:at]}\n{indent}{member}{then}{text[at:]}"
    outer = _indent_of(text, owner.start)
    indent = outer + _INDENT
    member = f"{json.dumps(name)}: {_written(value, indent)}"
    rest = text[owner.start + 1 : owner.end - 1].strip()
    inside = f"\n{indent}{member}\n" + (f"{indent}{rest}\n" if rest else "")
    return f"{text[: owner.start + 1]}{inside}{outer}{text[owner.end - 1 :]}"


def _after_comment(text: str, at: int) -> int:
    """The end of the line where nothing but a comment is left on it."""
    rest = _LINE_COMMENT.match(text, at)
    return rest.end() if rest else at


def _written(value: object, indent: str) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False).replace("\n", f"\n{indent}")


def _indent_of(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip())]


def _trailing_comma(text: str, at: int) -> int:
    """Where a comma that follows a value ends, 0 where another mark follows."""
    for match in _TOKEN.finditer(text, at):
        if match.lastgroup != "gap":
            return match.end() if match[0] == "," else 0
    return 0


def _is_mark(text: str, start: int, at: int) -> bool:
    """Whether a comma separates values, and stands in no comment."""
    return any(m.start() == at for m in _TOKEN.finditer(text, start, at + 1) if m[0] == ",")


def _section(text: str, name: str) -> _Value | None:
    member = _root(text).member(name)
    if member is None:
        return None
    if not member.value.is_object:
        raise ConfigError(f"{name!r} is no JSON object.", hint="Mend it by hand, then try again.")
    return member.value


def _root(text: str) -> _Value:
    if not text.strip():
        return _Value(0, 0, is_object=True)
    tokens = _tokens(text)
    try:
        root = _value(next(tokens), tokens, 0)
        after = next(tokens, None)
        if after is None and root.is_object:
            loads(text[root.start : root.end])
            return root
    except (StopIteration, ValueError) as error:
        raise ConfigError(
            "It is no valid JSON.", hint="Mend it by hand, then try again."
        ) from error
    raise ConfigError("It is no JSON object.", hint="Mend it by hand, then try again.")


def _tokens(text: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ValueError(f"unexpected text at {at}")
        at = match.end()
        if match.lastgroup != "gap":
            yield match


def _value(first: re.Match[str], tokens: Iterator[re.Match[str]], depth: int) -> _Value:
    if depth > _DEEPEST:
        raise ValueError("nested too deep")
    value = _Value(first.start(), first.end(), is_object=first[0] == "{")
    if first[0] not in "{[":
        if first.lastgroup == "mark":
            raise ValueError(f"unexpected {first[0]!r}")
        return value
    for token in _until("}" if value.is_object else "]", tokens, value):
        if value.is_object:
            name = str(json.loads(token[0]))
            if next(tokens)[0] != ":":
                raise ValueError("a colon is missing")
            inner = _value(next(tokens), tokens, depth + 1)
            value.members.append(_Member(name, token.start(), inner))
        else:
            _value(token, tokens, depth + 1)
    return value


def _until(closing: str, tokens: Iterator[re.Match[str]], value: _Value) -> Iterator[re.Match[str]]:
    """The first token of each member or item; the closing mark ends the value."""
    for token in tokens:
        if token[0] == closing:
            value.end = token.end()
            return
        if token[0] != ",":
            yield token
    raise ValueError("it ends too early")
