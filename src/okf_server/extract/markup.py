"""Turn plain text into Markdown that reads as the same text."""

import re

_NEWLINES = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufeff\xad]")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_BLOCK_START = re.compile(
    r"(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|\||`{3}|~{3}|=+$|-{2,}$|(?:[-*_]\s*){3,}$)"
)
_SCHEMES = ("http://", "https://", "mailto:")
_LONGEST_TARGET = 80  # beyond it there is tracking in it, and it would drown the text
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=\s|$)")


def clean(text: str) -> str:
    """The text with LF line ends, without control characters, lone surrogates and soft hyphens."""
    return _UNSEEN.sub("", _NEWLINES.sub("\n", text))


def plain(text: str) -> str:
    """Clean text as Markdown: each line trimmed, nothing in it starting a block, a tag or a link."""
    lines = (" ".join(line.split()) for line in clean(text).split("\n"))
    return "\n".join(_line(line) for line in lines if line)


def inline(text: str) -> str:
    """Clean text as Markdown in one line, for headings, cells and parts of a sentence."""
    return within(" ".join(clean(text).split()))


def within(text: str) -> str:
    """Text of one line with what would start a tag or a link escaped."""
    return _TAG.sub(r"\\<", text).replace("](", "]\\(")


def starts(text: str) -> str:
    """One line of Markdown with what would start a block escaped."""
    if _BLOCK_START.match(text):
        return "\\" + text
    return _NUMBERED.sub(r"\1\\\2", text, count=1) if _NUMBERED.match(text) else text


def link(text: str, target: str) -> str:
    """A link, where its target is an address that one can follow and bear to see; else the text alone."""
    followed = target.startswith(_SCHEMES) and len(target) <= _LONGEST_TARGET
    if not followed or target == text or not text.strip():
        return text
    address = re.sub(r"[\s<>\\]", lambda found: f"%{ord(found[0]):02X}", clean(target))
    return f"[{text}](<{address}>)" if re.search(r"[()]", address) else f"[{text}]({address})"


def _line(line: str) -> str:
    return starts(within(line))
