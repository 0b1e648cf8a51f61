"""Find the text of a PDF page that lies below something painted over it: a black bar, a picture.

What may cover a text is told by the order of painting, what does by two pictures of the page, with that text and
without. Text below the pictures of a scan is its text, and is seen in them.
"""

import ctypes
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any, NamedTuple

from okf_server.extract.pdf_letters import Cut
from okf_server.extract.pdf_objects import (
    Bounds,
    Drawn,
    DrawnImage,
    DrawnShape,
    DrawnText,
    area,
    holds,
)
from okf_server.extract.pdf_sight import View

_INVISIBLE = 3  # render mode
_RIM = 0.2  # of a text's height
_SMALLEST = 3.0  # points: what is lower or narrower is a line
_STRIP = 20.0  # points: covers are looked up by the strips of the page that they lie in
_TALLEST = 15_000.0  # points
_MOST_COVERS = 200
_MOST_LETTERS = 20_000
_LEAST = 2  # letters of a text of which a part is covered


class Covered(NamedTuple):
    """A text of which nothing is seen, or what is cut out of one of which a part is not."""

    text: DrawnText
    cut: Cut | None = None


def find_covered(
    page: Any, view: View, drawn: Sequence[Drawn], *, scanned: bool
) -> Iterator[Covered]:
    """The texts that are covered, wholly or in part."""
    suspects = list(_suspects(drawn, scanned=scanned))
    if not suspects:
        return
    view.look()
    with without(suspects):
        bare = View(page)
        whole = [one for one in suspects if view.is_as(bare, _core(one.bounds))]
        hidden = {id(one) for one in whole}
        parted = [one for one in suspects if id(one) not in hidden]
        letters = {
            key: [(char, view.is_as(bare, box)) for char, box in told]
            for key, told in _letters(page, parted)
        }
    yield from map(Covered, whole)
    for one in parted:
        cut = _cut(letters.get(_address(one.handle), ()))
        if cut.parts:
            yield Covered(one, cut)


def find_cut_off(page: Any, texts: Sequence[DrawnText]) -> Iterator[Covered]:
    """The texts of which what clips them cuts a part off; one that is drawn again in its place may show it there."""
    places = Counter(_place(one) for one in texts)
    parted = [
        one
        for one in texts
        if one.mode != _INVISIBLE and places[_place(one)] == 1 and _sticks_out(one)
    ]
    clips = {_address(one.handle): one.clip for one in parted}
    letters = {
        key: [(char, not holds(clips[key] or box, box)) for char, box in told]
        for key, told in _letters(page, parted)
    }
    for one in parted:
        cut = _cut(letters.get(_address(one.handle), ()))
        if cut.parts:
            yield Covered(one, cut)


def _place(one: DrawnText) -> tuple[int, ...]:
    return tuple(map(round, one.bounds))


def _sticks_out(one: DrawnText) -> bool:
    """Whether more of it than a rim lies outside of what it is drawn in."""
    if one.clip is None or one.clipped:
        return False
    core, clip = _core(one.bounds), one.clip
    return core[0] < clip[0] or core[1] < clip[1] or core[2] > clip[2] or core[3] > clip[3]


def _suspects(drawn: Sequence[Drawn], *, scanned: bool) -> Iterator[DrawnText]:
    """The texts over which something is painted later that may hide them, and no scan above that."""
    covers = [
        (at, one.bounds)
        for at, one in enumerate(drawn)
        if isinstance(one, DrawnShape)
        or (isinstance(one, DrawnImage) and one.opaque and not scanned)
        if min(one.bounds[2] - one.bounds[0], one.bounds[3] - one.bounds[1]) >= _SMALLEST
    ]
    covers.sort(key=lambda cover: area(cover[1]), reverse=True)
    strips: dict[int, list[tuple[int, Bounds]]] = {}
    for at, bounds in covers[:_MOST_COVERS]:
        for strip in range(
            max(int(bounds[1] // _STRIP), 0), int(min(bounds[3], _TALLEST) // _STRIP) + 1
        ):
            strips.setdefault(strip, []).append((at, bounds))
    scans = [(at, one.bounds) for at, one in enumerate(drawn) if isinstance(one, DrawnImage)]
    last = max((at for at, _ in covers), default=0)
    for at, text in enumerate(drawn[:last]):
        if isinstance(text, DrawnText) and text.mode != _INVISIBLE:
            core = _core(text.bounds)
            near = strips.get(int((core[1] + core[3]) / 2 // _STRIP), ())
            above = max((after for after, cover in near if _hides(cover, core)), default=-1)
            if above < at or (scanned and any(_is_above(scan, above, core) for scan in scans)):
                continue
            yield text


def _core(bounds: Bounds) -> Bounds:
    """A text without its rim: bars are drawn a little too low or too short."""
    rim = min(bounds[2] - bounds[0], bounds[3] - bounds[1]) * _RIM
    return (bounds[0] + rim, bounds[1] + rim, bounds[2] - rim, bounds[3] - rim)


def _is_above(scan: tuple[int, Bounds], cover: int, core: Bounds) -> bool:
    """Whether a picture is painted later than a cover, and where a text stands."""
    return scan[0] > cover and holds(scan[1], core)


def _hides(cover: Bounds, core: Bounds) -> bool:
    """Whether it covers a text over its whole height, or its whole width where it runs down the page."""
    across = min(cover[2], core[2]) - max(cover[0], core[0])
    down = min(cover[3], core[3]) - max(cover[1], core[1])
    tall = cover[1] <= core[1] and core[3] <= cover[3]
    wide = cover[0] <= core[0] and core[2] <= cover[2]
    return across > 0 and down > 0 and (tall or wide)


@contextmanager
def without(texts: Iterable[DrawnText]) -> Iterator[None]:
    """The page without these texts, for as long as it takes."""
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    known = list(texts)
    draw = pypdfium2.raw.FPDFTextObj_SetTextRenderMode
    for one in known:
        draw(one.handle, _INVISIBLE)
    try:
        yield
    finally:
        for one in known:
            draw(one.handle, one.mode)


def _letters(
    page: Any, texts: Sequence[DrawnText]
) -> Iterator[tuple[int, list[tuple[str, Bounds]]]]:
    """The letters of texts and their boxes, in the order of the page, by the address of each text."""
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    raw = pypdfium2.raw
    wanted = {_address(one.handle) for one in texts}
    if not wanted:
        return
    textpage = page.get_textpage()
    count = min(textpage.count_chars(), _MOST_LETTERS)
    owners = ((_address(raw.FPDFText_GetTextObject(textpage, at)), at) for at in range(count))
    for owner, run in groupby(owners, key=lambda pair: pair[0]):
        if owner in wanted:
            yield (
                owner,
                [
                    (chr(raw.FPDFText_GetUnicode(textpage, at)), textpage.get_charbox(at))
                    for _, at in run
                ],
            )
    textpage.close()


def _address(handle: Any) -> int:
    return int(ctypes.cast(handle, ctypes.c_void_p).value or 0)


def _cut(letters: Sequence[tuple[str, bool]]) -> Cut:
    """What is covered of a text: letters and digits; signs and blanks go with those before them."""
    text = "".join(char for char, _ in letters)
    covered: list[bool] = []
    for char, same in letters:
        covered.append(same if char.isalnum() else bool(covered) and covered[-1])
    runs = groupby(zip(text, covered, strict=True), key=lambda pair: pair[1])
    parts = [(hidden, "".join(char for char, _ in run)) for hidden, run in runs]
    hidden = tuple(part.strip() for hidden, part in parts if hidden and len(part.strip()) >= _LEAST)
    kept = " ".join(part.strip() for is_hidden, part in parts if not is_hidden)
    return Cut(text.strip(), kept, hidden)
