"""Take an equation script apart into words, numbers and signs."""

import re
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
    (?P<space> [\s~`\u00a0]+ )
    | (?P<text> "[^"]*"? )
    | (?P<word> [A-Za-z]+ )
    | (?P<number> \d+(?:\.\d+)? )
    | (?P<hangul> [\uac00-\ud7a3\u3131-\u318e]+ )
    | (?P<sign> <-> | <<< | >>> | -> | << | >> | == | != | <= | >= | \+- | -\+ | \|\| | . )
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """A piece of a script; `glued` where no space stands before it."""

    text: str
    kind: str
    glued: bool


END = Token("", "end", glued=False)


class Tokens:
    """The tokens of a script, read once from left to right."""

    def __init__(self, script: str) -> None:
        self._tokens = _tokens(script)
        self._next = 0

    def peek(self, ahead: int = 0) -> Token:
        """A token that is still to come; END behind the last."""
        at = self._next + ahead
        return self._tokens[at] if at < len(self._tokens) else END

    def take(self) -> Token:
        """The next token."""
        token = self.peek()
        self._next += 1
        return token

    def skip(self, text: str) -> bool:
        """Pass over the next token if it is this one."""
        found = self.peek().text == text
        self._next += found
        return found


def _tokens(script: str) -> list[Token]:
    found: list[Token] = []
    glued = False
    for match in _TOKEN.finditer(script):
        kind = match.lastgroup or "sign"
        if kind != "space":
            found.append(Token(match[0], kind, glued))
        glued = kind != "space"
    return found
