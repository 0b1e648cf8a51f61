"""The tree of a page, by the parser of libxml2: nothing that a page names is opened."""

import codecs
import re
from typing import Any

from okf_server.extract.decode import decode
from okf_server.extract.wordings import too_deep

_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([a-z0-9_:.\-]{2,40})", re.IGNORECASE)
_XML = re.compile(
    rb"^\s*<\?xml[^>]{0,100}?encoding\s*=\s*[\"']([a-z0-9_:.\-]{2,40})", re.IGNORECASE
)
_PARAGRAPH_END = re.compile(r"</p\s*>", re.IGNORECASE)
"""The end of a paragraph that is not open parts a text too, as the standard has it; libxml2 passes over it."""

_SAMPLE = 65_536
_LABELS = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
    "tis-620": "cp874",
    "big5": "big5hkscs",
}
"""What browsers read under these names, by their names in Python."""


def text_of(data: bytes, *, declared: str = "") -> tuple[str, str]:
    """The text of a page, and a warning where its encoding had to be guessed.

    `declared` is what is said of it outside of the page, and comes before what it says itself.
    """
    return decode(data, declared=charset(declared) or _declared(data))


def charset(label: str) -> str:
    """The codec that is meant by the name of an encoding; empty where there is none for text."""
    try:
        name = codecs.lookup(label.strip(" \"'")).name
        "".encode(name)
    except (LookupError, ValueError):
        return ""
    return _LABELS.get(name, name)


def tree_of(text: str) -> tuple[Any, str]:
    """The root of a page, None where there is nothing in it, and what is missing of it, if anything is."""
    from lxml import etree, html  # noqa: PLC0415 - not in a core installation

    text = _PARAGRAPH_END.sub("</p><hr>", text.replace("\0", ""))
    data = text.encode("utf-8", "replace")
    if not data.strip():
        return None, ""
    parser = html.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True)
    try:
        root = html.document_fromstring(data, parser=parser)
    except (etree.ParserError, ValueError):
        return None, ""
    return root, cut(parser)


def cut(parser: Any) -> str:
    """What a parser left out, for it nests too deep; empty where it read all."""
    deep = next(filter(None, (too_deep(entry.message) for entry in parser.error_log)), "")
    return f"{deep}: what is below is missing" if deep else ""


def _declared(data: bytes) -> str:
    found = _META.search(data[:_SAMPLE]) or _XML.search(data[:_SAMPLE])
    return charset(found[1].decode("ascii")) if found else ""
