"""Read Word documents with python-docx, by the ordinal of the block."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from okf_server.evaluate.originals_parts import figure_text
from okf_server.extract.symbol_font import drawn
from okf_server.model.locator import Locator, SectionLocator

_GONE = {"del", "moveFrom", "Fallback"}
_SPACE = {"br", "cr", "tab", "p", "tc"}
_NOTES = {
    "footnoteReference": "footnotes",
    "endnoteReference": "endnotes",
    "commentReference": "comments",
}
_MARKS = {"sym", "noBreakHyphen", "checkBox", "chart", "relIds", *_NOTES}
_MARGINS = {"headerReference", "footerReference"}
_DESCRIBED = {"docPr": "descr", "textpath": "string"}
"""What makes a block count, besides text."""


class WordOriginal:
    """A document: its paragraphs and tables that have text, counted from 1, with the notes that they name."""

    exact = True

    def __init__(self, path: Path) -> None:
        import xlfmt  # noqa: PLC0415 - of the extra `evaluate`
        from docx.package import Package  # noqa: PLC0415 - of the extra `evaluate`

        self._format = xlfmt.format_value

        # by hand, because docx.Document refuses documents with macros and strict ones
        relations = Package.open(str(path)).rels.values()
        self._part = next(r.target_part for r in relations if r.reltype.endswith("/officeDocument"))
        self._notes = {name: self._read_notes(name) for name in _NOTES.values()}
        body = next(child for child in _root(self._part) if _name(child) == "body")
        blocks = list(_blocks(body))
        self._blocks = [block for block in blocks if _counts(block)]
        self._beside = self._margins(blocks, _below(body, "sectPr"))

    def text_at(self, locator: Locator) -> str | None:
        """The blocks of a place, then their notes and what stands in the margins of their section."""
        if not isinstance(locator, SectionLocator) or not 0 < locator.block <= len(self._blocks):
            return None
        last = locator.to_block or locator.block
        found = self._blocks[locator.block - 1 : last]
        texts = ["".join(_texts(block)) for block in found]
        texts += (text for block in found for text in self._hanging(block))
        texts += (t for at in range(locator.block, last + 1) for t in self._beside.get(at, ()))
        return "\n".join(texts)

    def _margins(self, blocks: Sequence[Any], end: Any) -> Mapping[int, Sequence[str]]:
        """Headers and footers by the ordinals of the first and the last block of each section."""
        known: dict[tuple[str, str], str] = {}
        beside: dict[int, list[str]] = {}
        first, count = 1, 0
        for block in [*blocks, None]:
            count += block is not None and _counts(block)
            properties = end if block is None else _below(_below(block, "pPr"), "sectPr")
            for one in () if properties is None else properties:
                if _name(one) in _MARGINS:
                    part = self._part.related_parts.get(_get(one, "id"))
                    text = "" if part is None else "".join(_texts(_root(part)))
                    known[_name(one), _get(one, "type")] = text
            if properties is not None:
                for at in {min(first, count), count}:
                    beside.setdefault(at, []).extend(known.values())
                first = count + 1
        return beside

    def close(self) -> None:
        """Nothing is kept open."""

    def _hanging(self, block: Any) -> Iterator[str]:
        """The notes, charts and diagrams of a block."""
        for element in block.iter():
            name = _name(element)
            if name in _NOTES:
                yield self._notes[_NOTES[name]].get(_get(element, "id"), "")
            elif name in _DESCRIBED:
                yield _get(element, _DESCRIBED[name])
            elif name in ("chart", "relIds"):
                yield self._drawn(_get(element, "id") or _get(element, "dm"))

    def _read_notes(self, kind: str) -> Mapping[str, str]:
        parts = [r.target_part for r in self._part.rels.values() if r.reltype.endswith(f"/{kind}")]
        return {_get(note, "id"): _note(note) for part in parts[:1] for note in _root(part)}

    def _drawn(self, relation: str) -> str:
        """The texts and values of a chart or diagram."""
        part = self._part.related_parts.get(relation)
        return "" if part is None else figure_text(part.blob, self._format)


def _root(part: Any) -> Any:
    from docx.oxml.parser import parse_xml  # noqa: PLC0415 - of the extra `evaluate`

    return parse_xml(part.blob)


def _name(element: Any) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _get(element: Any, name: str) -> str:
    return next((str(v) for k, v in element.attrib.items() if k.rpartition("}")[2] == name), "")


def _below(parent: Any, name: str) -> Any:
    children = () if parent is None else parent
    return next((child for child in children if _name(child) == name), None)


def _blocks(parent: Any) -> Iterator[Any]:
    """Paragraphs and tables, content controls and the like opened."""
    for child in parent:
        if _name(child) in ("p", "tbl"):
            yield child
        elif _name(child) not in _GONE:
            yield from _blocks(child)


def _counts(block: Any) -> bool:
    return bool("".join(_texts(block, hidden=True)).strip()) or any(
        _is_mark(element) and not _is_gone(element, block) for element in block.iter()
    )


def _is_mark(element: Any) -> bool:
    described = _DESCRIBED.get(_name(element), "")
    return _name(element) in _MARKS or bool(described and _get(element, described).strip())


def _is_gone(element: Any, block: Any) -> bool:
    """Whether an element lies in something deleted, within a block."""
    while element is not block:
        if _name(element) in _GONE:
            return True
        element = element.getparent()
    return False


def _note(note: Any) -> str:
    text = "".join(_texts(note))
    if _name(note) != "comment":
        return text
    day = _get(note, "date")[:10]
    return f"Comment by {_get(note, 'author') or 'an unnamed person'}, {day}: {text}"


def _texts(element: Any, *, hidden: bool = False) -> Iterator[str]:
    """The text in an element; without that which its own run hides, unless `hidden`."""
    name = _name(element)
    if name in _GONE or (name == "r" and not hidden and _is_hidden(element)):
        return
    if name == "t":
        yield drawn(element.text or "", _font(element.getparent()))
    if name == "sym":
        yield drawn(_sign(_get(element, "char")), _get(element, "font"))
    if name == "txbxContent":
        yield "\n"
    for child in _in_order(element):
        yield from _texts(child, hidden=hidden)
    if name in _SPACE:
        yield "\n"
    elif name == "noBreakHyphen":
        yield "-"


def _sign(code: str) -> str:
    return chr(int(code, 16)) if re.fullmatch("[0-9A-Fa-f]{4}", code) else ""


def _font(run: Any) -> str:
    """The font that a run names."""
    fonts = (e for properties in run if _name(properties) == "rPr" for e in properties)
    return next((_get(e, "ascii") for e in fonts if _name(e) == "rFonts"), "")


def _in_order(element: Any) -> list[Any]:
    """The elements below; a reading aid after the text that it stands over."""
    return sorted(element, key=lambda one: _name(one) == "rt")


def _is_hidden(run: Any) -> bool:
    """Whether a run hides itself, as python-docx tells its properties."""
    properties = getattr(run, "rPr", None)  # a run of an equation has none
    vanish = None if properties is None else getattr(properties, "vanish", None)
    return vanish is not None and bool(vanish.val)
