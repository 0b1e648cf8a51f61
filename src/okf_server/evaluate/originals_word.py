"""Read Word documents with python-docx, by the ordinal of the block."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from okf_server.model.locator import Locator, SectionLocator

_GONE = {"del", "moveFrom", "Fallback"}
_SPACE = {"br", "cr", "tab", "p", "tc"}
_NOTES = {
    "footnoteReference": "footnotes",
    "endnoteReference": "endnotes",
    "commentReference": "comments",
}
_MARKS = {"sym", "noBreakHyphen", "checkBox", "chart", "relIds", *_NOTES}
"""What makes a block count, besides text."""

_TAGS = ("{*}footnoteReference", "{*}endnoteReference")

Key = tuple[str, str]
"""The part and the id of a note."""


class WordOriginal:
    """A document: its paragraphs and tables that have text, counted from 1, with the notes that they name."""

    exact = True

    def __init__(self, path: Path) -> None:
        from docx.package import Package  # noqa: PLC0415 - of the extra `evaluate`

        # by hand, because docx.Document refuses documents with macros and strict ones
        relations = Package.open(str(path)).rels.values()
        self._part = next(r.target_part for r in relations if r.reltype.endswith("/officeDocument"))
        self._notes = {name: self._read_notes(name) for name in _NOTES.values()}
        body = next(child for child in _root(self._part) if _name(child) == "body")
        self._labels = self._read_labels(body)
        self._blocks = [block for block in _blocks(body) if _counts(block)]

    def text_at(self, locator: Locator) -> str | None:
        """The blocks of a place, then their notes."""
        if not isinstance(locator, SectionLocator) or not 0 < locator.block <= len(self._blocks):
            return None
        found = self._blocks[locator.block - 1 : locator.to_block or locator.block]
        texts = ["".join(_texts(block, labels=self._labels)) for block in found]
        return "\n".join([*texts, *(text for block in found for text in self._hanging(block))])

    def close(self) -> None:
        """Nothing is kept open."""

    def _hanging(self, block: Any) -> Iterator[str]:
        """The notes, charts and diagrams of a block."""
        for element in block.iter():
            name = _name(element)
            if name in _NOTES:
                label = self._labels.get(_key(element), "")
                yield f"{label} {self._notes[_NOTES[name]].get(_get(element, 'id'), '')}"
            elif name in ("chart", "relIds"):
                yield self._drawn(_get(element, "id") or _get(element, "dm"))

    def _read_labels(self, body: Any) -> Mapping[Key, str]:
        """The numbers of foot- and endnotes, which count from the start of the text."""
        labels: dict[Key, str] = {}
        for element in body.iter(*_TAGS):
            kind, key = _key(element)
            if key in self._notes[kind] and not _is_gone(element, body):
                count = 1 + sum(other == kind for other, _ in labels)
                label = str(count) if kind == "footnotes" else _roman(count)
                labels.setdefault((kind, key), label)
        return labels

    def _read_notes(self, kind: str) -> Mapping[str, str]:
        parts = [r.target_part for r in self._part.rels.values() if r.reltype.endswith(f"/{kind}")]
        return {_get(note, "id"): _note(note) for part in parts[:1] for note in _root(part)}

    def _drawn(self, relation: str) -> str:
        """The texts and values of a chart or diagram."""
        part = self._part.related_parts.get(relation)
        root = () if part is None else _root(part).iter()
        return "\n".join(element.text or "" for element in root if _name(element) in ("t", "v"))


def _root(part: Any) -> Any:
    from docx.oxml.parser import parse_xml  # noqa: PLC0415 - of the extra `evaluate`

    return parse_xml(part.blob)


def _name(element: Any) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _get(element: Any, name: str) -> str:
    return next((str(v) for k, v in element.attrib.items() if k.rpartition("}")[2] == name), "")


def _blocks(parent: Any) -> Iterator[Any]:
    """Paragraphs and tables, content controls and the like opened."""
    for child in parent:
        if _name(child) in ("p", "tbl"):
            yield child
        elif _name(child) not in _GONE:
            yield from _blocks(child)


def _key(reference: Any) -> Key:
    return _NOTES.get(_name(reference), ""), _get(reference, "id")


def _roman(count: int) -> str:
    """A small Roman numeral, as endnotes have."""
    tens, ones = divmod(count, 10)
    digits = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
    return "x" * tens + digits[ones] if tens < 4 else str(count)  # noqa: PLR2004 - forty is xl


def _counts(block: Any) -> bool:
    return bool("".join(_texts(block, hidden=True)).strip()) or any(
        _name(element) in _MARKS and not _is_gone(element, block) for element in block.iter()
    )


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


def _texts(
    element: Any, *, hidden: bool = False, labels: Mapping[Key, str] | None = None
) -> Iterator[str]:
    """The text in an element; without that which its own run hides, unless `hidden`."""
    name = _name(element)
    if name in _GONE or (name == "r" and not hidden and _is_hidden(element)):
        return
    if name == "t":
        yield element.text or ""
    if labels and name in _NOTES:
        yield labels.get(_key(element), "")
    if name == "txbxContent":
        yield "\n"
    for child in _in_order(element):
        yield from _texts(child, hidden=hidden, labels=labels)
    if name in _SPACE:
        yield "\n"
    elif name == "noBreakHyphen":
        yield "-"


def _in_order(element: Any) -> list[Any]:
    """The elements below; a reading aid after the text that it stands over."""
    return sorted(element, key=lambda one: _name(one) == "rt")


def _is_hidden(run: Any) -> bool:
    """Whether a run hides itself, as python-docx tells its properties."""
    properties = getattr(run, "rPr", None)  # a run of an equation has none
    vanish = None if properties is None else getattr(properties, "vanish", None)
    return vanish is not None and bool(vanish.val)
