"""A document of a web page, whatever file it comes in."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from okf_server.extract import markup
from okf_server.extract.blocks import Block
from okf_server.extract.compose import compose
from okf_server.extract.web_page import Page, Placing, page_of
from okf_server.extract.web_runs import flat
from okf_server.extract.web_tree import tree_of
from okf_server.extract.web_walk import stretches
from okf_server.model.document import BlockKind, Document

UNSEEN = "holds text that nobody sees who opens it; it was left out"
_LONGEST_TITLE = 500


def read_page(text: str, place: Placing) -> tuple[Page, str, str]:
    """The page of an HTML text, its `<title>` and its language."""
    root = tree_of(text)
    if root is None:
        return Page(blocks=(), hidden=()), "", ""
    title = next(iter(root.iter("title")), None)
    named = "" if title is None else flat("".join(title.itertext())).strip()[:_LONGEST_TITLE]
    return page_of(stretches(root), place), named, root.get("lang", "").strip()[:35]


def document_of(text: str, place: Placing, *, warnings: Sequence[str] = ()) -> Document:
    """The document of a page; its title is its first heading of level 1, else its `<title>`."""
    page, named, language = read_page(text, place)
    if named and not page.blocks:
        only = Block(kind=BlockKind.HEADING, level=1, text=markup.inline(named), locator=None)
        page = replace(page, blocks=(only,))
    details: Mapping[str, object] = {"language": language} if language else {}
    document = compose(
        page.blocks,
        title="" if _has_heading(page.blocks) else named,
        details=details,
        warnings=[*warnings, *([UNSEEN] if page.hidden else [])],
    )
    return replace(document, hidden=page.hidden)


def _has_heading(blocks: Sequence[Block]) -> bool:
    return any(block.kind is BlockKind.HEADING and block.level == 1 for block in blocks)
