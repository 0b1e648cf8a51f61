"""Read the mappings of a configuration file, key by key."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeVar

from okf_server.errors import ConfigError

_Choice = TypeVar("_Choice", bound=StrEnum)

_MAPPING = "Write `key: value` lines below it."
_FLAG = "Write true or false."
_FRACTION = "Write a number such as 0.5."
_SHOWN = 80  # characters of a value in a message


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """A configuration file: the name that messages give it, and its text."""

    name: str
    text: str = ""

    def place(self, key: str) -> str:
        """The file and, where the key stands there once, its line."""
        pattern = rf"""^(?:.*[\s{{,\[-])?["']?{re.escape(key)}["']?\s*:"""
        lines = [n for n, line in enumerate(self.text.splitlines(), 1) if re.match(pattern, line)]
        return f"{self.name}, line {lines[0]}" if len(lines) == 1 else self.name


class Fields:
    """One mapping of a configuration file. Every key is known and of its type, or it is a ConfigError.

    `at` is the path of keys that leads to the mapping, `known` what may stand in it; None allows any key.
    """

    def __init__(
        self, value: object, origin: Origin, *, at: str = "", known: Sequence[str] | None = None
    ) -> None:
        self.origin = origin
        self.at = at
        if not isinstance(value, Mapping):
            raise self.error("", f"is {_described(value)}, not a mapping of keys", hint=_MAPPING)
        self._values: dict[str, object] = {str(key): value[key] for key in value}
        for key in self._values:
            if known is not None and key not in known:
                raise self._unknown(key, known)

    def __contains__(self, key: str) -> bool:
        return self._values.get(key) is not None

    def items(self) -> Iterator[tuple[str, object]]:
        """Keys and values as they stand."""
        yield from self._values.items()

    def get(self, key: str) -> object:
        """The value as it stands; None where it is absent or null."""
        return self._values.get(key)

    def text(self, key: str) -> str | None:
        """Some text; a number is taken by its digits."""
        value = self._values.get(key)
        if value is None:
            return None
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            return str(value)
        raise self.error(key, f"is {_described(value)}, not text", hint="Write one text there.")

    def needed(self, key: str) -> str:
        """Some text that must be there."""
        value = self.text(key)
        if not value:
            raise self.error(key, "is missing", hint=f"Write `{key}: ...`.")
        return value

    def flag(self, key: str, *, default: bool) -> bool:
        """Yes or no."""
        value = self._values.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.error(key, f"is {_described(value)}, not true or false", hint=_FLAG)
        return value

    def number(self, key: str, *, least: int, most: int = 2**31) -> int | None:
        """A whole number within its limits."""
        value = self._values.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(
                key,
                f"is {_described(value)}, not a whole number",
                hint=f"Write `{key}: {least}` or more.",
            )
        if not least <= value <= most:
            raise self.error(
                key,
                f"is {value}; it must be {least} or more and {most} or less",
                hint=f"Write `{key}: {least}` or more.",
            )
        return value

    def fraction(self, key: str) -> float | None:
        """A number from 0 to 1."""
        value = self._values.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(key, f"is {_described(value)}, not a number", hint=_FRACTION)
        if not 0 <= value <= 1:
            raise self.error(key, f"is {value}; it must be from 0 to 1", hint=_FRACTION)
        return float(value)

    def choice(self, key: str, default: _Choice) -> _Choice:
        """One of the values of an enum."""
        value = self.text(key)
        if value is None:
            return default
        kinds = [str(kind) for kind in type(default)]
        if value not in kinds:
            raise self.error(key, f"is {value!r}", hint=suggestion(value, kinds))
        return type(default)(value)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of text; one text alone is a list of one."""
        value = self._values.get(key)
        if value is None:
            return ()
        values = value if isinstance(value, list) else [value]
        if not all(isinstance(v, str | int | float) and not isinstance(v, bool) for v in values):
            raise self.error(key, "is not a list of text", hint="Write [one, two].")
        return tuple(str(v) for v in values)

    def fields(self, key: str, known: Sequence[str] | None = None) -> "Fields":
        """The mapping under a key; an empty one where it is absent."""
        value = self._values.get(key)
        return Fields({} if value is None else value, self.origin, at=self.path(key), known=known)

    def path(self, key: str) -> str:
        """The keys that lead to a key of this mapping."""
        return ".".join(part for part in (self.at, key) if part)

    def error(self, key: str, problem: str, *, hint: str) -> ConfigError:
        """What is wrong with a key: names the file, the line where it is known, and the key."""
        last = key or self.at.rpartition(".")[2].partition("[")[0]
        place = self.origin.place(last) if last else self.origin.name
        subject = self.path(key) or "the file"
        return ConfigError(f"{place}: {subject} {problem}.", hint=hint)

    def _unknown(self, key: str, known: Sequence[str]) -> ConfigError:
        inside = f" in {self.at}" if self.at else ""
        return ConfigError(
            f"{self.origin.place(key)}: unknown key {key!r}{inside}.", hint=suggestion(key, known)
        )


def suggestion(word: str, known: Sequence[str]) -> str:
    """What to write instead of a word that is not known."""
    close = get_close_matches(word, known, n=1, cutoff=0.6)
    return f"Did you mean {close[0]!r}?" if close else f"Known: {', '.join(known)}."


def _described(value: object) -> str:
    match value:
        case None:
            return "empty"
        case bool():
            return str(value).lower()
        case str() | int() | float():
            shown = repr(value)
            return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
        case list():
            return "a list"
        case _:
            return "a mapping" if isinstance(value, Mapping) else "something else"
