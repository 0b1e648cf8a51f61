"""Go through the contents of a Word document as it reads with all changes accepted."""

from collections.abc import Iterator
from typing import Any

from okf_server.extract.xml_names import child, name_of

_SKIPPED = frozenset({"del", "moveFrom"})
_WRAPPERS = frozenset({"sdtContent", "customXml", "smartTag", "ins", "moveTo", "Choice"})
_ALTERNATIVES = "AlternateContent"


def contents(element: Any) -> Iterator[Any]:
    """The elements below, those in controls and insertions too, one of each set of alternatives.

    What is deleted or was moved away is left out.
    """
    for one in element:
        name = name_of(one)
        if name == _ALTERNATIVES:
            yield from contents(_chosen(one))
        elif name == "sdt":
            inner = child(one, "sdtContent")
            yield from contents(inner) if inner is not None else ()
        elif name in _WRAPPERS:
            yield from contents(one)
        elif name and name not in _SKIPPED:
            yield one


def _chosen(alternatives: Any) -> Any:
    """What a current program shows; the copy for old programs where there is nothing else."""
    found = child(alternatives, "Choice")
    if found is None:
        found = child(alternatives, "Fallback")
    return alternatives if found is None else found
