"""Judge whether the text of a PDF page is what the page shows, or only codes that its fonts give no meaning.

The engine suspects every page of words without vowels: lists of parts and of hosts too. Its suspicion counts
where the page bears it out.
"""

import re
import unicodedata
from functools import cache
from typing import Any

_FEW = 0.02  # of a page's letters that have no meaning: a sign of its own here and there
_MANY = 0.2  # of its words that no language writes so
_BLANK = "\t\n\r\u00ad\u200b\u200c\u200d"
_WITHIN = re.compile(r"[^\W_][\]\[\\^{}]+[^\W_]")
_LONG = 4  # letters of a word that tells something


def is_garbled(parsed: Any) -> bool:
    """Whether the engine suspects it, and letters have no meaning or stand in words that nobody writes."""
    if not parsed.complexity or not parsed.complexity.is_garbled:
        return False
    runs = [item for item in parsed.text_items if item.text.strip()]
    letters = sum(len(item.text) for item in runs)
    lost = sum(
        len(item.text) if item.font_is_buggy else sum(map(_is_none, item.text)) for item in runs
    )
    words = [word for item in runs for word in item.text.split() if len(word) >= _LONG]
    odd = sum(map(_is_odd, words))
    return lost > letters * _FEW or odd > len(words) * _MANY


def _is_none(char: str) -> bool:
    """Whether a character stands for nothing that a reader knows."""
    if char.isascii() and char.isprintable():
        return False
    return char == "\ufffd" or (
        char not in _BLANK and unicodedata.category(char) in ("Cc", "Co", "Cn", "Cs")
    )


def _is_odd(word: str) -> bool:
    """Whether a word has signs between its letters that no word has, or letters of several scripts."""
    if word.isascii():
        return _WITHIN.search(word) is not None
    return len({_script(char) for char in word if char.isalpha()}) > 1 or bool(_WITHIN.search(word))


@cache
def _script(char: str) -> str:
    """A script by the name of its letters; those that Chinese, Japanese and Korean write together are one."""
    name = unicodedata.name(char, "").partition(" ")[0]
    return "CJK" if name in ("HIRAGANA", "KATAKANA", "HANGUL", "KATAKANA-HIRAGANA") else name
