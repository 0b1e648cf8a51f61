"""Read OpenDocument texts with odfdo, by the ordinal of the block."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from okf_server.model.locator import Locator, SectionLocator

_BLOCKS = {"text:p", "text:h", "table:table"}
_HANGING = {"text:note", "office:annotation"}
_OUTSIDE = {"text:tracked-changes", "office:forms", "office:annotation"}
_DAY = 10  # letters of a date


class OdtOriginal:
    """A text: its paragraphs, headings and tables that say something, counted from 1, then their notes."""

    exact = True

    def __init__(self, path: Path) -> None:
        import odfdo  # noqa: PLC0415 - of the extra `evaluate`

        self._document = odfdo.Document(str(path))
        self._blocks = [block for block in _blocks(self._document.body) if _counts(block)]

    def text_at(self, locator: Locator) -> str | None:
        """The blocks of a place, then their notes and charts."""
        if not isinstance(locator, SectionLocator) or not 0 < locator.block <= len(self._blocks):
            return None
        found = self._blocks[locator.block - 1 : locator.to_block or locator.block]
        texts = ["".join(_texts(block)) for block in found]
        return "\n".join([*texts, *(text for block in found for text in self._hanging(block))])

    def close(self) -> None:
        """Nothing is kept open."""

    def _hanging(self, block: Any) -> Iterator[str]:
        for note in block.xpath(".//text:note/text:note-body"):
            yield "".join(_texts(note))
        for note in block.xpath(".//office:annotation"):
            author, date = _first(note, "dc:creator"), _first(note, "dc:date")[:_DAY]
            said = " ".join("".join(_texts(one)) for one in note.xpath("text:p"))
            yield f"Comment by {author or 'an unnamed person'}, {date}: {said}"
        for told in block.xpath(".//svg:desc"):
            yield "".join(_texts(told))
        for drawn in block.xpath(".//draw:object"):
            where = str(drawn.get_attribute("xlink:href") or "").removeprefix("./")
            yield self._said_in(f"{where}/content.xml")

    def _said_in(self, part: str) -> str:
        """All that an embedded object says."""
        from lxml import etree  # noqa: PLC0415 - of the extra `evaluate`

        container = self._document.container
        try:
            data = container.get_part(part) if container else ""
        except KeyError:
            return ""
        if not data:
            return ""
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        return "\n".join(etree.fromstring(data, parser).itertext())


def _blocks(parent: Any) -> Iterator[Any]:
    for child in parent.children:
        tag = child.tag
        if tag in _BLOCKS:
            yield child
        elif tag not in _OUTSIDE and not tag.endswith(("-source", "-decls")):
            yield from _blocks(child)


def _counts(block: Any) -> bool:
    said = block.xpath(".//text()[normalize-space()]")
    return bool(said or block.xpath(".//draw:object"))


def _texts(element: Any) -> Iterator[str]:
    """The text below, blocks a line each; notes, and the files that pictures show, left out."""
    yield element.text or ""
    for child in element.children:
        if child.tag not in _HANGING and child.tag not in ("svg:title", "svg:desc"):
            yield from _texts(child)
        yield child.tail or ""
    if element.tag in _BLOCKS or element.tag in ("table:table-cell", "text:line-break", "text:tab"):
        yield "\n"


def _first(element: Any, tag: str) -> str:
    found = element.xpath(tag)
    return str(found[0].text or "") if found else ""
