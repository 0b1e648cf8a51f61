"""What the styles of a Hangul 5 file say of its paragraphs and letters."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from okf_server.extract.hwp_records import Record, Tag
from okf_server.extract.hwpx_styles import Head, Styles

_ABOVE, _BELOW = 1 << 15, 1 << 16  # of what a shape says of its letters
_KINDS = ("NONE", "OUTLINE", "NUMBER", "BULLET")
_TINY = 100  # hundredths of a point
_PALE = 250  # of 255 in each colour
_NONE = 0xFFFFFFFF
_PLAIN_FILL, _OTHER_FILLS = 1, 6  # a colour; a picture or a gradient


@dataclass(slots=True)
class _Found:
    heads: list[tuple[Head, int]] = field(default_factory=list)
    by_style: list[int] = field(default_factory=list)
    unseen: list[bool] = field(default_factory=list)
    looks: list[int] = field(default_factory=list)
    filled: list[bool] = field(default_factory=list)


def styles_of(records: Iterable[Record]) -> Styles:
    """The styles among the records of DocInfo; ids are their positions, those of borders count from 1."""
    found = _Found()
    for top in records:
        for record in top.all():
            _note(found, record)
    filled = {number + 1 for number, fills in enumerate(found.filled) if fills}
    return Styles(
        heads={str(number): head for number, (head, _) in enumerate(found.heads)},
        by_style={str(number): str(shape) for number, shape in enumerate(found.by_style)},
        unseen=frozenset(str(number) for number, unseen in enumerate(found.unseen) if unseen),
        above=frozenset(str(number) for number, look in enumerate(found.looks) if look & _ABOVE),
        below=frozenset(str(number) for number, look in enumerate(found.looks) if look & _BELOW),
        filled=frozenset(map(str, filled)),
        backed=frozenset(str(n) for n, (_, border) in enumerate(found.heads) if border in filled),
    )


def _note(found: _Found, record: Record) -> None:
    match record.tag:
        case Tag.PARA_SHAPE:
            found.heads.append((_head(record), record.number(32, 2)))
        case Tag.STYLE:
            _, end = record.string(record.string(0)[1])
            found.by_style.append(record.number(end + 4, 2))
        case Tag.CHAR_SHAPE:
            found.unseen.append(_is_unseen(record))
            found.looks.append(record.number(46, 4))
        case Tag.BORDER_FILL:
            found.filled.append(_is_filled(record))
        case _:
            return


def _head(shape: Record) -> Head:
    bits = shape.number(0, 4)
    kind, level = _KINDS[bits >> 23 & 3], bits >> 25 & 7
    return Head(kind=kind, level=level, numbering=str(shape.number(30, 2)))


def _is_unseen(letters: Record) -> bool:
    height, colour, shade = (letters.number(offset, 4) for offset in (42, 52, 60))
    return 0 < height <= _TINY or (_is_pale(colour) and (shade == _NONE or _is_pale(shade)))


def _is_filled(border: Record) -> bool:
    kind, colour = border.number(32, 4), border.number(36, 4)
    return bool(kind & _OTHER_FILLS) or bool(
        kind & _PLAIN_FILL and colour != _NONE and not _is_pale(colour)
    )


def _is_pale(colour: int) -> bool:
    return all(colour >> shift & 0xFF >= _PALE for shift in (0, 8, 16))
