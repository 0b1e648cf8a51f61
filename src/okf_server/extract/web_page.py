"""A web page as blocks: its main content, where each block stands, and what nobody sees of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.extract.web_context import Zone
from okf_server.extract.web_flow import Stretch
from okf_server.extract.web_runs import flowing, in_one_line, only_formula, plain
from okf_server.model.document import BlockKind
from okf_server.model.locator import Locator

MOST_HIDDEN = 200
_LONGEST_HIDDEN = 1000
_MAIN_SHARE = 0.5  # of a page's words that must stand in its main part for the rest to be left out

Placing = Callable[[Sequence[str], Stretch, Stretch], Locator | None]
"""The place of a block, by its heading path and its first and last stretch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What a reader of a page is shown, and `hidden`, what it holds besides."""

    blocks: tuple[Block, ...]
    hidden: tuple[str, ...]


def page_of(stretches: Sequence[Stretch], place: Placing) -> Page:
    """The page of these stretches."""
    kept = content(stretches)
    blocks = tuple(_blocks(kept, place))
    shown = {id(one) for one in kept}
    hidden = [
        one.hidden[:_LONGEST_HIDDEN]
        for one in stretches
        if _tells(one.hidden) and (id(one) in shown or one.context.zone is not Zone.MARGIN)
    ]
    return Page(blocks=blocks, hidden=tuple(hidden[:MOST_HIDDEN]))


def content(stretches: Sequence[Stretch]) -> list[Stretch]:
    """The main content: without margins, and the main part or the articles alone where they are most of it.

    Where nothing would be left it is the whole page.
    """
    seen = [one for one in stretches if one.runs or one.rows]
    inner = [one for one in seen if one.context.zone is not Zone.MARGIN]
    words = _words(inner)
    if not words:
        return seen
    for zone in (Zone.MAIN, Zone.ARTICLE):
        part = [one for one in inner if one.context.zone is zone]
        if _words(part) >= words * _MAIN_SHARE:
            return _with_title(part, seen)
    return _with_title(inner, seen)


def _with_title(part: Sequence[Stretch], seen: Sequence[Stretch]) -> list[Stretch]:
    """The part, with the page's first heading of level 1 where it has none of its own."""
    if any(one.context.heading == 1 for one in part):
        return list(part)
    chosen = {id(one) for one in part}
    title = next((one for one in seen if one.context.heading == 1 and id(one) not in chosen), None)
    return [one for one in seen if id(one) in chosen or one is title]


def _words(stretches: Iterable[Stretch]) -> int:
    return sum(
        len(plain(one.runs).split()) + sum(len(cell.split()) for row in one.rows for cell in row)
        for one in stretches
    )


def _tells(text: str) -> bool:
    return any(character.isalpha() for character in text)


def _blocks(stretches: Iterable[Stretch], place: Placing) -> Iterator[Block]:
    """The blocks; paragraphs of one list item are one."""
    path: list[tuple[int, str]] = []
    for group in _items(stretches):
        first, last = group[0], group[-1]
        level = first.context.heading
        if level and not first.rows:
            path = [step for step in path if step[0] < level]
            path.append((level, " ".join(markup.clean(plain(first.runs)).split())))
        locator = place([text for _, text in path], first, last)
        yield _joined([_block(one, locator) for one in group])


def _items(stretches: Iterable[Stretch]) -> Iterator[list[Stretch]]:
    """The stretches one by one, but those of one list item that follow each other together."""
    group: list[Stretch] = []
    for one in stretches:
        if group and not _goes_on(group[-1], one):
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _goes_on(last: Stretch, one: Stretch) -> bool:
    same = last.context.item is not None and last.context.item is one.context.item
    return same and _kind(last) is _kind(one) is BlockKind.LIST


def _joined(blocks: Sequence[Block]) -> Block:
    return replace(blocks[0], text=" ".join(block.text for block in blocks if block.text))


def _kind(one: Stretch) -> BlockKind:
    context = one.context
    if one.rows:
        return BlockKind.TABLE
    kinds = {
        BlockKind.HEADING: context.heading > 0,
        BlockKind.CODE: context.pre,
        BlockKind.EQUATION: bool(only_formula(one.runs)),
        BlockKind.NOTE: context.note,
        BlockKind.LIST: context.item is not None,
        BlockKind.CAPTION: context.caption or one.picture,
    }
    return next((kind for kind, is_so in kinds.items() if is_so), BlockKind.PARAGRAPH)


def _block(one: Stretch, locator: Locator | None) -> Block:
    kind, context = _kind(one), one.context
    if kind is BlockKind.TABLE:
        rows = tuple(Row(cells=cells, locator=locator) for cells in one.rows)
        return Block(kind=kind, locator=locator, rows=rows)
    item = context.item
    return Block(
        kind=kind,
        locator=locator,
        text=_text(kind, one),
        level=context.heading or (item.depth if item else 0),
        marker=item.marker if item else "-",
        language=context.language if kind is BlockKind.CODE else "",
    )


def _text(kind: BlockKind, one: Stretch) -> str:
    if kind is BlockKind.CODE:
        return "".join(run.text for run in one.runs)
    if kind is BlockKind.EQUATION:
        return only_formula(one.runs)
    if kind is BlockKind.HEADING:
        return in_one_line(one.runs)
    return _prose(kind, one)


def _prose(kind: BlockKind, one: Stretch) -> str:
    text = flowing(one.runs)
    item = one.context.item
    if kind is BlockKind.NOTE and item and item.marker != "-":
        return f"{item.marker} {text}"
    if kind is BlockKind.PARAGRAPH and one.context.quote:
        return "\n".join(f"> {line}" for line in text.split("\n"))
    return text
