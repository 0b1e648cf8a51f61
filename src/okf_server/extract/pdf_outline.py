"""Read the outline of a PDF, its bookmarks: which titles its author gave to which pages, and how deep they lie."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from okf_server.extract.letters import squeeze
from okf_server.extract.pdf_drafts import Draft

_MOST = 5000  # bookmarks
_DEEPEST = 8
_NUMBER = re.compile(r"(?:\d{1,3}|[A-Z])(?:\.\d{1,3})*[.)]?\s+(?=\S)")
_LONGEST = 240


class _Title(NamedTuple):
    page: int
    letters: str


class Outline:
    """The titles of the outline, and their levels from 1; a title counts on its own page alone."""

    def __init__(self, document: Any = None) -> None:
        self._levels: dict[_Title, int] = {}
        for title, page, level in _bookmarks(document) if document is not None else ():
            for letters in _readings(title):
                self._levels.setdefault(_Title(page, letters), level)

    def level(self, draft: Draft) -> int:
        """How deep a block lies by its title; 0 where the outline has none like it."""
        text = draft.block.text
        if not self._levels or not text or len(text) > _LONGEST:
            return 0
        titles = (_Title(draft.page, letters) for letters in _readings(text))
        return next((self._levels[title] for title in titles if title in self._levels), 0)


def _readings(title: str) -> Iterator[str]:
    """Its letters with its number and without: an outline leaves the numbers away, or adds them."""
    yield squeeze(title)
    if found := _NUMBER.match(title):
        yield squeeze(title[found.end() :])


def _bookmarks(document: Any) -> Iterator[tuple[str, int, int]]:
    """Title, page and level of each bookmark that leads to a page."""
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    try:
        for bookmark in islice(document.get_toc(max_depth=_DEEPEST), _MOST):
            target = bookmark.get_dest()
            index = target.get_index() if target else None
            if index is not None and index >= 0 and squeeze(bookmark.get_title()):
                yield bookmark.get_title(), index + 1, bookmark.level + 1
    except (pypdfium2.PdfiumError, UnicodeDecodeError):
        return  # a damaged outline tells as much as was read of it
