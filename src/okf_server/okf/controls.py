"""Characters that nobody sees and that steer what shows or reads a text: documents are data."""

import re

_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_TEXT = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 and C1, but for tabs and line ends
    "\u202a-\u202e\u2066-\u2069"  # directions that override
    "\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb"  # no width, or no meaning any more
    "\U000e0000-\U000e007f"  # tags: letters that are not shown
)
STEERING = re.compile(f"[{_TEXT}]|(?<=[{_SELECTORS}])[{_SELECTORS}]+")
"""What is taken out. What scripts need stays: joiners, marks of direction, one selector of a variant."""

_STEERING_ASCII = bytes(sign for sign in (*range(32), 0x7F) if sign not in b"\t\n")
_LONE = re.compile(r"[\ud800-\udfff]")


def _is_plain(raw: bytes) -> bool:
    """Whether there is nothing to take out of ASCII, told ten times faster than by a regular expression."""
    return len(raw.translate(None, _STEERING_ASCII)) == len(raw)


def plain(text: str) -> str:
    """The text without what steers, and with a sign in the place of what is no character."""
    if text.isascii() and (text.isprintable() or _is_plain(text.encode())):
        return text
    text = STEERING.sub("", text)
    try:
        text.encode()
    except UnicodeEncodeError:
        return _LONE.sub("\ufffd", text)
    return text
