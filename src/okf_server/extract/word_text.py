"""Read a paragraph of a Word document: what can be seen of it, what cannot, and what hangs on it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from okf_server.extract.described import description
from okf_server.extract.equations import omml
from okf_server.extract.inlines import Inline, Look, look_of_text
from okf_server.extract.opc import Package
from okf_server.extract.symbol_font import drawn
from okf_server.extract.word_contents import contents
from okf_server.extract.word_notes import Notes
from okf_server.extract.word_styles import Styles, is_unseen, look_of, paragraph_look
from okf_server.extract.xml_names import attribute, child, name_of, relation_of, switched_on

_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_ASIDE = frozenset({"pPr", "rPr", "sdtPr", "sdtEndPr", "smartTagPr", "customXmlPr", "proofErr"})
_PICTURES = frozenset({"drawing", "pict", "object"})
_NOTES = {
    "footnoteReference": "footnotes",
    "endnoteReference": "endnotes",
    "commentReference": "comments",
}
_DRAWING_FONTS = ("symbol", "wingdings")
_FIRST_SIGN, _LAST_SIGN = 0xF020, 0xF0FF
_SURROGATE = 0xD800


class NoteReference(NamedTuple):
    """A note that a paragraph refers to: its part (`footnotes`, `endnotes`, `comments`) and id."""

    part: str
    key: str


@dataclass(slots=True)
class Paragraph:
    """What stands in a paragraph: its text, hidden text, text boxes, notes and descriptions of pictures.

    Charts and diagrams are named by the relations of their parts.
    """

    inlines: list[Inline] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    boxes: list[Any] = field(default_factory=list)
    notes: list[NoteReference] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    described: list[str] = field(default_factory=list)

    @property
    def is_code(self) -> bool:
        """Whether all of its text is in a font of even width."""
        said = [one for one in self.inlines if one.text.strip() and one.look is not Look.MARK]
        return bool(said) and all(one.look is Look.CODE for one in said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a paragraph is read with; `part` is the part that its relations are those of."""

    package: Package
    styles: Styles
    notes: Notes
    part: str


def read_paragraph(element: Any, setting: Setting, *, behind: bool) -> Paragraph:
    """Read a `w:p`; `behind` tells whether a colour lies behind all of it."""
    reading = _Reading(setting, element, behind=behind)
    reading.read(element, "")
    return reading.found


class _Reading:
    """A paragraph that is being read."""

    def __init__(self, setting: Setting, element: Any, *, behind: bool) -> None:
        self.found = Paragraph()
        self._setting = setting
        properties = child(element, "pPr")
        style = setting.styles.of_paragraph(attribute(child(properties, "pStyle"), "val"))
        self._look = {**setting.styles.defaults, **style.look, **paragraph_look(properties)}
        self._behind = behind
        self._in_code: list[bool] = []  # fields that are open: whether their code is being read

    def read(self, element: Any, target: str) -> None:
        """Read what stands in an element of the paragraph, in order."""
        for one in contents(element):
            match name_of(one):
                case "r":
                    self._run(one, target)
                case "hyperlink":
                    relation = attribute(one, "id")
                    package = self._setting.package
                    self.read(one, package.target(self._setting.part, relation) or target)
                case "oMath":
                    self._add(omml.to_latex(one), Look.MATH, target)
                case name:
                    if name not in _ASIDE:
                        self.read(one, target)

    def _run(self, run: Any, target: str) -> None:
        properties = child(run, "rPr")
        style = attribute(child(properties, "rStyle"), "val")
        look = {**self._look, **self._setting.styles.of_run(style), **look_of(properties)}
        unseen = is_unseen(look, behind=self._behind)
        font = attribute(child(properties, "rFonts"), "ascii")
        for one in contents(run):
            name = name_of(one)
            if name == "fldChar":
                self._field(one)
            elif any(self._in_code):
                continue
            elif name in _PICTURES:
                self._picture(one)
            elif name in _NOTES:
                self._note(_NOTES[name], attribute(one, "id"))
            elif unseen:
                self.found.hidden.append(_said(one, font))
            elif name == "ruby":
                self._ruby(one, target)
            else:
                self._add(_said(one, font), look_of_text(look), target)

    def _add(self, text: str, look: Look, target: str) -> None:
        if text:
            self.found.inlines.append(Inline(text=text, look=look, target=target))

    def _field(self, mark: Any) -> None:
        match attribute(mark, "fldCharType"):
            case "begin":
                self._in_code.append(True)
                box = child(mark, "ffData", "checkBox")
                if box is not None:
                    ticked = switched_on(child(box, "checked"))
                    ticked = switched_on(child(box, "default")) if ticked is None else ticked
                    self._add("☒" if ticked else "☐", Look.TEXT, "")
            case "separate" if self._in_code:
                self._in_code[-1] = False
            case "end" if self._in_code:
                self._in_code.pop()
            case _:
                pass

    def _note(self, part: str, key: str) -> None:
        notes = self._setting.notes
        if notes.has(part, key):
            self.found.notes.append(NoteReference(part, key))
            if part != "comments":
                self._add(notes.label(part, key), Look.MARK, "")

    def _picture(self, element: Any) -> None:
        for one in _below(element):
            match name_of(one):
                case "txbxContent":
                    self.found.boxes.append(one)
                case "docPr":
                    self.found.described.append(description(attribute(one, "descr")))
                case "textpath":
                    self._add(attribute(one, "string"), Look.TEXT, "")
                case "chart":
                    self.found.figures.append(relation_of(one))
                case "relIds":
                    self.found.figures.append(relation_of(one, "dm"))
                case _:
                    pass

    def _ruby(self, ruby: Any, target: str) -> None:
        """A reading aid follows the text that it stands over."""
        base, aid = child(ruby, "rubyBase"), child(ruby, "rt")
        if base is not None:
            self.read(base, target)
        if aid is not None:
            self._add("(", Look.TEXT, target)
            self.read(aid, target)
            self._add(")", Look.TEXT, target)


def _said(element: Any, font: str) -> str:
    name = name_of(element)
    if name == "t":
        text = str(element.text or "")
        return drawn(text, font) if font.casefold().startswith(_DRAWING_FONTS) else text
    if name == "sym":
        return _sign(element)
    return _SIGNS.get(name, "") if attribute(element, "type") not in ("page", "column") else "\n"


def _sign(element: Any) -> str:
    """A sign by its code in a font; nothing for one that only its font can tell."""
    try:
        value = int(attribute(element, "char"), 16)
    except ValueError:
        return ""
    of_a_font = _FIRST_SIGN <= value <= _LAST_SIGN
    return drawn(chr(value), attribute(element, "font")) if of_a_font or value < _SURROGATE else ""


def _below(element: Any) -> Iterator[Any]:
    """All elements below, none twice: text boxes are not looked into."""
    for one in contents(element):
        yield one
        if name_of(one) != "txbxContent":
            yield from _below(one)
