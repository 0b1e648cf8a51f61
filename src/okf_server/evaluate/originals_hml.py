"""Read Hangul documents in one XML file as a whole, by the ordinal of the block."""

from pathlib import Path
from typing import Any

from okf_server.evaluate.originals_blocks import BlockOriginal
from okf_server.evaluate.originals_hwpx import Reading

_KINDS = {
    "char": "t", "footnote": "footNote", "endnote": "endNote", "drawtext": "drawText", "table": "tbl",
    "cell": "tc", "fieldbegin": "fieldBegin", "hiddencomment": "hiddenComment", "autonum": "autoNum",
    "autonumformat": "autoNumFormat", "maintext": "mainText", "subtext": "subText",
    "linebreak": "lineBreak", "nbspace": "nbSpace", "fwspace": "fwSpace", "hypen": "hyphen",
    "shapecomment": "shapeComment", "checkbutton": "checkBtn", "radiobutton": "radioBtn",
    "button": "btn", "text": "run",
}  # fmt: skip
_COUNTED = {"Figure": "PICTURE", "Table": "TABLE", "Equation": "EQUATION"}


class HmlOriginal(BlockOriginal):
    """A document: the paragraphs and the tables of its sections that have text, counted from 1."""

    def __init__(self, path: Path) -> None:
        from lxml import etree  # noqa: PLC0415 - of the extra `evaluate`

        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        root = etree.parse(str(path), parser).getroot()
        reading = Reading()
        for element in root.iter():
            _adapt(element)
        sections = root.iter("section")
        texts = [text for section in sections for text in reading.section(section)]
        super().__init__(texts)


def _adapt(element: Any) -> None:
    """Give an element the name of the open format."""
    if not isinstance(element.tag, str):
        return
    low = element.tag.lower()
    element.tag = _KINDS.get(low, low)
    for name, value in dict(element.attrib).items():
        element.set(name[:1].lower() + name[1:], value)
    kind = element.get("numberType")
    if kind is not None:
        element.set("numType", _COUNTED.get(kind, kind))
        element.set("num", element.get("number", ""))
