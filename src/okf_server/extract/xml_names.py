"""Elements of XML by their local names, whatever their namespace, and how hostile XML is parsed."""

import re
from collections.abc import Iterator
from typing import Any

_NUMBER = re.compile(r"-?\d{1,7}", re.ASCII)
_NO = frozenset({"0", "false", "off", "none"})

SAFE: dict[str, Any] = {"resolve_entities": False, "no_network": True, "load_dtd": False}
"""How every parser of hostile XML is set."""


def name_of(element: Any) -> str:
    """The name without its namespace; empty for a comment, an entity or a processing instruction."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def child(element: Any, *names: str) -> Any:
    """The first element that a path of names leads to; None where there is none, or nothing to start from."""
    for name in names:
        if element is None:
            return None
        element = next((one for one in element if name_of(one) == name), None)
    return element


def below(element: Any, name: str) -> Iterator[Any]:
    """The elements below with a local name, in the order of the document."""
    return iter(element.iter(f"{{*}}{name}"))


def attribute(element: Any, name: str, otherwise: str = "") -> str:
    """An attribute by its local name, in whatever namespace; of no element, and where it is not given, `otherwise`."""
    if element is None:
        return otherwise
    found = element.get(name)
    if found is None:
        found = next((v for k, v in element.attrib.items() if k.endswith(f"}}{name}")), otherwise)
    return str(found)


def relation_of(element: Any, name: str = "id") -> str:
    """The id of the relation that an element names; empty where it names none."""
    return next((str(v) for k, v in element.attrib.items() if k.endswith(f"}}{name}")), "")


def number(element: Any, name: str = "val", otherwise: int = 0) -> int:
    """An attribute that is a whole number, within what a document may sensibly say."""
    text = attribute(element, name)
    return int(text) if _NUMBER.fullmatch(text) else otherwise


def switched_on(element: Any) -> bool | None:
    """The value of a property that is on where it stands without one; None where it does not stand."""
    return None if element is None else attribute(element, "val", "1").lower() not in _NO
