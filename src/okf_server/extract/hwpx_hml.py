"""Read Hangul documents in one XML file (HWPML), renamed to what the open format calls the same things."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from okf_server.extract.compose import compose
from okf_server.extract.hwpx_blocks import Blocks
from okf_server.extract.hwpx_package import ForbiddenXml, children
from okf_server.extract.hwpx_styles import read_styles
from okf_server.extract.refusals import MISSING, as_far_as_read, first_line, unreadable
from okf_server.extract.xml_names import name_of
from okf_server.model.document import Outcome

_SUFFIX = ".hml"
_LEVEL = 3  # HWPML, BODY, SECTION, P; HWPML, HEAD, MAPPINGTABLE, the lists of styles
_NAMES = {
    "P": "p", "TEXT": "run", "CHAR": "t", "TABLE": "tbl", "ROW": "tr", "CELL": "tc",
    "PARALIST": "subList", "EQUATION": "equation", "SCRIPT": "script", "CAPTION": "caption",
    "FOOTNOTE": "footNote", "ENDNOTE": "endNote", "HEADER": "header", "FOOTER": "footer",
    "DRAWTEXT": "drawText", "AUTONUM": "autoNum", "AUTONUMFORMAT": "autoNumFormat",
    "FIELDBEGIN": "fieldBegin", "FIELDEND": "fieldEnd", "HIDDENCOMMENT": "hiddenComment", "TEXTART": "textart",
    "COMPOSE": "compose", "DUTMAL": "dutmal", "MAINTEXT": "mainText", "SUBTEXT": "subText",
    "BUTTON": "btn", "CHECKBUTTON": "checkBtn", "RADIOBUTTON": "radioBtn", "COMBOBOX": "comboBox",
    "EDIT": "edit", "TAB": "tab", "LINEBREAK": "lineBreak", "NBSPACE": "nbSpace",
    "FWSPACE": "fwSpace", "HYPEN": "hyphen", "HYPHEN": "hyphen", "SHAPECOMMENT": "shapeComment",
    "INDEXMARK": "indexmark", "SECDEF": "secPr", "PARASHAPE": "paraPr", "PARABORDER": "border",
    "CHARSHAPE": "charPr", "STYLE": "style", "BORDERFILL": "borderFill", "WINDOWBRUSH": "winBrush",
    "GRADATION": "gradation", "IMAGEBRUSH": "imgBrush", "NUMBERING": "numbering",
    "PARAHEAD": "paraHead", "SUPERSCRIPT": "supscript", "SUBSCRIPT": "subscript", "PAGEBORDERFILL": "pageBorderFill",
}  # fmt: skip
_ATTRIBUTES = {
    "ParaShape": "paraPrIDRef", "Style": "styleIDRef", "CharShape": "charPrIDRef", "Id": "id",
    "ColAddr": "colAddr", "RowAddr": "rowAddr", "ColSpan": "colSpan", "RowSpan": "rowSpan",
    "BorderFill": "borderFillIDRef", "Number": "num", "NumberType": "numType", "Type": "type",
    "Level": "level", "Height": "height", "TextColor": "textColor", "ShadeColor": "shadeColor",
    "FaceColor": "faceColor", "NumFormat": "numFormat", "Text": "text", "ComposeText": "composeText",
    "TextWrap": "textWrap", "Command": "command", "Caption": "caption", "Value": "value", "SelectedValue": "selectedValue",
}  # fmt: skip
_COLOURS = frozenset(["textColor", "shadeColor", "faceColor"])
_SPELLED = frozenset(["type", "numFormat", "textWrap"])
_NUMBERS = {"Figure": "PICTURE", "Table": "TABLE", "Equation": "EQUATION"}
_WORD_START = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NO_COLOUR = 2**32 - 1


def extract(path: Path) -> Outcome:
    """The document of an HWPML file."""
    damage: list[str] = []
    try:
        with path.open("rb") as file:
            head = takewhile(lambda element: element.tag != "p", _watched(file, []))
            blocks = Blocks(read_styles(head))
        with path.open("rb") as file:
            written = [
                block
                for element in _watched(file, damage)
                if element.tag == "p"
                for block in blocks.of(element)
            ]
    except ImportError:
        return MISSING
    except ForbiddenXml as error:
        return unreadable(_SUFFIX, error)
    document = replace(compose(written), hidden=tuple(blocks.hidden))
    return as_far_as_read(document, _SUFFIX, damage)


def _watched(file: Any, damage: list[str]) -> Iterator[Any]:
    """The elements up to where the XML breaks off, which is noted."""
    try:
        yield from _elements(file)
    except SyntaxError as error:
        damage.append(first_line(error))


def _elements(file: Any) -> Iterator[Any]:
    """Paragraphs and lists of styles, renamed."""
    for element in children(file, level=_LEVEL):
        for one in list(element.iter()):
            if name_of(one):
                _rename(one)
        yield element


def _rename(element: Any) -> None:
    name = element.tag
    element.tag = _NAMES.get(name, name)
    for key, value in element.attrib.items():
        if key in _ATTRIBUTES:
            del element.attrib[key]
            element.set(_ATTRIBUTES[key], _value(_ATTRIBUTES[key], value))
    match name:
        case "PARASHAPE":
            element.insert(
                0,
                element.makeelement(
                    "heading",
                    type=element.get("HeadingType", "None").upper(),
                    level=element.get("level", "0"),
                    idRef=element.get("Heading", ""),
                ),
            )
        case "SHAPEOBJECT" if element.getparent() is not None:
            parent = element.getparent()
            for caption in element.findall("CAPTION"):
                parent.insert(0, caption)
        case _:
            return


def _value(name: str, value: str) -> str:
    if name == "numType":
        return _NUMBERS.get(value, value)
    if name in _SPELLED:
        return _WORD_START.sub("_", value).upper()
    if name in _COLOURS and value.isascii() and value.isdigit() and len(value) < len("99999999999"):
        number = int(value)
        red, green, blue = number & 255, number >> 8 & 255, number >> 16 & 255
        return "none" if number == _NO_COLOUR else f"#{red:02X}{green:02X}{blue:02X}"
    return value
