"""A document of a web page, whatever file it comes in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from okf_server.extract import markup
from okf_server.extract.blocks import Block
from okf_server.extract.compose import compose
from okf_server.extract.decode import is_noise
from okf_server.extract.refusals import CUT_OFF, MISSING, NOT_TEXT, UNMARKED, for_these_reasons
from okf_server.extract.web_end import is_cut_off, is_unmarked
from okf_server.extract.web_flow import Stretch
from okf_server.extract.web_page import Page, Placing, page_of
from okf_server.extract.web_runs import flat
from okf_server.extract.web_tree import tree_of
from okf_server.extract.web_walk import stretches
from okf_server.model.document import BlockKind, Extracted, Outcome, Partial
from okf_server.model.locator import SectionLocator

UNSEEN = "holds text that nobody sees who opens it; it was left out"
_LONGEST_TITLE = 500
_LONGEST_LANGUAGE = 35


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A page that was read, its `<title>`, its language, and what is missing of it."""

    page: Page
    title: str = ""
    language: str = ""
    missing: str = ""


def read_page(text: str, place: Placing) -> Read:
    """The page of an HTML text."""
    root, missing = tree_of(text)
    if root is None:
        return Read(page=Page(blocks=(), hidden=()))
    title = next(iter(root.iter("title")), None)
    return Read(
        page=page_of(stretches(root), place),
        title="" if title is None else flat("".join(title.itertext())).strip()[:_LONGEST_TITLE],
        language=root.get("lang", "").strip()[:_LONGEST_LANGUAGE],
        missing=missing,
    )


def outcome_of(text: str, place: Placing, *, warnings: Sequence[str] = ()) -> Extracted | Partial:
    """The document of a page; its title is its first heading of level 1, else its `<title>`."""
    read = read_page(text, place)
    page = read.page
    if read.title and not page.blocks:
        only = Block(kind=BlockKind.HEADING, level=1, text=markup.inline(read.title), locator=None)
        page = replace(page, blocks=(only,))
    document = compose(
        page.blocks,
        title="" if _has_heading(page.blocks) else read.title,
        details={"language": read.language} if read.language else {},
        warnings=[*warnings, *([UNSEEN] if page.hidden else [])],
    )
    document = replace(document, hidden=page.hidden)
    if read.missing:
        return Partial(document=document, reason=read.missing)
    return Extracted(document=document)


def page_outcome(text: str, warning: str) -> Outcome:
    """The document of a page that is a file of its own; a block's place is its section."""
    if is_noise(text):
        return NOT_TEXT
    cut = is_cut_off(text)
    remarks = [UNMARKED] if is_unmarked(text) and not cut else []
    try:
        found = outcome_of(text, _section, warnings=[*filter(None, [warning]), *remarks])
    except ImportError:
        return MISSING
    return for_these_reasons(found, [CUT_OFF] if cut else [])


def _section(path: Sequence[str], first: Stretch, last: Stretch) -> SectionLocator | None:
    if not first.ordinal:
        return None
    to_block = last.ordinal if last.ordinal > first.ordinal else None
    return SectionLocator(path=tuple(path), block=first.ordinal, to_block=to_block)


def _has_heading(blocks: Sequence[Block]) -> bool:
    return any(block.kind is BlockKind.HEADING and block.level == 1 for block in blocks)
