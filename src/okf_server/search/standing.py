"""Of concepts that say the same, tell which stands for the others: the current original, not a draft or a copy."""

from collections.abc import Iterable
from typing import NamedTuple

from okf_server.index.copies import is_copy
from okf_server.index.records import ConceptRecord
from okf_server.model.answer import Factor

_WORST_LAST = ("stale", "draft", "superseded", "deprecated")


class Standing(NamedTuple):
    """What comes first of those that say the same: how far out of date it is, and whether its name is a copy's."""

    outdated: int
    copied: bool


def standing(concept: ConceptRecord, why: Iterable[Factor]) -> Standing:
    """The standing of a concept, from what says that it is out of date."""
    worst = max(
        (1 + _WORST_LAST.index(one.name) for one in why if one.name in _WORST_LAST), default=0
    )
    return Standing(worst, is_copy(concept.title, concept.path))
