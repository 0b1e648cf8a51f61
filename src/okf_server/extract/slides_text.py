"""Read the paragraphs of a shape on a slide: list items, runs with their links, what nobody can see."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from okf_server.extract import markup, raised
from okf_server.extract.equations import omml
from okf_server.extract.slides_deck import Slide
from okf_server.extract.xml_names import below, child, name_of, relation_of
from okf_server.model.document import BlockKind

_BULLETS = ("buNone", "buChar", "buAutoNum", "buBlip")
_FIELDS = ("slidenum", "datetime")  # what the program fills in anew
_TINY = 100  # hundredths of a point
_DEEPEST = 8
_CHOICE = ("Fallback",)  # what old programs show instead


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How the text of a shape looks where it does not say so itself.

    `styles` are list styles, the nearest first; `links` the addresses that the slide names by an id;
    `unseen` tells by a run's properties whether its text cannot be seen.
    """

    styles: Sequence[Any] = ()
    links: Mapping[str, str] = field(default_factory=dict)
    unseen: Callable[[Any], bool] = lambda _properties: False


def add_text(slide: Slide, body: Any, look: Look) -> None:
    """Add the paragraphs of a text body to a slide; those that have a bullet are list items."""
    counts: dict[int, int] = {}
    for paragraph in (e for e in body if name_of(e) == "p"):
        text = _text(slide, paragraph, look)
        properties = child(paragraph, "pPr")
        level = _level(properties)
        bullet = _bullet(properties, level, look.styles)
        kind = name_of(bullet) if bullet is not None else "buNone"
        if not text.strip():
            continue
        counts = {deep: n for deep, n in counts.items() if deep < level + (kind == "buAutoNum")}
        if kind == "buNone":
            slide.add(BlockKind.PARAGRAPH, _lines(text))
            continue
        marker = "-"
        if kind == "buAutoNum":
            counts[level] = counts.get(level, _start(bullet) - 1) + 1
            marker = f"{counts[level]}."
        slide.add(BlockKind.LIST, " ".join(text.split()), level=level, marker=marker)


def title_text(slide: Slide, body: Any, look: Look) -> str:
    """The text of a title, which is one line."""
    texts = (_text(slide, p, look) for p in body if name_of(p) == "p")
    return " ".join(text.strip() for text in texts if text.strip())


def plain_text(body: Any) -> str:
    """The paragraphs of a text body without markup, a line each."""
    lines = ("".join(t for _, t in _runs(p)) for p in body if name_of(p) == "p")
    return "\n".join(line for line in lines if line.strip())


def _lines(text: str) -> str:
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(markup.starts(line) for line in lines if line)


def _text(slide: Slide, paragraph: Any, look: Look) -> str:
    """The runs of a paragraph as Markdown; what cannot be seen goes to the slide's unseen text."""
    texts: list[str] = []
    unseen: list[str] = []
    for run, text in _runs(paragraph):
        if name_of(run) == "m":
            texts.append(text)  # LaTeX is no text to escape
            continue
        properties = child(run, "rPr")
        if properties is not None and (_tiny(properties) or look.unseen(properties)):
            unseen.append(text)
            continue
        click = child(properties, "hlinkClick") if properties is not None else None
        target = look.links.get(relation_of(click), "") if click is not None else ""
        words = "\n".join(map(_within, markup.clean(text).split("\n")))
        texts.append(markup.link(words, target) if target else words)
    hidden = "".join(unseen).strip()
    if hidden:
        slide.unseen.append(hidden)
    return "".join(texts)


def _within(text: str) -> str:
    """Text with its blanks, which part it from its neighbours."""
    return markup.within(text)


def _runs(paragraph: Any) -> Iterator[tuple[Any, str]]:
    """The runs of a paragraph and their text; a line break is one."""
    waiting = list(paragraph)[::-1]
    while waiting:
        element = waiting.pop()
        match name_of(element):
            case "r":
                yield element, _said(element)
            case "br":
                yield element, "\n"
            case "fld" if not str(element.get("type", "")).startswith(_FIELDS):
                yield element, "".join(t.text or "" for t in element if name_of(t) == "t")
            case "AlternateContent" | "Choice":
                waiting += [e for e in element if name_of(e) not in _CHOICE][::-1]
            case "m":
                yield element, " ".join(f"${omml.to_latex(e)}$" for e in below(element, "oMath"))
            case _:
                pass


def _said(run: Any) -> str:
    text = "".join(t.text or "" for t in run if name_of(t) == "t")
    properties = child(run, "rPr")
    shift = "" if properties is None else str(properties.get("baseline") or "")
    if not shift.strip("0.%"):
        return text
    return raised.below(text) if shift.startswith("-") else raised.above(text)


def _tiny(properties: Any) -> bool:
    size = properties.get("sz") or ""
    return size.isdecimal() and int(size) <= _TINY


def _level(properties: Any) -> int:
    level = (properties.get("lvl") or "") if properties is not None else ""
    return min(int(level), _DEEPEST) if level.isdecimal() else 0


def _bullet(properties: Any, level: int, styles: Sequence[Any]) -> Any:
    """The element that says which bullet a paragraph has, its own or one of its styles'."""
    levels = (child(style, f"lvl{level + 1}pPr") for style in styles)
    for given in (properties, *levels):
        found = None if given is None else next((e for e in given if name_of(e) in _BULLETS), None)
        if found is not None:
            return found
    return None


def _start(bullet: Any) -> int:
    start = bullet.get("startAt") or "1"
    return int(start) if start.isdecimal() and len(start) < 6 else 1  # noqa: PLR2004 - more is no number of a list
