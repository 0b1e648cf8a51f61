"""Read a paragraph of an OpenDocument text: what can be seen of it, what cannot, and what hangs on it."""

import re
from dataclasses import dataclass, field
from typing import Any

from okf_server.extract.described import description
from okf_server.extract.inlines import Inline, Look, look_of_text
from okf_server.extract.odt_styles import TextStyles, hides, merged
from okf_server.extract.word_styles import is_unseen
from okf_server.extract.xml_names import attribute, child, name_of, number

_BLANKS = re.compile(r"[ \t\r\n]+")
_MOST_BLANKS = 100
_SIGNS = {"tab": "\t", "line-break": "\n"}
_SKIPPED = frozenset({"script", "title", "image", "ruby-text", "bookmark-ref-source"})


@dataclass(slots=True)
class Paragraph:
    """What stands in a paragraph: its text, hidden text, text boxes, notes, embedded objects, descriptions."""

    inlines: list[Inline] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    boxes: list[Any] = field(default_factory=list)
    notes: list[Any] = field(default_factory=list)
    objects: list[Inline] = field(default_factory=list)
    described: list[str] = field(default_factory=list)

    @property
    def is_code(self) -> bool:
        """Whether all of its text is in a font of even width."""
        said = [one for one in self.inlines if one.text.strip() and one.look is not Look.MARK]
        return bool(said) and all(one.look is Look.CODE for one in said)


def read_paragraph(element: Any, styles: TextStyles, *, behind: bool) -> Paragraph:
    """Read a `text:p` or `text:h`; `behind` tells whether a colour lies behind all of it."""
    reading = _Reading(styles, behind=behind)
    look = styles.look("paragraph", attribute(element, "style-name"))
    concealed = any(hides(one) for one in element.iter() if name_of(one) == "hidden-paragraph")
    reading.read(element, merged(look, {"hidden": True}) if concealed else look, "")
    return reading.found


class _Reading:
    """A paragraph that is being read."""

    def __init__(self, styles: TextStyles, *, behind: bool) -> None:
        self.found = Paragraph()
        self._styles = styles
        self._behind = behind

    def read(self, element: Any, look: dict[str, bool], target: str) -> None:
        """Read the text and the elements below, in order."""
        self._say(element.text, look, target)
        for one in element:
            self._one(one, look, target)
            self._say(one.tail, look, target)

    def _one(self, one: Any, look: dict[str, bool], target: str) -> None:
        match name_of(one):
            case "span":
                own = self._styles.look("text", attribute(one, "style-name"))
                self.read(one, merged(look, own), target)
            case "a":
                self.read(one, look, attribute(one, "href") or target)
            case "s":
                blanks = min(max(number(one, "c", 1), 1), _MOST_BLANKS)
                self._add(" " * blanks, look, target)
            case "tab" | "line-break" as name:
                self._add(_SIGNS[name], look, target)
            case "note" | "annotation":
                self._note(one)
            case "hidden-text":
                self.found.hidden.append(attribute(one, "string-value") or (one.text or ""))
            case name:
                if name and name not in _SKIPPED:
                    self._other(one, look, target)

    def _other(self, one: Any, look: dict[str, bool], target: str) -> None:
        """A drawing, or a field of any kind, which shows its text."""
        name = name_of(one)
        if name == "desc":
            self.found.described.append(description("".join(one.itertext())))
        elif name == "text-box":
            self.found.boxes.append(one)
        elif name == "object":
            where = attribute(one, "href").removeprefix("./")
            self.found.objects.append(Inline(text=where, look=Look.MATH))
            self.found.inlines.append(self.found.objects[-1])
        else:
            self.read(one, look, target)

    def _note(self, note: Any) -> None:
        self.found.notes.append(note)
        citation = child(note, "note-citation")
        label = attribute(citation, "label") or (citation.text if citation is not None else "")
        if label and label.strip():
            self.found.inlines.append(Inline(text=label.strip(), look=Look.MARK))

    def _say(self, text: str | None, look: dict[str, bool], target: str) -> None:
        self._add(_BLANKS.sub(" ", text or ""), look, target)

    def _add(self, text: str, look: dict[str, bool], target: str) -> None:
        if not text:
            return
        if is_unseen(look, behind=self._behind):
            self.found.hidden.append(text)
        else:
            self.found.inlines.append(Inline(text=text, look=look_of_text(look), target=target))
