"""What is ranked for a principal is what is ranked for everybody, without what it may not read."""

from collections.abc import Iterator
from statistics import median
from time import thread_time

import pytest
from endpoints import serving
from hypothesis import given, settings
from hypothesis import strategies as st
from leak_worlds import DOCS, NOW, PRINCIPALS, may_read, whole_world

from okf_server.app import Bases
from okf_server.app.knowledge import Knowledge
from okf_server.errors import NotFoundError
from okf_server.model.access import OPERATOR, Principal
from okf_server.model.answer import SearchMode
from okf_server.search.view import View, open_view

_WORDS = [
    "shared",
    "words",
    "visitors",
    "badges",
    "department",
    "nothing",
    *(d.canary for d in DOCS[:40]),
]
_ALL = 10_000
_GROSS = 2
_BY_ID = {doc.id: doc for doc in DOCS}


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> View:
    world = whole_world(tmp_path_factory.mktemp("ranking") / "full")
    knowledge = Bases(settings=world.settings).open("kb")
    snapshot = knowledge.store.current()
    assert snapshot is not None
    return open_view(snapshot, knowledge.config).at(NOW)


@settings(deadline=None)
@given(
    principal=st.sampled_from(PRINCIPALS),
    words=st.lists(st.sampled_from(_WORDS), min_size=1, max_size=4),
)
def test_a_filtered_ranking_is_the_unfiltered_one_without_what_is_hidden(
    view: View, principal: Principal, words: list[str]
) -> None:
    def ranked(asker: Principal) -> list[tuple[str, int]]:
        rows = view.index.rank_keyword(" ".join(words), visible=view.visible(asker), limit=_ALL)
        return [(view.index.concept(view.index.owner(hit.row)).id, hit.row) for hit in rows]

    expected = [one for one in ranked(OPERATOR) if may_read(_BY_ID[one[0]], principal)]
    assert ranked(principal) == expected


def test_the_visible_set_is_that_of_the_oracle(view: View) -> None:
    for principal in PRINCIPALS:
        visible = view.visible(principal)
        seen = {one.id for number, one in enumerate(view.index.concepts) if number in visible}
        assert seen == {doc.id for doc in DOCS if may_read(doc, principal)}


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Knowledge]:
    """The same documents in hybrid search, with a model that places texts by their hashes."""
    with serving() as endpoint:
        embedder = f"{{kind: openai, url: '{endpoint.url}/v1', model: m}}"
        world = whole_world(tmp_path_factory.mktemp("hybrid") / "full", embedder)
        yield Bases(settings=world.settings).open("kb")


@settings(deadline=None)
@given(
    principal=st.sampled_from(PRINCIPALS),
    words=st.lists(st.sampled_from(_WORDS), min_size=1, max_size=4),
    limit=st.integers(1, 50),
)
def test_a_hybrid_search_sees_of_both_rankings_what_brute_force_leaves(
    knowledge: Knowledge, principal: Principal, words: list[str], limit: int
) -> None:
    question = " ".join(words)
    snapshot, model = knowledge.store.published(), knowledge.embedder()
    assert model is not None
    view = open_view(snapshot, knowledge.config).at(NOW)

    def ranked(asker: Principal, most: int) -> list[tuple[str, int]]:
        visible = view.visible(asker)
        rows = view.index.rank_semantic(model.query(question), visible=visible, limit=most)
        return [(view.index.concept(view.index.owner(hit.row)).id, hit.row) for hit in rows]

    expected = [one for one in ranked(OPERATOR, _ALL) if may_read(_BY_ID[one[0]], principal)]
    assert ranked(principal, limit) == expected[:limit]
    result = knowledge.search(question, principal=principal, limit=limit)
    assert result.mode is SearchMode.HYBRID
    shown = {
        one
        for hit in result.hits
        for one in (
            hit.concept.id,
            *(other.concept for other in hit.also_in),
            *(other.concept for other in (*hit.family, *hit.conflicts)),
        )
    }
    assert [one for one in shown if not may_read(_BY_ID[one], principal)] == []


@pytest.mark.parametrize("reference", ["{}", "kb:{}", "{}.md", "{}#rule"])
def test_a_denied_reference_takes_no_longer_than_a_missing_one(
    knowledge: Knowledge, reference: str
) -> None:
    """In processor time, so that a busy machine tells nothing else."""
    eve = PRINCIPALS[4]
    denied = [reference.format(doc.id) for doc in DOCS if not may_read(doc, eve)][:40]
    missing = [one.replace("own", "odd").replace("doc", "dog") for one in denied]

    def seconds(asked: str) -> float:
        began = thread_time()
        with pytest.raises(NotFoundError):
            knowledge.get(asked, principal=eve)
        return thread_time() - began

    seconds(denied[0])
    times = [(seconds(one), seconds(other)) for one, other in zip(denied, missing, strict=True)]
    slow, quick = (median(column) for column in zip(*times, strict=True))
    assert 1 / _GROSS < slow / quick < _GROSS
