"""Names in reStructuredText that stand for other text, and the forms that a part of it is for."""

import re
import sys
from collections.abc import Sequence

_DEFINED = re.compile(
    r"\s*\.\. \|([^|\s](?:[^|]*[^|\s])?)\| +(replace|unicode|image|date)::(?: +(.*))?$"
)
_REFERENCE = re.compile(
    r"(``.*?``)|(?<![\w\\|])\|([^|\s](?:[^|\n]{0,60}[^|\s])?)\|(?:__?)?(?![\w|])", re.DOTALL
)
_CODE_POINT = re.compile(r"(?:0x|x|\\x|U\+|u|\\u|&#x)([0-9A-Fa-f]{1,6});?|(\d{1,7})")
_ALT = re.compile(r"\s+:alt:\s*(.*)")
_DEEPEST = 8
_LONGEST = 10_000  # letters
_WEB = frozenset(["html", "builder_html", "format_html", "dirhtml", "singlehtml"])


class Substitutions:
    """What the names of a file stand for, and those that nothing in it defines."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.unknown: dict[str, None] = {}
        self._values: dict[str, str] = {}
        for row, line in enumerate(lines):
            if found := _DEFINED.match(line):
                below = list(_below(lines, row))
                self._values.setdefault(_key(found[1]), _value(found[2], found[3] or "", below))

    @staticmethod
    def are_defined_by(line: str) -> bool:
        """Whether this line says what a name stands for."""
        return bool(_DEFINED.match(line))

    def replaced(self, text: str) -> str:
        """Text with what its names stand for; a name that nothing defines stays."""
        for _ in range(_DEEPEST):
            written = _REFERENCE.sub(self._replaced, text)
            if written == text or len(written) > len(text) + _LONGEST:
                break
            text = written
        return text

    def _replaced(self, found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        value = self._values.get(_key(found[2]))
        if value is None:
            self.unknown[found[2]] = None
            return found[0]
        return value


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _below(lines: Sequence[str], row: int) -> list[str]:
    """The lines that go on with the definition in this row."""
    indent = len(lines[row]) - len(lines[row].lstrip())
    stop = row + 1
    while stop < len(lines) and lines[stop].strip() and lines[stop].startswith(" " * (indent + 1)):
        stop += 1
    return list(lines[row + 1 : stop])


def _value(kind: str, said: str, below: Sequence[str]) -> str:
    if kind == "image":
        return next((found[1] for line in below if (found := _ALT.match(line))), "")
    if kind == "unicode":
        return "".join(_letter(word) for word in said.split(" .. ", maxsplit=1)[0].split())
    options = [line.strip() for line in below if not re.match(r"\s+:[a-z]+:", line)]
    return "" if kind == "date" else " ".join([said, *options]).strip()


def _letter(word: str) -> str:
    found = _CODE_POINT.fullmatch(word)
    if found is None:
        return word
    number = int(found[1], 16) if found[1] else int(found[2])
    return chr(number) if number <= sys.maxunicode else ""


def is_for_the_web(expression: str) -> bool:
    """Whether an expression of `only` holds for web pages; one with brackets is not looked into, and does."""
    if "(" in expression or not expression.strip():
        return True
    return any(
        all(
            (word.removeprefix("not ").strip() in _WEB) != word.startswith("not ")
            for word in (part.strip() for part in either.split(" and "))
        )
        for either in expression.split(" or ")
    )
