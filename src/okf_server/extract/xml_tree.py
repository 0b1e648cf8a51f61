"""A small XML file as a tree; nothing that it declares or names is resolved."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from okf_server.extract.limits import DEEPEST


@dataclass(slots=True)
class Node:
    """An element; names are without their namespaces."""

    name: str
    attributes: Mapping[str, str]
    children: list["Node"] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def below(self) -> Iterator["Node"]:
        """All elements below, in their order."""
        waiting = self.children[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += node.children[::-1]

    def named(self, name: str) -> list["Node"]:
        """The elements below of that name, in their order."""
        return [node for node in self.below() if node.name == name]

    @property
    def text(self) -> str:
        """All text in it, white space made single."""
        below = (text for node in self.below() for text in node.texts)
        return " ".join(" ".join([*self.texts, *below]).split())


def parsed(data: bytes) -> Node:
    """The tree of a file; raises ValueError where it is no XML, declares entities or nests too much."""
    builder = _Builder()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = builder.begin
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.EntityDeclHandler = builder.refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ValueError(str(error)) from error
    return builder.root


class _Builder:
    """The elements that are open, the root of all first."""

    def __init__(self) -> None:
        self.root = Node("", {})
        self._open = [self.root]

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) > DEEPEST:
            raise ValueError(f"more than {DEEPEST} elements inside each other")
        named = {_short(key): value for key, value in attributes.items()}
        node = Node(_short(name), named)
        self._open[-1].children.append(node)
        self._open.append(node)

    def end(self, _name: str) -> None:
        self._open.pop()

    def text(self, text: str) -> None:
        self._open[-1].texts.append(text)

    def refuse(self, *_declared: object) -> None:
        raise ValueError("it declares entities")


def _short(name: str) -> str:
    return name.rpartition(" ")[2]
