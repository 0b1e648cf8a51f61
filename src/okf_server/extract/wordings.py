"""What libraries say of a file that they cannot read, in words for people."""

import re

_DEPTH = re.compile(r"xcessive depth in document: (\d+)")
_PREFIX = re.compile(r"^(?:parse error|conversion error|PDF error): (?:[a-z]+: )?")

_PLAIN = {
    "File is not a zip file": "it is cut off, or no package at all",
    "Bad magic number for": "its package is damaged",
    "Bad CRC-32 for file": "a part of it is damaged, or of another size than it says",
    "Error -3 while decompressing": "a part of it is damaged",
    "Truncated file header": "it is cut off",
    "entity amplification factor": "it declares entities that unpack to too much",
    "XML_PARSE_HUGE": "a text, a name or a value in it is longer than 10 million letters",
    "XML with DTD detected": "it declares a document type",
    "opened but never closed": "its text breaks off",
    "no document.xml": "there is no document in it that can be read",
    "no WordDocument stream": "there is no Word document in it",
    "no 0Table stream": "a part that every Word document has is missing",
    "no 1Table stream": "a part that every Word document has is missing",
    "not a compound file": "it is no Word document",
    "damaged compound file": "it is damaged or cut off",
    "unsupported Word binary format": "it was written by Word 2 or another old program",
    "Cannot detect file format": "there is no workbook in it that can be read",
    "no entry found for key": "one of its parts names another that is missing",
    "this file is not a stream": "its parts are mixed up",
    "invalid PDF format": "its structure is damaged",
    "page not found": "a page that it names is missing",
    "unsupported file format: .ai": "it is a drawing of Adobe Illustrator without text",
    "Crop exceeds page dimensions": "it has no size",
    "could be decompression bomb": "its picture is too large to be unpacked",
}
"""A part of what libraries say, and what is meant by it."""


def too_deep(message: str) -> str:
    """The limit that a parser of XML or HTML names where elements nest deeper; empty for other messages."""
    found = _DEPTH.search(message)
    return f"more than {found[1]} elements inside each other" if found else ""


def in_plain_words(message: str) -> str:
    """What a library's message means, without its own terms where they are known."""
    known = next((plain for part, plain in _PLAIN.items() if part in message), "")
    return too_deep(message) or known or _PREFIX.sub("", message)
