"""Part the text of a PDF block where its lines stand wider apart: the engine joins paragraphs."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from okf_server.extract.letters import squeeze
from okf_server.extract.pdf_lists import after_item
from okf_server.extract.pdf_lists import items as list_items
from okf_server.extract.pdf_page import TextRun

Taken = Sequence[tuple[int, TextRun]]
"""The runs of a text in its order, and at which of its letters each begins."""

_WIDER = 1.3  # times the distance of lines within a paragraph
_LEAST_LINES = 3  # below it there is nothing to compare a distance with
_MOST_BOLD = 2  # lines of a heading above its text
_FAR = 4  # times a line's height: what is further down is another place, not another paragraph


class Paragraph(NamedTuple):
    """A paragraph and its runs; `marker` is that of an item of a list, which begins its text."""

    text: str
    taken: Taken
    marker: str = ""


def paragraphs(
    text: str, taken: Taken, after: str = "", *, is_item: bool = False
) -> list[Paragraph]:
    """The paragraphs of a block, each with its runs; the whole where no distance tells them apart.

    `after` is the marker of the item of a list before it, "" where there is none; `is_item` is said of a
    block that begins with an item itself.
    """
    lines = text_lines(taken)
    items = after_item(lines) if is_item else list_items(lines, after)
    breaks = sorted({*_breaks(lines), *_below_bold(lines), *items} - {0})
    places = [_position(text, lines[number][0][0]) for number in breaks]
    if not (breaks or items) or None in places or sum(map(_letters, text)) != len(squeeze(text)):
        return [Paragraph(text, taken)]
    starts = [0, *(place for place in places if place is not None), len(text)]
    firsts = [0, *breaks, len(lines)]
    return [
        Paragraph(
            text[starts[n] : starts[n + 1]].strip(),
            [run for line in lines[first:last] for run in line],
            items.get(first, ""),
        )
        for n, (first, last) in enumerate(pairwise(firsts))
    ]


def text_lines(taken: Taken) -> list[list[tuple[int, TextRun]]]:
    """The runs line by line."""
    lines: list[list[tuple[int, TextRun]]] = []
    for at, run in taken:
        rect = run.rect
        if lines and abs(rect.bottom - lines[-1][-1][1].rect.bottom) < rect.height / 2:
            lines[-1].append((at, run))
        else:
            lines.append([(at, run)])
    return lines


def _breaks(lines: Sequence[Taken]) -> list[int]:
    """The numbers of the lines that begin a paragraph, the first aside."""
    if len(lines) < _LEAST_LINES:
        return []
    longest = [max((run for _, run in line), key=lambda run: len(run.key)).rect for line in lines]
    steps = [below.bottom - above.bottom for above, below in pairwise(longest)]
    near = [
        0 < step < rect.height * _FAR and rect.left < above.right and above.left < rect.right
        for step, above, rect in zip(steps, longest, longest[1:], strict=False)
    ]
    usual = sorted(step for step, is_near in zip(steps, near, strict=True) if is_near)
    if len(usual) < _LEAST_LINES - 1:
        return []
    least = usual[len(usual) // 4]
    return [
        number
        for number, (step, is_near) in enumerate(zip(steps, near, strict=True), start=1)
        if is_near and step > least * _WIDER
    ]


def _below_bold(lines: Sequence[Taken]) -> list[int]:
    """The number of the first line that is not bold, where all before it are: they are a heading."""
    weights = [{run.bold for _, run in line} for line in lines]
    count = next((n for n, weight in enumerate(weights) if weight != {True}), 0)
    plain = weights[count:] and all(weight == {False} for weight in weights[count:])
    return [count] if plain and 0 < count <= _MOST_BOLD else []


def _position(text: str, letter: int) -> int | None:
    """Where the word starts that holds a letter, counted as `squeeze` counts."""
    count = 0
    for index, char in enumerate(text):
        if count >= letter and _letters(char):
            return max(text.rfind(space, 0, index) + 1 for space in (" ", "\n"))
        count += _letters(char)
    return None


def _letters(char: str) -> int:
    if char.isascii():
        return char.isalnum()
    return len(squeeze(char)) if char.isalnum() else 0
