"""Tell a scan with a stamp: a page that is a picture, with some words that a program printed on it.

Its words lie in the margin, as those of libraries, courts and archives do, or are few over a picture of writing. A
text layer is no stamp, nor is text on a letterhead, or on a picture that is there for its looks.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from okf_server.extract.letters import squeeze
from okf_server.extract.pdf_objects import Bounds, Drawn, DrawnImage, DrawnText, Objects
from okf_server.extract.pdf_page import rect_of

_INVISIBLE = 3  # render mode: that of a text layer
_COVERED = 0.7  # of the page: pictures that cover as much are the page
_STEPS = 20  # points of the page that are looked up, across and down
_MARGIN = 0.12  # of the page's width and height
_FEW = 80  # letters over a picture of writing
_REST = 20  # letters over any picture of paper; letters of a poor layer
_DARKER = 60  # of 255, than the paper: ink
_PAPER = 140  # of 255: no paper is darker
_SHADES = 30  # of 255: shades of one paper
_MOSTLY = 0.6  # of a page of writing is paper
_WRITTEN = 0.12  # of its cells have ink
_CELL = 16  # pixels
_INK = 8  # of 255: the mean of a cell with ink
_LOOK = 0.7  # pixels a point


def is_stamped(parsed: Any, page: Any) -> bool:
    """Whether a page that the engine has read is a scan with a stamp; `page` is the same in pypdfium2."""
    inner = _letters(item for item in parsed.text_items if not _is_aside(item, parsed))
    if inner > _FEW or not parsed.text_items:
        return False
    drawn = list(Objects().of_page(page))
    if not _is_pictured(drawn, page) or any(_layers(drawn)):
        return False
    return not inner or _is_writing(page, 0 if inner < _REST else _WRITTEN)


def has_poor_layer(parsed: Any, page: Any) -> bool:
    """Whether next to nothing stands in the text layer of a page that is a picture."""
    if _letters(parsed.text_items) >= _REST:
        return False
    drawn = list(Objects().of_page(page))
    return _is_pictured(drawn, page) and any(_layers(drawn))


def _letters(items: Iterable[Any]) -> int:
    return sum(len(squeeze(item.text)) for item in items)


def _is_aside(item: Any, parsed: Any) -> bool:
    """Whether a text stands in a margin of its page."""
    rect, across, down = rect_of(item), parsed.width * _MARGIN, parsed.height * _MARGIN
    return bool(
        rect.bottom <= down
        or rect.top >= parsed.height - down
        or rect.right <= across
        or rect.left >= parsed.width - across
    )


def _is_pictured(drawn: Sequence[Drawn], page: Any) -> bool:
    """Whether its pictures cover most of a page together."""
    images = [one.bounds for one in drawn if isinstance(one, DrawnImage)]
    left, bottom, right, top = page.get_bbox()
    steps = [(at + 0.5) / _STEPS for at in range(_STEPS)]
    points = [
        (left + (right - left) * x, bottom + (top - bottom) * y) for x, y in product(steps, steps)
    ]
    covered = sum(any(_holds(image, *point) for image in images) for point in points)
    return covered >= _COVERED * len(points)


def _holds(bounds: Bounds, x: float, y: float) -> bool:
    return bounds[0] <= x <= bounds[2] and bounds[1] <= y <= bounds[3]


def _layers(drawn: Sequence[Drawn]) -> Iterator[DrawnText]:
    """The texts of a layer: without a mark, or painted over by a picture."""
    above: list[Bounds] = []
    for one in reversed(drawn):
        if isinstance(one, DrawnImage):
            above.append(one.bounds)
        elif isinstance(one, DrawnText):
            left, bottom, right, top = one.bounds
            middle = ((left + right) / 2, (bottom + top) / 2)
            if one.mode == _INVISIBLE or any(_holds(image, *middle) for image in above):
                yield one


def _is_writing(page: Any, share: float) -> bool:
    """Whether its picture is mostly paper of one shade, with ink on such a share of its cells."""
    image = page.render(scale=_LOOK, grayscale=True, may_draw_forms=False).to_pil()
    shades: list[int] = image.histogram()
    paper = shades.index(max(shades))
    plain = sum(shades[max(paper - _SHADES, 0) : paper + _SHADES + 1])
    if paper < _PAPER or plain < _MOSTLY * sum(shades):
        return False
    cells = image.point(lambda shade: 255 if shade < paper - _DARKER else 0).reduce(_CELL)
    written = sum(cells.histogram()[_INK:])
    return bool(written >= share * cells.width * cells.height)
