"""What people wrote to describe a picture, for those who cannot see it."""

import re

_WORDS = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]|[^\W\u3040-\u9fff\uac00-\ud7af]+")
_BY_A_PROGRAM = re.compile(r"automatically generated|AI-generated content", re.IGNORECASE)
_FILE = re.compile(r"\S+\.\w{3,4}|https?://\S+")
_FEWEST_WORDS = 3  # fewer name an ornament


def description(text: str) -> str:
    """The description in one line; empty for the name of a file or an ornament, and for what a program guessed."""
    line = " ".join(text.split())
    if _BY_A_PROGRAM.search(line) or _FILE.fullmatch(line):
        return ""
    return line if len(_WORDS.findall(line)) >= _FEWEST_WORDS else ""
