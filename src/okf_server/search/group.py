"""Group hits by what they belong to."""

from collections import Counter
from collections.abc import Sequence

from okf_server.model.answer import GroupBy
from okf_server.model.item import outermost
from okf_server.search.order import Found


def grouped(found: Sequence[Found], by: GroupBy) -> list[Found]:
    """The best hit of each group, in the order of these, with the count of the group's hits."""
    if by is GroupBy.PASSAGE:
        return list(found)
    counts = Counter(_key(one, by) for one in found)
    best: dict[str, Found] = {}
    for one in found:
        best.setdefault(_key(one, by), one)
    return [one._replace(members=counts[key]) for key, one in best.items()]


def _key(found: Found, by: GroupBy) -> str:
    match by:
        case GroupBy.PASSAGE | GroupBy.CONCEPT:
            return found.concept.id
        case GroupBy.SOURCE:
            return f"{found.concept.source}:{outermost(found.concept.path)[0]}"
        case GroupBy.FOLDER:
            return found.concept.id.rpartition("/")[0]
