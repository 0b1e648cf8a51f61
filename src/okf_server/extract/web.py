"""Read web pages: docling-rs for the text, the page's own tree for the place of each block."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from okf_server.extract import docling
from okf_server.extract.compose import compose
from okf_server.extract.decode import declared_charset, decode
from okf_server.extract.places import OriginalBlock, Places
from okf_server.extract.refusals import MISSING
from okf_server.extract.sections import section_blocks
from okf_server.model.document import BlockKind, Extracted, Failed, Outcome

UNREAD = frozenset({"head", "script", "style", "template", "noscript", "title", "iframe", "object"})
"""Elements whose text no reader of the page sees."""

BLOCKS = frozenset(
    """
    address article aside blockquote body center dd details dialog dir div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol
    p pre search section summary table ul
    """.split()  # noqa: SIM905 - a list literal takes forty lines
)
"""Elements that begin and end a block."""

_CELLS = frozenset({"td", "th", "tr", "caption"})


def extract(path: Path) -> Outcome:
    """The document of an .html file; its title is its first heading of level 1, else its `<title>`."""
    data = path.read_bytes()
    text, warning = decode(data, declared=declared_charset(data))
    pieces = docling.read_text(text, ".html")
    if isinstance(pieces, Failed):
        return pieces
    try:
        places = Places(list(original_blocks(text)))
    except ImportError:
        return MISSING
    except (ValueError, SyntaxError):
        places = Places([])
    named = pieces[0].text if pieces and pieces[0].furniture and pieces[0].kind == "title" else ""
    # a caption that stands nowhere on the page is a picture's alternative text
    blocks = [
        block
        for block in section_blocks(pieces[1:] if named else pieces, places)
        if block.locator is not None or block.kind is not BlockKind.CAPTION
    ]
    has_heading = any(b.kind is BlockKind.HEADING and b.level == 1 for b in blocks)
    return Extracted(
        document=compose(
            blocks, title="" if has_heading else named, warnings=[warning] if warning else []
        )
    )


def original_blocks(text: str) -> Iterator[OriginalBlock]:
    """The page's stretches of text between the borders of block elements, in order; a table is one."""
    from lxml import etree, html  # noqa: PLC0415 - not in a core installation

    parser = html.HTMLParser(encoding="utf-8", no_network=True)
    data = text.encode("utf-8", "replace")
    if not data.strip():
        return
    root = html.document_fromstring(data, parser=parser)
    flow = _Flow()
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        name = element.tag if isinstance(element.tag, str) else ""
        if event == "start" and name in UNREAD:
            walk.skip_subtree()
        elif event == "start":
            flow.open(name)
            flow.add(element.text)
        elif event == "end" and name not in UNREAD:
            flow.close(name)
        if event != "start":
            flow.add(element.tail)
    flow.flush()
    yield from flow.blocks


@dataclass(slots=True)
class _Flow:
    """The text since the last border of a block, and how deep in tables it stands."""

    blocks: list[OriginalBlock] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    tables: int = 0

    def add(self, text: str | None) -> None:
        self.texts.append(re.sub(r"\s+", " ", text) if text else "")

    def open(self, name: str) -> None:
        if name in BLOCKS and not self.tables:
            self.flush()
        self._separate(name)
        self.tables += name == "table"

    def close(self, name: str) -> None:
        table = name == "table" and self.tables == 1
        self.tables -= name == "table"
        self._separate(name)
        if name in BLOCKS and not self.tables:
            self.flush(table=table)

    def flush(self, *, table: bool = False) -> None:
        text = "".join(self.texts)
        self.texts.clear()
        if text.strip():
            self.blocks.append(OriginalBlock(text=text, table=table))

    def _separate(self, name: str) -> None:
        if name == "br" or name in _CELLS or (self.tables and name in BLOCKS):
            self.texts.append("\n")
