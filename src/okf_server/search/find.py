"""Search a snapshot."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from okf_server.errors import ConfigError, ModelError, OkfError, StorageError
from okf_server.index.analyze import question_terms
from okf_server.index.keyword import Ranked
from okf_server.index.questions import has_phrase, without_quotes
from okf_server.index.read import IndexReader
from okf_server.index.visible import Visible
from okf_server.index.wording import is_quoted_question, meaning, plain
from okf_server.model.access import Principal
from okf_server.model.answer import (
    Citation,
    Confidence,
    Filters,
    Hit,
    SearchMode,
    SearchResult,
    Wish,
)
from okf_server.model.seams import Embedder
from okf_server.model.wanted import go_on
from okf_server.search.alike import compared
from okf_server.search.confidence import confidence, scale, signal
from okf_server.search.excerpt import LONGEST_QUOTE, excerpt
from okf_server.search.factors import Ask, named
from okf_server.search.fuse import Blend, Fusion
from okf_server.search.group import grouped
from okf_server.search.notes import (
    LONGEST_QUESTION,
    NO_PHRASE,
    NO_WORDS,
    cut_notes,
    excluded_note,
    filter_notes,
)
from okf_server.search.order import Found, order
from okf_server.search.relatives import also_in, conflicts, family
from okf_server.search.rerank import Reranker, reranked
from okf_server.search.view import View, recognised, summary

DEPTH = 100
"""How many passages each ranking contributes; so many pages there are.

Where these only repeat each other, or are of a few concepts, as many more are looked at.
"""

_DEEPEST = 6_400
_FEW_CONCEPTS = 5

MOST_ALSO_IN = 20


_OTHER_MODEL = "the snapshot's vectors are of another model than the one that is configured"
"""An identity names the endpoint's address: okf doctor shows it, and the operator's log."""

log = logging.getLogger(__name__)

_AS_THEY_COME = Wish()

EmbedderOf = Callable[[], Embedder | None]
"""Gives the embedder that is configured, None where there is none; raises ModelError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Semantic:
    """The semantic ranking and the model that made it, or why there is none."""

    ranked: list[Ranked] | None
    reason: str = ""
    model: Embedder | None = None


def search(  # noqa: PLR0913 - one argument for each thing that decides on an answer
    view: View,
    question: str,
    *,
    principal: Principal,
    filters: Filters,
    limit: int,
    offset: int,
    embedder: EmbedderOf | None,
    now: datetime,
    wish: Wish = _AS_THEY_COME,
    reranker: Reranker | None = None,
) -> SearchResult:
    """The passages that answer a question best, one a section; any text is a question.

    One without a letter or digit finds nothing, and a note says so. Without an embedder, or vectors of the same model in the snapshot, the search is by keyword and
    `mode_reason` says why.
    """
    asked, question = question, question[:LONGEST_QUESTION]
    visible = view.visible(principal, filters)
    semantic = _semantic(view.index, question, visible, embedder)
    wanted = question if wish.prefix else plain(question)  # the end of one that is typed counts
    ask = Ask(
        question=wanted,
        terms=question_terms(wanted),
        visible=visible,
        now=now,
        blend=_blend(view, wish),
    )
    keyword = _keyword(view.index, ask, prefix=wish.prefix)
    loosened = not keyword and has_phrase(wanted)
    if loosened:
        ask = replace(ask, question=plain(without_quotes(wanted)))
        keyword = _keyword(view.index, ask, prefix=wish.prefix)
    found, excluded = _found(view, ask, keyword=keyword, semantic=semantic.ranked or (), wish=wish)
    found, failure = _reranked(found, ask, reranker)
    found = grouped(found, wish.group_by)
    sure, unsure = (
        _confidence(view, ask, keyword, semantic, principal) if found else (Confidence.NONE, "")
    )
    best = max((one.hit.score for one in found), default=0.0)
    first = max(offset, 0)
    end = first + max(limit, 0)
    return SearchResult(
        query=question,
        mode=SearchMode.KEYWORD if semantic.ranked is None else SearchMode.HYBRID,
        mode_reason="; ".join(filter(None, (semantic.reason, failure))),
        snapshot=view.mark,
        hits=tuple(_hit(view, one, ask, best=best) for one in found[first:end]),
        omitted=max(len(found) - end, 0),
        next_offset=end if end < len(found) else None,
        notes=(
            *cut_notes(asked),
            *((NO_PHRASE,) if loosened and found and not is_quoted_question(asked) else ()),
            *((unsure,) if unsure else ()),
            *(() if found else _notes(view, ask, principal, excluded=excluded)),
        ),
        confidence=sure,
    )


def _blend(view: View, wish: Wish) -> Blend:
    return Blend(Fusion(wish.fusion), wish.dense_weight) if wish.fusion else view.fusion


def _keyword(index: IndexReader, ask: Ask, *, prefix: bool) -> list[Ranked]:
    def rank(limit: int) -> list[Ranked]:
        return index.rank_keyword(ask.question, visible=ask.visible, limit=limit, prefix=prefix)

    return _deep(index, rank)


def _deep(index: IndexReader, rank: Callable[[int], list[Ranked]]) -> list[Ranked]:
    """The best rows, looked for deeper where the first ones only repeat each other or are of one document."""
    limit = DEPTH
    ranked = rank(limit)
    while len(ranked) == limit < _DEEPEST and _crowded(index, ranked):
        limit *= 8
        ranked = rank(limit)
    return ranked


def _crowded(index: IndexReader, ranked: Sequence[Ranked]) -> bool:
    texts = {index.repeats(hit.row)[0] for hit in ranked}
    concepts = {index.owner(hit.row) for hit in ranked}
    return len(texts) < DEPTH // 2 or len(concepts) < _FEW_CONCEPTS


def _confidence(
    view: View, ask: Ask, keyword: list[Ranked], semantic: _Semantic, principal: Principal
) -> tuple[Confidence, str]:
    """Whether the hits look like an answer, or none and a note why nobody can tell.

    The scale is made once for all that see the same concepts, and tried again where that failed.
    """
    key = (ask.visible.classes, semantic.model is not None)
    known = view.scales.get(key)
    if known is None:
        try:
            known = scale(view.index, view.visible(principal), semantic.model)
        except ModelError as error:
            return Confidence.NONE, f"the confidence is not known: {_told(error, ask.visible)}"
        view.scales[key] = known
    found = signal(view.index, ask.question, keyword, semantic.ranked, known.rarity)
    return confidence(found, known), ""


def _found(
    view: View, ask: Ask, *, keyword: list[Ranked], semantic: Sequence[Ranked], wish: Wish
) -> tuple[Sequence[Found], tuple[str, ...]]:
    """The hits in their order, and a note where all of them have a status that was left out."""
    if not _has_words(ask.question):
        return (), ()
    found = order(view.index, ask, keyword=keyword, semantic=semantic)
    go_on()
    wanted = [one for one in found if one.status not in wish.exclude] if wish.exclude else found
    note = (excluded_note(wish.exclude),) if found and not wanted else ()
    return compared(wanted), note


def _reranked(
    found: Sequence[Found], ask: Ask, reranker: Reranker | None
) -> tuple[Sequence[Found], str]:
    """The hits as the reranker orders them, or as they were and why."""
    if reranker is None:
        return found, ""
    go_on()
    try:
        return reranked(found, ask.question, reranker), ""
    except ModelError as error:
        return found, f"not reranked: {_told(error, ask.visible)}"


def _told(error: OkfError, visible: Visible) -> str:
    """What those who ask read of a failure; the rest of it is in the operator's log."""
    shown = error.shown if isinstance(error, ModelError) else str(error)
    if not visible.of_operator:
        shown = "the model cannot be used now"
    if shown != str(error):
        log.warning("search.model_failed reason=%r", str(error))
    return shown


def _has_words(question: str) -> bool:
    return any(map(str.isalnum, question))


def _notes(
    view: View, ask: Ask, principal: Principal, *, excluded: tuple[str, ...]
) -> tuple[str, ...]:
    """Why nothing was found, where that is known."""
    if not _has_words(ask.question):
        return (NO_WORDS,)
    return excluded or filter_notes(view, ask.question, ask.visible.filters, principal)


def _semantic(
    index: IndexReader, question: str, visible: Visible, embedder: EmbedderOf | None
) -> _Semantic:
    made_by = index.meta.embedder
    if made_by is None:
        return _Semantic(ranked=None, reason="the snapshot was built without embeddings")
    try:
        model = embedder() if embedder else None
        if model is None:
            return _Semantic(ranked=None, reason="no embedder is configured")
        if model.identity != made_by:
            log.warning("search.other_model vectors=%r configured=%r", made_by, model.identity)
            return _Semantic(ranked=None, reason=_other_model(visible))
        go_on()
        return _Semantic(ranked=_nearest(index, question, visible, model), model=model)
    except (ModelError, ConfigError, StorageError) as error:
        return _Semantic(ranked=None, reason=_told(error, visible))


def _other_model(visible: Visible) -> str:
    return f"{_OTHER_MODEL}: build again" if visible.of_operator else _OTHER_MODEL


def _nearest(index: IndexReader, question: str, visible: Visible, model: Embedder) -> list[Ranked]:
    """The semantic ranking; a question without words means nothing, and no model is loaded for it."""
    if not _has_words(question):
        return []
    vector = model.query(meaning(question))
    return _deep(index, lambda limit: index.rank_semantic(vector, visible=visible, limit=limit))


def _hit(view: View, found: Found, ask: Ask, *, best: float) -> Hit:
    shown = excerpt(found.stored.text, ask.terms, header=found.stored.header)
    return Hit(
        concept=summary(found.concept, ask.now),
        section=found.stored.passage.section,
        headings=found.stored.passage.headings,
        excerpt=shown.text,
        excerpt_truncated=shown.truncated,
        matched_by=found.hit.matched_by,
        citation=_cite(view, found, ask),
        also_in=also_in(view, found, ask.now)[:MOST_ALSO_IN],
        factors=(*found.factors, *named(found.concept, ask.terms)),
        family=family(view, found, ask.visible),
        conflicts=conflicts(view, found, ask.visible),
        keyword_rank=found.hit.keyword_rank,
        semantic_rank=found.hit.semantic_rank,
        score=_score(found, ask, best),
        members=found.members,
        ranks=found.ranks,
    )


def _score(found: Found, ask: Ask, best: float) -> float | None:
    """A share of the best hit's; None where the words of hidden concepts would show in it."""
    if not (ask.visible.of_operator and best):
        return None
    return round(found.hit.score / best, 3)


def _cite(view: View, found: Found, ask: Ask) -> Citation:
    return Citation(
        uri=view.uri(found.concept, on_this_machine=ask.visible.of_operator),
        path=found.concept.path,
        revision=found.concept.revision,
        locator=found.stored.passage.locator,
        quote=excerpt(found.stored.text, ask.terms, longest=LONGEST_QUOTE).text,
        extraction=recognised(found.concept, [found.stored.passage.locator]),
    )
