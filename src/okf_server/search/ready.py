"""Find out whether a snapshot answers."""

from datetime import datetime

from okf_server.model.access import OPERATOR
from okf_server.model.answer import Filters
from okf_server.search.about import about
from okf_server.search.find import EmbedderOf, search
from okf_server.search.view import View


def try_out(view: View, *, embedder: EmbedderOf | None, now: datetime) -> None:
    """Ask for a title that the snapshot has and read what is found; raises what keeps it from answering."""
    result = search(
        view,
        _title(view) or "ready",
        principal=OPERATOR,
        filters=Filters(),
        limit=1,
        offset=0,
        embedder=embedder,
        now=now,
    )
    for hit in result.hits:
        about(view, hit.concept.id, principal=OPERATOR, now=now)


def _title(view: View) -> str:
    """The title of the first concept, once its first passage was read; empty where there is none."""
    if not view.index.meta.concepts:
        return ""
    record = view.index.concept(0)
    if record.rows:
        view.index.passage(record.first_row)
    return record.title
