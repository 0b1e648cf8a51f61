"""Reduce a text to its letters and digits, so that two readings of it can be compared."""

import re
import unicodedata

_NOT_WORD = re.compile(r"[\W_]+")


def squeeze(text: str) -> str:
    """The letters and digits of a text, for comparison; all but white space where it has none."""
    normal = unicodedata.normalize("NFKC", text).casefold()
    return _NOT_WORD.sub("", normal) or "".join(normal.split())
