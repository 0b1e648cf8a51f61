"""Elements of XML by their local names, whatever their namespace, and how hostile XML is parsed."""

from typing import Any

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
