"""Take a text in Rich Text Format (RTF 1.9.1) apart into its tokens."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

_TOKEN = re.compile(
    rb"\\([A-Za-z]{1,32})(-?\d{1,10})? ?|\\'([0-9A-Fa-f]{2})|\\([^A-Za-z])|([{}])|[\r\n\x00]+|([^\\{}\r\n\x00]+)"
)
_MOST_SKIPPED = 2**31


class Kind(Enum):
    """What a token is."""

    OPEN = "open"
    CLOSE = "close"
    WORD = "word"
    SYMBOL = "symbol"
    BYTES = "bytes"


class Token(NamedTuple):
    """A token; `text` is a word's or symbol's name, `value` its number, `data` plain bytes."""

    kind: Kind
    text: str = ""
    value: int | None = None
    data: bytes = b""


def tokens(source: bytes) -> Iterator[Token]:
    """The tokens in order; binary data is passed over, and so is what is no token."""
    at = 0
    while (found := _TOKEN.search(source, at)) is not None:
        at = found.end()
        word, value, code, symbol, brace, plain = found.groups()
        if word is not None:
            number = None if value is None else int(value)
            if word == b"bin":
                at += min(max(number or 0, 0), _MOST_SKIPPED)
            yield Token(Kind.WORD, word.decode("ascii"), number)
        elif code is not None:
            yield Token(Kind.BYTES, data=bytes.fromhex(code.decode("ascii")))
        elif symbol is not None:
            yield Token(Kind.SYMBOL, symbol.decode("latin-1"))
        elif brace is not None:
            yield Token(Kind.OPEN if brace == b"{" else Kind.CLOSE)
        elif plain is not None:
            yield Token(Kind.BYTES, data=plain)
