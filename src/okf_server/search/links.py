"""What a concept refers to, and what refers to it."""

from collections.abc import Sequence
from datetime import datetime

from okf_server.index.links import Edge
from okf_server.index.visible import Visible
from okf_server.model.access import Principal
from okf_server.model.answer import Links, Neighbour
from okf_server.search.resolve import resolve
from okf_server.search.view import View, summary


def links(view: View, reference: str, *, principal: Principal, now: datetime) -> Links:
    """The concepts around the one that a reference means, those alone that the caller may see.

    Raises NotFoundError, UsageError.
    """
    concept = resolve(view, reference, principal=principal).record.id
    visible = view.visible(principal)
    ordinal = view.index.ordinal(concept)
    edges = [] if ordinal is None else view.index.links_of(ordinal)
    return Links(
        concept=concept,
        out=_neighbours(
            view, [(end, edge) for edge in edges if (end := edge[1]) != ordinal], visible, now
        ),
        into=_neighbours(
            view, [(start, edge) for edge in edges if (start := edge[0]) != ordinal], visible, now
        ),
        snapshot=view.mark,
    )


def _neighbours(
    view: View, edges: Sequence[tuple[int, Edge]], visible: Visible, now: datetime
) -> tuple[Neighbour, ...]:
    return tuple(
        Neighbour(relation=edge[2], concept=summary(view.index.concept(other), now))
        for other, edge in edges
        if other in visible
    )
