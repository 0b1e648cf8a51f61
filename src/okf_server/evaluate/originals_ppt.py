"""Read the text of a binary deck again, straight from its stream, by slide."""

from collections.abc import Iterator
from pathlib import Path

from okf_server.model.locator import Locator, SlideLocator

_DOCUMENT, _LIST, _ENTRY, _DIRECTORY = 0x3E8, 0xFF0, 0x3F3, 0x1772
_SLIDE_ATOM, _SHOW_INFO = 0x3EF, 0x3F9
_WIDE, _NARROW, _STRING = 0xFA0, 0xFA8, 0xFBA
_NOTES_LIST = 2

_Record = tuple[int, int, int, int]
"""Kind, instance, and where the content begins and ends."""


class OldSlideOriginal:
    """A .ppt deck: all text of a slide, of its outline and of its notes."""

    exact = True

    def __init__(self, path: Path) -> None:
        import olefile  # noqa: PLC0415 - of the extra `documents`

        with olefile.OleFileIO(str(path)) as file:
            self._data = file.openstream("PowerPoint Document").read()
        tops = list(self._tops())
        self._parts = dict(entry for top in tops for entry in self._directory(top))
        document = [top for top in tops if top[0] == _DOCUMENT][-1]
        self._lists = [one for one in self._below(document) if one[0] == _LIST]
        self._footers = [t for kind, t in self._texts(document) if kind == _STRING]
        self._notes = {self._number(e[2] + 12): e for e, _ in self._entries(_NOTES_LIST)}
        self._slides = list(self._entries(0))

    def text_at(self, locator: Locator) -> str | None:
        """The slide's texts in the order of the file."""
        if not isinstance(locator, SlideLocator) or not 0 < locator.slide <= len(self._slides):
            return None
        entry, outline = self._slides[locator.slide - 1]
        texts = [*outline, *self._footers]
        slide = self._part(entry)
        for kind, _, start, _ in self._below(slide) if slide else ():
            if kind == _SLIDE_ATOM and self._number(start + 16) in self._notes:
                notes = self._part(self._notes[self._number(start + 16)])
                texts += [text for _, text in self._texts(notes)] if notes else []
            elif kind == _SHOW_INFO and self._data[start + 10] & 4:
                texts += [f"{text} (hidden slide)" for text in outline]
        texts += [text for _, text in self._texts(slide)] if slide else []
        return "\n".join(text.replace("\r", "\n") for text in texts)

    def close(self) -> None:
        """Nothing is kept open."""

    def _number(self, at: int, size: int = 4) -> int:
        return int.from_bytes(self._data[at : at + size], "little")

    def _record(self, at: int) -> _Record:
        head, end = self._number(at, 2), at + 8 + self._number(at + 4)
        return self._number(at + 2, 2), head, at + 8, min(end, len(self._data))

    def _tops(self) -> Iterator[_Record]:
        at = 0
        while at + 8 <= len(self._data):
            record = self._record(at)
            yield record
            at = record[3]

    def _below(self, parent: _Record) -> Iterator[_Record]:
        """All records in another, containers and what is in them one after the other."""
        at = parent[2]
        while at + 8 <= parent[3]:
            record = self._record(at)
            yield record
            at = record[2] if record[1] & 0xF == 0xF else record[3]  # noqa: PLR2004 - the version of containers

    def _texts(self, parent: _Record) -> Iterator[tuple[int, str]]:
        for kind, _, start, end in self._below(parent):
            if kind in (_WIDE, _STRING):
                yield kind, self._data[start:end].decode("utf-16-le", "replace")
            elif kind == _NARROW:
                yield kind, self._data[start:end].decode("latin-1")

    def _directory(self, record: _Record) -> Iterator[tuple[int, int]]:
        """Where parts are kept by their numbers; what is written later in the file holds."""
        at = record[2]
        while record[0] == _DIRECTORY and at + 4 <= record[3]:
            head = self._number(at)
            for place in range(head >> 20):
                at += 4
                yield (head & 0xFFFFF) + place, self._number(at)
            at += 4

    def _entries(self, instance: int) -> Iterator[tuple[_Record, list[str]]]:
        """The entries of the slides' or the notes' list, and their texts in the outline."""
        for found in self._lists:
            if found[1] >> 4 != instance:
                continue
            places = [one for one in self._below(found) if one[0] == _ENTRY]
            ends = [*(start - 8 for _, _, start, _ in places[1:]), found[3]]
            for one, end in zip(places, ends, strict=True):
                texts = self._texts((0, 0, one[3], end))
                yield one, [text for _, text in texts]

    def _part(self, entry: _Record) -> _Record | None:
        at = self._parts.get(self._number(entry[2]), -1)
        return self._record(at) if 0 <= at < len(self._data) else None
