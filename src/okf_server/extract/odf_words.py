"""The words of OpenDocument's paragraphs, as raised or lowered where their style says so."""

from collections.abc import Callable
from typing import Any

from okf_server.extract import raised
from okf_server.extract.odt_styles import TextStyles
from okf_server.extract.xml_names import attribute, name_of

_SPACES = {"s": " ", "tab": " ", "line-break": " ", "p": " ", "h": " "}
_ASIDE = ("annotation", "shapes", "tracked-changes")


class Words:
    """Reads the text below elements; the styles may still be learnt while it does."""

    def __init__(self, styles: TextStyles) -> None:
        self._styles = styles

    def of(self, element: Any) -> str:
        """The text of a paragraph or of all paragraphs below; empty for None."""
        return self.below(element).strip()

    def below(self, element: Any) -> str:
        """The text below an element, notes and drawings left out; never by recursion."""
        from lxml import etree  # noqa: PLC0415 - not in a core installation

        if element is None:
            return ""
        parts: list[str] = []
        begun: list[tuple[Any, int, Callable[[str], str]]] = []
        walk = etree.iterwalk(element, events=("start", "end"))
        for event, node in walk:
            name = name_of(node)
            if event == "start":
                if name in _ASIDE:
                    walk.skip_subtree()
                elif name:
                    begun += [(node, len(parts), w) for w in self._writers(name, node)]
                    parts.append(node.text or "")
                continue
            parts.append(_SPACES.get(name, ""))
            if begun and begun[-1][0] is node:
                _, at, write = begun.pop()
                parts[at:] = [write("".join(parts[at:]))]
            if node is not element:
                parts.append(node.tail or "")
        return "".join(parts)

    def _writers(self, name: str, node: Any) -> list[Callable[[str], str]]:
        """How the words of a span are written where they stand above or below the line."""
        if name != "span":
            return []
        look = self._styles.look("text", attribute(node, "style-name"))
        above, below = look.get("above"), look.get("below")
        return [raised.above if above else raised.below] if above or below else []
