"""Keep tokens out of what is written down, however they came in."""

import base64
import binascii
import re
from collections.abc import Iterator
from urllib.parse import unquote

HIDDEN = "[token]"

_DOT = r"(?:\.|%(?:25)*2[eE])"
_LIKE_ONE = re.compile(rf"eyJ[\w-]{{5,}}(?:{_DOT}[\w-]*){{0,4}}|(?i:bearer)\s+\S+")
_KEY = re.compile(  # of GitHub, GitLab, Slack, AWS, Google, Hugging Face, npm, PyPI and makers of models
    r"(?<![A-Za-z0-9])(?:gh[oprsu]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[a-z]-[\w-]{10,}|AKIA[0-9A-Z]{16}"
    r"|AIza[\w-]{30,}|ya29\.[\w-]{20,}|hf_\w{20,}|npm_\w{20,}|pypi-[\w-]{30,}|sk-[\w-]{20,})"
)
_BASIC = re.compile(r"(?i:basic)\s+([\w+/-]{4,}={0,2})")
_MOST_LAYERS = 8  # of percent-encoding; each makes two characters more of one
_LONGEST = 65_536
_LONG_PART = 16  # characters of a part of a JWT that is told from words


class Redactor:
    """Takes a token out of texts: as it is, percent-encoded, in base64, and parts of it; and what looks like one.

    `shown` is the token, empty where there was none. A text that held one in percent-encoding is decoded.
    """

    def __init__(self, shown: str = "") -> None:
        self._longest = (2 * _MOST_LAYERS + 1) * len(shown)
        self._forms = sorted(set(_forms(shown)), key=len, reverse=True) if shown else []

    def hidden(self, text: str) -> str:
        """The text without tokens; of a very long one the beginning, which ends with no part of one."""
        most = _LONGEST + self._longest
        if len(text) > most:
            return self.hidden(text[:most])[: -self._longest or None]
        layer = found = self._without(text)
        for _ in range(_MOST_LAYERS):
            if "%" not in layer or (decoded := unquote(layer)) == layer:
                return found
            layer = self._without(decoded)
            if layer != decoded:
                found = layer
        return HIDDEN

    def _without(self, text: str) -> str:
        for form in self._forms:
            text = text.replace(form, HIDDEN)
        return _BASIC.sub(_credentials, _KEY.sub(HIDDEN, _LIKE_ONE.sub(HIDDEN, text)))


def _credentials(match: re.Match[str]) -> str:
    """Hidden where it decodes to a name and a secret (RFC 7617); "basic knowledge" stays."""
    text = match[1].rstrip("=").replace("-", "+").replace("_", "/")
    try:
        decoded = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except binascii.Error:
        return match[0]
    return HIDDEN if b":" in decoded else match[0]


def _forms(shown: str) -> Iterator[str]:
    yield shown
    yield shown.replace("+", " ")  # as a form is decoded
    yield from (part for part in shown.split(".") if len(part) >= _LONG_PART)
    for before in range(3):
        yield from _in_base64(shown.encode(), before)


def _in_base64(token: bytes, before: int) -> Iterator[str]:
    """What stands in the base64 of any text that has the token after so many bytes, counted in threes."""
    encoded = base64.b64encode(b"\0" * before + token)
    first, whole = -(-before * 8 // 6), (before + len(token)) * 8 // 6
    inner = encoded[first:whole].decode()
    if len(inner) >= _LONG_PART // 2:
        yield inner
        yield inner.replace("+", "-").replace("/", "_")
