"""Read what a paragraph of a Hangul document says, and what is anchored in it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from okf_server.extract import markup, raised
from okf_server.extract.equations.hangul import to_latex
from okf_server.extract.hwpx_labels import label
from okf_server.extract.hwpx_styles import Styles, number, paints
from okf_server.extract.xml_names import name_of

FORMULA = "\ufdd0"
"""Stands in a text for its next formula; Unicode gives it to no character."""

_SPACES = {"tab": " ", "nbSpace": " ", "fwSpace": " ", "lineBreak": "\n", "hyphen": "-"}
_SILENT = frozenset(
    [
        "linesegarray", "parameters", "parameterset", "indexmark", "shapeComment", "listItem",
        "formCharPr", "sz", "pos", "outMargin", "inMargin", "renderingInfo", "rotationInfo",
        "lineShape", "fillBrush", "shadow", "pageNum", "pageHiding", "newNum", "colPr", "fieldEnd",
        "bookmark", "script", "metaTag", "effects", "imgRect", "cellzoneList", "label",
    ]
)  # fmt: skip
_ART_BREAKS = str.maketrans({"␍": " ", "␊": " "})
_NUMBERED = frozenset(["PICTURE", "TABLE", "EQUATION"])
_MARK = "[^"
_LINK, _LINK_END = "\ufdd1", "\ufdd2"  # around the words of a link; no characters, either
_LINKED = re.compile(f"{_LINK}([^{_LINK}{_LINK_END}\\[\\]\n]*){_LINK_END}|{_LINK}")
_INNER = re.compile(f"[{FORMULA}{_LINK}{_LINK_END}]")
_COMMAND = re.compile(r"(?:[^;\\]|\\.)*")
_BEHIND = "BEHIND_TEXT"


class Kind(StrEnum):
    """What hangs on a place of a paragraph; furniture are headers and footers, a comment is not seen."""

    TABLE = "table"
    CELL = "cell"
    BOX = "box"
    CAPTION = "caption"
    NOTE = "note"
    MEMO = "memo"
    FURNITURE = "furniture"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchored:
    """Something that hangs on a place of a paragraph and has paragraphs of its own."""

    kind: Kind
    element: Any
    label: str = ""
    backed: bool = False


@dataclass(slots=True)
class Saying:
    """What a paragraph says: text with FORMULA for each formula, and what is anchored in it."""

    texts: list[str] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    anchored: list[Anchored] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    speaks: bool = False

    def markdown(self, write: Callable[[str], str] = markup.inline) -> str:
        """The text as Markdown, its formulas between dollar signs."""
        targets = iter(self.targets)

        def linked(found: re.Match[str]) -> str:
            target = next(targets, "")
            return markup.link(found[1], target) if found[1] else ""

        text = _LINKED.sub(linked, write("".join(self.texts))).replace(_LINK_END, "")
        return self._filled(text)

    def title(self) -> str:
        """The text in one line, without markup and the marks of notes."""
        plain = "".join(
            text for text in self.texts if not text.startswith((_MARK, _LINK, _LINK_END))
        )
        return self._filled(" ".join(markup.clean(plain).split()))

    def _filled(self, text: str) -> str:
        formulas = [f"${formula}$" for formula in self.formulas]
        return "".join(a + b for a, b in zip(text.split(FORMULA), [*formulas, ""], strict=True))


@dataclass(slots=True)
class Listener:
    """Reads paragraph after paragraph; a tracked deletion may run over several."""

    styles: Styles
    ended: frozenset[str] = frozenset()
    deleting: set[str] = field(default_factory=set)
    deleted: bool = False
    painted: bool = False
    counts: dict[str, int] = field(default_factory=dict)

    def hear(self, paragraph: Any, *, backed: bool) -> Saying:
        """What a paragraph says; `backed` where it stands on a ground that is not white."""
        backed = backed or paragraph.get("paraPrIDRef") in self.styles.backed
        saying = Saying()
        _Ear(self, saying, backed=backed).below(paragraph)
        self.deleting &= self.ended  # what no mark ends, ends with its paragraph
        return saying


class _Ear:
    """One walk through the elements of a paragraph."""

    def __init__(self, listener: Listener, saying: Saying, *, backed: bool) -> None:
        self._listener = listener
        self._saying = saying
        self._backed = backed
        self._unseen = False
        self._write: Callable[[str], str] = str
        self._link: str | None = None  # the id of the link that is open
        self._hears: dict[str, Callable[[Any], None]] = {
            "run": self._run,
            "t": self._text,
            "tbl": self._table,
            "equation": self._equation,
            "drawText": self._box,
            "caption": self._caption,
            "switch": self._switch,
            "secPr": self._section,
            "footNote": self._note,
            "endNote": self._note,
            "header": self._furniture,
            "footer": self._furniture,
            "fieldBegin": self._field,
            "fieldEnd": self._field_end,
            "hiddenComment": self._comment,
            "autoNum": self._number,
            "textart": self._art,
            "compose": self._composed,
            "dutmal": self._dutmal,
            "checkBtn": self._button,
            "radioBtn": self._button,
            "btn": self._button,
            "comboBox": self._choice,
            "edit": self._edit,
        }

    def below(self, element: Any) -> None:
        """Hear everything inside of an element."""
        for child in element:
            name = name_of(child)
            if child.get("textWrap") == _BEHIND:
                self._listener.painted = True
            if name in self._hears:
                self._hears[name](child)
            elif name and name not in _SILENT:
                self.below(child)

    def _say(self, text: str | None) -> None:
        if not text:
            return
        if self._listener.deleting:
            self._listener.deleted = True
            return
        seen = not self._unseen or self._backed or self._listener.painted
        (self._saying.texts if seen else self._saying.unseen).append(
            _INNER.sub("", self._write(text))
        )
        self._saying.speaks |= bool(text.strip())

    def _draw(self, sign: str, *, speaks: bool = True) -> bool:
        """Put down what the program makes of an element; False where that is deleted."""
        if self._listener.deleting:
            self._listener.deleted = True
            return False
        self._saying.texts.append(sign)
        self._saying.speaks |= speaks
        return True

    def _run(self, run: Any) -> None:
        styles, shape = self._listener.styles, run.get("charPrIDRef")
        self._unseen = shape in styles.unseen
        lowered = raised.below if shape in styles.below else str
        self._write = raised.above if shape in styles.above else lowered
        self.below(run)
        self._unseen, self._write = False, str

    def _text(self, element: Any) -> None:
        self._say(element.text)
        for child in element:
            self._mark(child)
            self._say(child.tail)

    def _mark(self, element: Any) -> None:
        name = name_of(element)
        if name == "deleteBegin":
            self._listener.deleting.add(element.get("Id", ""))
        elif name == "deleteEnd":
            self._listener.deleting.discard(element.get("Id", ""))
        elif name in _SPACES:
            self._say(_SPACES[name])
        elif name:
            self._text(element)

    def _anchor(self, kind: Kind, element: Any, label_: str = "") -> None:
        if self._listener.deleting:
            self._listener.deleted = True
            return
        self._saying.anchored.append(
            Anchored(kind=kind, element=element, label=label_, backed=self._backed)
        )

    def _table(self, table: Any) -> None:
        self._anchor(Kind.TABLE, table)

    def _box(self, box: Any) -> None:
        # a box may lie on a picture or another shape: what is white in it may well be seen
        kept, self._backed = self._backed, True
        self._anchor(Kind.BOX, box)
        self._backed = kept

    def _caption(self, caption: Any) -> None:
        self._anchor(Kind.CAPTION, caption)

    def _switch(self, switch: Any) -> None:
        """Of what is meant for different programs, the first."""
        chosen = next((child for child in switch if name_of(child) in ("case", "default")), None)
        if chosen is not None:
            self.below(chosen)

    def _section(self, properties: Any) -> None:
        fills = properties.iter("{*}pageBorderFill")
        if any(fill.get("borderFillIDRef") in self._listener.styles.filled for fill in fills):
            self._listener.painted = True
        for child in properties:
            if name_of(child) in ("header", "footer"):
                self._furniture(child)

    def _note(self, note: Any) -> None:
        kind = name_of(note)
        count = self._listener.counts.get(kind, 0) + 1
        self._listener.counts[kind] = count
        mark = ("e" if kind == "endNote" else "") + label(note, count)
        self._draw(f"{_MARK}{mark}]")
        self._anchor(Kind.NOTE, note, mark)

    def _furniture(self, part: Any) -> None:
        self._anchor(Kind.FURNITURE, part)

    def _field(self, begin: Any) -> None:
        if begin.get("type") == "MEMO":
            author = begin.find(".//{*}stringParam[@name='Author']")
            self._anchor(Kind.MEMO, begin, "" if author is None else author.text or "")
            return
        if begin.get("type") == "HYPERLINK" and self._draw(_LINK, speaks=False):
            self._saying.targets.append(_target(begin))
            self._link = begin.get("id", "")
        self.below(begin)

    def _field_end(self, end: Any) -> None:
        if self._link is not None and end.get("beginIDRef", "") == self._link:
            self._draw(_LINK_END, speaks=False)
            self._link = None

    def _comment(self, comment: Any) -> None:
        self._anchor(Kind.COMMENT, comment)

    def _number(self, counted: Any) -> None:
        """The number of a caption; those of pages change from page to page."""
        if counted.get("numType") in _NUMBERED and counted.get("num"):
            self._draw(label(counted, number(counted.get("num"))))

    def _equation(self, equation: Any) -> None:
        script = equation.find("{*}script")
        formula = to_latex("".join(script.itertext())) if script is not None else ""
        if formula and self._draw(FORMULA):
            self._saying.formulas.append(formula)
        for caption in equation.iterchildren("{*}caption"):
            self._caption(caption)

    def _art(self, art: Any) -> None:
        self._say(art.get("text", "").translate(_ART_BREAKS))
        self.below(art)

    def _composed(self, letters: Any) -> None:
        self._say(letters.get("composeText"))

    def _dutmal(self, pair: Any) -> None:
        main, side = ("".join(pair.itertext(f"{{*}}{name}")) for name in ("mainText", "subText"))
        self._say(f"{main}({side})" if side else main)

    def _button(self, button: Any) -> None:
        caption = button.get("caption", "").strip()
        on = button.get("value") == "CHECKED"
        sign = {"checkBtn": "☑ " if on else "☐ ", "radioBtn": "◉ " if on else "◯ "}
        self._say(f" {sign.get(name_of(button), '')}{caption} " if caption else "")

    def _choice(self, box: Any) -> None:
        chosen = box.get("selectedValue", "")
        items = box.iterchildren("{*}listItem")
        shown = (item.get("displayText") for item in items if item.get("value") == chosen)
        self._say(next(shown, None) or chosen)

    def _edit(self, box: Any) -> None:
        self._say("".join(box.itertext("{*}text")))


def _target(begin: Any) -> str:
    """The address of a link: its command up to the first semicolon, without escapes."""
    named = begin.find(".//{*}stringParam[@name='Command']")
    command = begin.get("command", "") if named is None else named.text or ""
    found = _COMMAND.match(command)
    return re.sub(r"\\(.)", r"\1", found[0]) if found else ""


def lists(element: Any) -> Iterator[Any]:
    """The paragraphs and tables that an element holds itself, whatever they are wrapped in."""
    for child in element:
        name = name_of(child)
        if name in ("p", "tbl"):
            yield child
        elif name and name not in _SILENT:
            yield from lists(child)


def is_painted(shape: Any, styles: Styles) -> bool:
    """Whether a cell or table has a ground that is not white."""
    return shape.get("borderFillIDRef") in styles.filled or paints(shape)
