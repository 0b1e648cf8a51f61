"""Walk a page: its stretches of text between the borders of block elements, each with its number and lines."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from okf_server.extract.web_context import Context, inside
from okf_server.extract.web_flow import Flow, Stretch
from okf_server.extract.web_math import latex_of, latex_of_script
from okf_server.extract.web_sheet import Named, named, sheet_of

UNREAD = frozenset({"head", "script", "style", "template", "noscript", "title", "iframe", "object"})
"""Elements whose text no reader of the page sees."""

_LONGEST_ICON = 3  # letters of what is hidden from screen readers because it only decorates


def stretches(root: Any) -> list[Stretch]:
    """All stretches of a page in order, with what the page itself says of its look."""
    from lxml import etree  # noqa: PLC0415 - not in a core installation

    sheet = sheet_of(style.text or "" for style in root.iter("style"))
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    flow = Flow()
    contexts = [Context()]
    around: list[Named] = []
    for event, element in walk:
        if event == "start":
            attributes = attributes_of(element)
            known = named(element.tag, attributes)
            style = sheet.of(known, attributes.get("style", ""), around)
            around.append(known)
            contexts.append(_context(element, attributes, contexts[-1], style))
            _start(walk, element, contexts[-1], flow)
            continue
        if event == "end":
            around.pop()
            contexts.pop()
            flow.close(element.tag)
        else:
            flow.pass_over(element.text)
        flow.add(element.tail, contexts[-1])
    flow.flush()
    return flow.stretches


def attributes_of(element: Any) -> dict[str, str]:
    """The attributes of an element, their names in lower case."""
    return {str(name).lower(): str(value) for name, value in element.attrib.items()}


def _context(
    element: Any, attributes: Mapping[str, str], above: Context, style: Mapping[str, str]
) -> Context:
    context = inside(element.tag, attributes, above, style)
    if attributes.get("aria-hidden") == "true" and _is_icon(element):
        return replace(context, muted=True)
    return context


def _is_icon(element: Any) -> bool:
    letters = 0
    for text in element.itertext():
        letters += len(text.strip())
        if letters > _LONGEST_ICON:
            return False
    return True


def _start(walk: Any, element: Any, context: Context, flow: Flow) -> None:
    """Begin an element; what is no text of it is passed over."""
    flow.goto(element.sourceline)
    if element.tag not in UNREAD and element.tag != "math":
        flow.open(element, attributes_of(element), context)
        flow.add(element.text, context)
        return
    walk.skip_subtree()
    text = "".join(element.itertext())
    if element.tag == "math":
        flow.add_formula(latex_of(element), context, counts=bool(text.strip()))
    else:
        flow.add_formula(latex_of_script(element), context, counts=False)
    flow.pass_over(text)
