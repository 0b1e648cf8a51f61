"""Run liteparse over a PDF, some pages at a time, until all are read or the time is up.

The engine's OCR stays off: it would fetch models from the network. Its own removal of running headers
stays off too: it takes headings and table rows along. `pdf_layout` does it with more care.
"""

import threading
from collections.abc import Callable, Iterator
from typing import Any

from okf_server.extract.limits import MOST_PAGES

_AT_ONCE = 16  # pages: a bound for memory, and for what is lost when the time is up

Crop = tuple[float, float, float, float]
"""What is cut off above, right, below and left, in fractions of the page."""


class Reading:
    """The pages of a PDF as they are read; what is missing is known once `pages` has come to its end.

    `deadline` is a moment of `clock`. A page that fails is read again alone, so that it fails alone.
    """

    def __init__(self, data: bytes, *, deadline: float, clock: Callable[[], float]) -> None:
        self._data = data
        self._deadline = deadline
        self._clock = clock
        self.total = 0
        self.errors: dict[int, str] = {}
        self.late_from = 0

    def pages(self) -> Iterator[Any]:
        """The pages in order; raises ParseError where the file as a whole cannot be read."""
        first, slowest = 1, 0.0
        while first == 1 or first <= self.total:
            started = self._clock()
            if started + slowest > self._deadline:
                self.late_from = first
                return
            end = first + _AT_ONCE
            result = self._batch(first, min(end, self.total + 1) if self.total else end)
            if result is None:
                self.late_from = first
                return
            yield from result
            slowest = max(slowest, self._clock() - started)
            first += _AT_ONCE

    def part(self, number: int, turn: int, crop: Crop) -> Any | None:
        """A part of a page, turned back by so many degrees; None where it cannot be read in time."""
        from liteparse import ParseError  # noqa: PLC0415 - see `_parser`

        corrected = [(number, turn)]
        try:
            result = self._parsed(
                str(number), page_orientation_corrections=corrected, crop_box=crop
            )
        except ParseError:
            return None
        return next(iter(result.pages), None) if result else None

    def _batch(self, first: int, end: int) -> list[Any] | None:
        """The pages `first` to `end - 1`; None where they take too long."""
        from liteparse import ParseError  # noqa: PLC0415 - see `_parser`

        try:
            result = self._parsed(f"{first}-{end - 1}")
        except ParseError:
            if first == 1:
                raise
            return self._one_by_one(first, end)
        if result is None:
            return None
        self.total = result.total_pages
        self.errors |= {error.page_num: error.message for error in result.page_errors}
        return list(result.pages)

    def _one_by_one(self, first: int, end: int) -> list[Any] | None:
        from liteparse import ParseError  # noqa: PLC0415 - see `_parser`

        found: list[Any] = []
        for number in range(first, end):
            try:
                result = self._parsed(str(number))
            except ParseError as error:
                self.errors[number] = str(error)
                continue
            if result is None:
                return None
            found += result.pages
            self.errors |= {error.page_num: error.message for error in result.page_errors}
        return found

    def _parsed(self, pages: str, **view: Any) -> Any | None:
        """The engine's result; None where it has not come when the time is up.

        The engine cannot be interrupted. Its thread ends with the process.
        """
        from liteparse import ParseError  # noqa: PLC0415 - see `_parser`

        answer: list[Any] = []

        def parse() -> None:
            try:
                answer.append(_parser(pages, **view).parse(self._data))
            except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
                answer.append(error)

        worker = threading.Thread(target=parse, daemon=True)
        worker.start()
        worker.join(max(self._deadline - self._clock(), 0.0))
        if not answer:
            return None
        if isinstance(answer[0], ParseError):
            raise answer[0]
        if isinstance(answer[0], BaseException):  # a panic of the engine
            raise ParseError(str(answer[0])) from answer[0]
        return answer[0]


def _parser(pages: str, **view: Any) -> Any:
    from liteparse import LiteParse  # noqa: PLC0415 - not in a core installation

    return LiteParse(
        ocr_enabled=False,
        extract_blocks=True,
        extract_links=False,
        include_complexity=True,
        extract_vector_graphics=True,  # the rules of tables, see `pdf_rules`
        keep_headers_footers=True,
        emit_word_boxes=True,
        extract_text_metadata=True,  # the codes of the text, see `pdf_glyphs`
        continue_on_page_error=True,
        max_pages=MOST_PAGES,
        target_pages=pages,
        num_workers=1,
        quiet=True,
        **view,
    )
