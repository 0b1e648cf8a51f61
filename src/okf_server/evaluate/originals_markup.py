"""Read markup, LaTeX, XML and JSON by their lines, without knowing their grammar.

What a reader sees is given as it stands in the file, and again without the signs of the markup.
"""

import html
import re
import unicodedata

from okf_server.evaluate.originals_text import TextOriginal

_ROLE = re.compile(r":[A-Za-z][\w:+.-]{0,60}:`")
_RST_MARK = re.compile(r" ?\[[^\[\]\s]{1,42}\]_")
_ADOC_NOTE = re.compile(r"footnote(?:ref)?:[\w-]*\[(?:\\\]|[^\]])*\]")
_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$|^.*\S {2,}\S.*$", re.MULTILINE)
_CELLS = re.compile(r"\|| {2,}")
_ADDRESS = re.compile(r"\](?:\((?:<[^<>\n]*>|[^()\s]*)\))")
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_TAG = re.compile(r"<!\[CDATA\[|\]\]>|<[^<>]*>")
_LETTER = re.compile(r"\\u([0-9a-fA-F]{4})")
_REMARK = re.compile(r"(?<!\\)%.*$", re.MULTILINE)
_UNSEEN = re.compile(
    r"\\(?:label|href|index|vspace|hspace|input|include)\*?\{(?:[^{}]|\{[^{}]*\})*\}"
)
_OPTION = re.compile(r"(\\[A-Za-z@]+\*?)\[[^\[\]\n]*\]")
_ACCENTED = re.compile(r"\\([`'^~\"=.]|[cvuHrkdb](?=[ {]))[ ]?\{?\\?([A-Za-z])\}?")
_ACCENTS = dict(
    zip(
        "`'^~\"=.cvuHrkdb",
        "\u0300\u0301\u0302\u0303\u0308\u0304\u0307\u0327\u030c\u0306\u030b\u030a\u0328\u0323\u0331",
        strict=True,
    )
)
_NAMED = {r"\ss": "ß", r"\ae": "æ", r"\oe": "œ", r"\o": "ø", r"\l": "ł", r"\aa": "å", r"\i": "ı"}
_NAME = re.compile(r"\\[A-Za-z@]+\*?")


class MarkdownOriginal(TextOriginal):
    """Markdown as it stands, and without the addresses of its links."""

    def seen(self, text: str) -> str:
        """The lines, and what links show in them."""
        return f"{text}\n{without_addresses(text)}"


class RstOriginal(TextOriginal):
    """reStructuredText: also without the names of roles, and tables column by column."""

    def seen(self, text: str) -> str:
        """The lines, and what tables have below each other."""
        rows = [_CELLS.split(row.strip().strip("|")) for row in _ROW.findall(text)]
        width = max(map(len, rows), default=0)
        columns = (
            " ".join(row[at].strip() for row in rows if at < len(row)) for at in range(width)
        )
        read = _ROLE.sub("`", text)
        return "\n".join([text, read, _RST_MARK.sub("", read), *columns])


class AdocOriginal(TextOriginal):
    """AsciiDoc as it stands, and with its notes apart from the text that refers to them."""

    def seen(self, text: str) -> str:
        """The lines, and what they say without notes."""
        return f"{text}\n{_ADOC_NOTE.sub('', text)}"


class TexOriginal(TextOriginal):
    """LaTeX without comments, names of commands and labels, with its accents as letters."""

    def seen(self, text: str) -> str:
        """The lines as they stand, and as they read."""
        read = _UNSEEN.sub("", _OPTION.sub(r"\1", _REMARK.sub("", text)))
        for name, letter in _NAMED.items():
            read = re.sub(rf"\{name}(?![A-Za-z])(?:\{{\}}|[ ])?", letter, read)
        return f"{text}\n{_NAME.sub('', _ACCENTED.sub(_accented, read))}"


class XmlOriginal(TextOriginal):
    """XML with its tags, and without them."""

    def seen(self, text: str) -> str:
        """The lines as they stand, and the text in them."""
        text = _CDATA.sub(lambda found: html.escape(found[1]), text)
        return f"{html.unescape(_TAG.sub(_spaced, text))}\n{html.unescape(_TAG.sub('', text))}"


class JsonOriginal(TextOriginal):
    """JSON with letters in place of their numbers."""

    def seen(self, text: str) -> str:
        """The lines, decoded."""
        return _LETTER.sub(lambda found: chr(int(found[1], 16)), text)


def without_addresses(markdown: str) -> str:
    """Markdown with the texts of its links alone."""
    return _ADDRESS.sub("]", markdown)


def _accented(found: re.Match[str]) -> str:
    return unicodedata.normalize("NFC", found[2] + _ACCENTS[found[1]])


def _spaced(found: re.Match[str]) -> str:
    """The names and values in a tag."""
    return " " if found[0] in ("<![CDATA[", "]]>") else found[0]
