"""The footnotes, endnotes and comments of a Word document, found by their ids."""

import re
from typing import Any

from okf_server.extract import markup
from okf_server.extract.opc import Package
from okf_server.extract.word_numbering import roman
from okf_server.extract.xml_names import attribute, name_of

_PARTS = {"footnotes": "footnote", "endnotes": "endnote", "comments": "comment"}
_OWN_KINDS = ("", "normal")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class Notes:
    """The notes of a document; they are numbered in the order in which they are asked for."""

    def __init__(self, package: Package, main: str) -> None:
        self._notes: dict[tuple[str, str], Any] = {}
        self._labels: dict[tuple[str, str], str] = {}
        self._counts: dict[str, int] = {}
        for part, kind in _PARTS.items():
            root = package.root(package.first(main, part))
            for one in () if root is None else root:
                if name_of(one) == kind and attribute(one, "type") in _OWN_KINDS:
                    self._notes[part, attribute(one, "id")] = one

    def has(self, part: str, key: str) -> bool:
        """Whether there is such a note."""
        return (part, key) in self._notes

    def element(self, part: str, key: str) -> Any:
        """The note's element, which holds paragraphs."""
        return self._notes[part, key]

    def label(self, part: str, key: str) -> str:
        """The number that Word shows: Arabic for footnotes, Roman for endnotes."""
        if (part, key) not in self._labels:
            count = self._counts[part] = self._counts.get(part, 0) + 1
            self._labels[part, key] = roman(count) if part == "endnotes" else str(count)
        return self._labels[part, key]


def byline(author: str, date: str) -> str:
    """Who commented, and on which day, as Markdown."""
    name = markup.inline(author) or "an unnamed person"
    day = _DAY.match(date)
    return f"Comment by {name}, {day[0]}:" if day else f"Comment by {name}:"
