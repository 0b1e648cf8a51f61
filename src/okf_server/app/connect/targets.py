"""The files that connect writes: what of them is ours, and how it is set and taken out."""

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any, Protocol

from okf_server.app.connect import jsonc
from okf_server.app.connect.blocks import MARKDOWN, Marks, toml_marks
from okf_server.errors import ConfigError

MANAGED = {"OKF_MANAGED": "okf-connect-1"}
"""The variable in an entry's environment that says that it is ours."""

MADE = {"OKF_MANAGED_FILE": "made"}
"""The variable that says that the file is ours as well, and goes with the last entry."""

_SEAL = re.compile(r"<!-- written by `okf connect`, sha256 ([0-9a-f]{64}) -->\n\Z")


_SERVERS = "mcp_servers"
_TEXT = r'"(?:[^"\\\n]|\\.)*"'
_VALUES = {
    "command": re.compile(rf"^(command\s*=\s*){_TEXT}", re.MULTILINE),
    "args": re.compile(rf"^(args\s*=\s*)\[(?:\s*{_TEXT}\s*,?)*\s*\]", re.MULTILINE),
}
"""What we wrote of a table, and where: a comment behind it stays."""
_AS_TABLES = f"Write each server as a table of its own, [{_SERVERS}.NAME], then try again."


class State(StrEnum):
    """What stands in a file now."""

    ABSENT = "absent"
    CONNECTED = "connected"
    OUTDATED = "outdated"
    FOREIGN = "foreign"  # something of the same name that is not ours, or was edited since


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """How a client starts the server: the name it goes by there, the command, the base, and who asks.

    Base and command are said by their absolute places: a client has neither the variables of the shell nor its
    working directory, and another program of the same name may come first on its path. `shared` is the command
    of an entry that says nothing of this machine. Without `names` the operator asks.
    """

    name: str
    command: str
    base: str
    shared: str = ""
    names: tuple[str, ...] = ()
    inside: str | None = None  # the place of the base in the project, where it lies there

    def within(self, project: str) -> "Server":
        """The same, with a base in the project said from the project, as a client names that."""
        if self.inside is None:
            return self
        return replace(self, base=f"{project}/{self.inside}", command=self.shared or self.command)

    @property
    def args(self) -> tuple[str, ...]:
        """What the command is called with."""
        named = (word for name in self.names for word in ("--as", name))
        return ("serve", "--stdio", "--base", self.base, *named)

    def entry(self) -> dict[str, object]:
        """What a client's JSON says of it."""
        return {"command": self.command, "args": list(self.args)}


class Target(Protocol):
    """One file of a project; texts are whole files, None where there is none."""

    @property
    def path(self) -> str:
        """Where it lies in the project."""
        ...

    def state(self, text: str | None) -> State:
        """What stands there; raises ConfigError for a file that cannot be understood."""
        ...

    def connected(self, text: str | None) -> str:
        """The text with our part in it, as of now; raises ConfigError where it cannot be added."""
        ...

    def removed(self, text: str) -> str | None:
        """The text without our part, None where connect made the file; raises ConfigError where it cannot be parted."""
        ...

    def others(self, text: str, /) -> bool:
        """Whether it has a part of ours for another base, which the guide serves as well."""
        ...


@dataclass(frozen=True, slots=True)
class JsonEntry:
    """An entry of a client's JSON."""

    path: str
    section: str
    server: Server
    kind: Mapping[str, str]

    def _wanted(self, *, made: bool) -> dict[str, object]:
        environment = {**MANAGED, **(MADE if made else {})}
        return {**self.kind, **self.server.entry(), "env": environment}

    def _made(self, text: str) -> bool:
        servers = jsonc.section_of(text, self.section)
        return any(_is_ours(one, MANAGED | MADE) for one in servers.values())

    def state(self, text: str | None) -> State:
        """Ours by the mark in its environment."""
        found = jsonc.entry_of(text or "", self.section, self.server.name)
        return State.ABSENT if found is None else _state(found, self._wanted(made=False))

    def connected(self, text: str | None) -> str:
        """The text with the entry; what somebody added to it stays."""
        place, before = (self.section, self.server.name), text or ""
        found = jsonc.entry_of(before, *place)
        if found is None:
            wanted = self._wanted(made=text is None or self._made(text))
            changed = jsonc.with_entry(before, *place, wanted)
        else:
            wanted, changed = _with_added(found, self._wanted(made=False)), before
            for key, value in wanted.items():
                changed = jsonc.with_member(changed, (*place, key), value)
        _must_only_set(jsonc.document(before), jsonc.document(changed), place, wanted)
        return changed

    def removed(self, text: str) -> str | None:
        """The text without the entry."""
        rest = jsonc.without_entry(text, self.section, self.server.name)
        after = jsonc.document(rest)
        _must_only_set(jsonc.document(text), after, (self.section, self.server.name), None)
        if any(after.values()) or set(after) - {self.section} or "//" in rest or "/*" in rest:
            return rest
        return None if self._made(text) else ("{}\n" if rest.endswith("\n") else "{}")

    def others(self, text: str, /) -> bool:
        """Ours by the mark in their environment."""
        servers = jsonc.section_of(text, self.section)
        return any(_is_ours(one) for name, one in servers.items() if name != self.server.name)


@dataclass(frozen=True, slots=True)
class TomlBlock:
    """A table of a client's TOML, between marks."""

    path: str
    server: Server

    @property
    def _marks(self) -> Marks:
        return toml_marks(self.server.name)

    def _wanted(self) -> str:
        environment = ", ".join(f"{key} = {_toml(value)}" for key, value in MANAGED.items())
        return (
            f"[mcp_servers.{self.server.name}]\n"
            f"command = {_toml(self.server.command)}\n"
            f"args = {_toml(list(self.server.args))}\n"
            f"env = {{ {environment} }}\n"
        )

    def state(self, text: str | None) -> State:
        """Ours by the marks around it."""
        whole = _toml_document(text or "")
        rest = _toml_document(self._marks.without_block(text or "") or "")
        if not isinstance(whole.get(_SERVERS, {}), dict):
            raise ConfigError(f"{_SERVERS} is no table.", hint=_AS_TABLES)
        if self.server.name in rest.get(_SERVERS, {}):
            return State.FOREIGN
        if self._marks.block_of(text or "") is None:
            return State.ABSENT
        return _state(self._found(whole), self._entry)

    @property
    def _entry(self) -> dict[str, Any]:
        entry: dict[str, Any] = tomllib.loads(self._wanted())[_SERVERS][self.server.name]
        return entry

    def _found(self, document: Mapping[str, Any]) -> object:
        return document.get(_SERVERS, {}).get(self.server.name)

    def connected(self, text: str | None) -> str:
        """The text with the table at its end, or what is ours of it in its place: what somebody added stays."""
        block, entry = self._marks.block_of(text or ""), self._entry
        if block is None:
            block = self._wanted()
        else:
            entry = _with_added(self._found(_toml_document(text or "")), entry)
            for key, place in _VALUES.items():
                block = place.sub(partial(_replaced, _toml(entry[key])), block, count=1)
        changed = self._marks.with_block(text, block)
        self._must_only_set(text or "", changed, entry)
        return changed

    def removed(self, text: str) -> str | None:
        """The text without the table."""
        rest = self._marks.without_block(text)
        self._must_only_set(text, rest or "", None)
        return rest

    def _must_only_set(self, text: str, changed: str, entry: object) -> None:
        try:
            after = tomllib.loads(changed)
        except tomllib.TOMLDecodeError as error:
            raise ConfigError("Our table cannot be added to it.", hint=_AS_TABLES) from error
        _must_only_set(_toml_document(text), after, (_SERVERS, self.server.name), entry)

    def others(self, text: str, /) -> bool:
        """Ours by the mark in their environment."""
        servers = tomllib.loads(text).get(_SERVERS, {})
        return any(_is_ours(one) for name, one in servers.items() if name != self.server.name)


@dataclass(frozen=True, slots=True)
class GuideBlock:
    """The guide as a marked block of a file that belongs to the project, sealed with its hash."""

    path: str
    guide: str

    def state(self, text: str | None) -> State:
        """Ours by the marks around it, while its seal holds: what somebody has edited is theirs."""
        return _state_of_guide(MARKDOWN.block_of(text or ""), self.guide)

    def connected(self, text: str | None) -> str:
        """The text with the guide."""
        return MARKDOWN.with_block(text, _sealed(self.guide))

    def removed(self, text: str) -> str | None:
        """The text without the guide."""
        return MARKDOWN.without_block(text)

    def others(self, _text: str, /) -> bool:
        """None: it is the same for all bases."""
        return False


@dataclass(frozen=True, slots=True)
class GuideFile:
    """The guide as a file of our own, sealed with its hash."""

    path: str
    guide: str

    def state(self, text: str | None) -> State:
        """Ours while its seal holds: what somebody has edited is theirs."""
        return _state_of_guide(text, self.guide)

    def connected(self, text: str | None) -> str:  # noqa: ARG002 - the file is ours whole
        """The guide, whatever stood there."""
        return _sealed(self.guide)

    def removed(self, text: str) -> None:
        """Nothing."""

    def others(self, _text: str, /) -> bool:
        """None: it is the same for all bases."""
        return False


def _replaced(value: str, found: re.Match[str]) -> str:
    return f"{found[1]}{value}"


def _sealed(guide: str) -> str:
    body = f"{guide.rstrip()}\n\n"
    digest = hashlib.sha256(body.encode()).hexdigest()
    return f"{body}<!-- written by `okf connect`, sha256 {digest} -->\n"


def _state_of_guide(text: str | None, guide: str) -> State:
    if text is None:
        return State.ABSENT
    if text == _sealed(guide):
        return State.CONNECTED
    seal = _SEAL.search(text)
    body = text[: seal.start()] if seal else ""
    whole = seal is not None and hashlib.sha256(body.encode()).hexdigest() == seal[1]
    return State.OUTDATED if whole else State.FOREIGN


def _state(found: object, wanted: Mapping[str, Any]) -> State:
    """How an entry is, whatever somebody added to it."""
    if not _is_ours(found):
        return State.FOREIGN
    return State.CONNECTED if found == _with_added(found, wanted) else State.OUTDATED


def _with_added(found: object, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """An entry of ours as it is wanted, with the keys and variables that somebody added to it."""
    assert isinstance(found, dict)
    return {**found, **wanted, "env": {**found["env"], **wanted["env"]}}


def _is_ours(entry: object, marks: Mapping[str, str] = MANAGED) -> bool:
    environment = entry.get("env") if isinstance(entry, dict) else None
    return isinstance(environment, dict) and marks.items() <= environment.items()


def _must_only_set(
    before: Mapping[str, object], after: object, place: tuple[str, str], entry: object
) -> None:
    """Raise ConfigError where an edit would say anything but what stood there with our entry, or without it."""
    section, name = place
    found = before.get(section, {})
    entries = (
        {key: one for key, one in found.items() if key != name} if isinstance(found, dict) else {}
    )
    wanted = {**before, section: {**entries, **({} if entry is None else {name: entry})}}
    bare = {key: one for key, one in wanted.items() if key != section or one}
    if after not in (wanted, bare):
        hint = f"Edit {section}.{name} by hand, then try again."
        raise ConfigError("Our entry cannot be edited without changing others.", hint=hint)


def _toml_document(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        hint = "Mend it by hand, then try again."
        raise ConfigError(f"It is no valid TOML: {error}.", hint=hint) from error


def _toml(value: str | list[str]) -> str:
    """A text or a list of texts; JSON would write characters beyond the first 65,536 in two halves."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
