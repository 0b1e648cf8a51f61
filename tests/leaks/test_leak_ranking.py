"""What is ranked for a principal is what is ranked for everybody, without what it may not read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leak_worlds import DOCS, NOW, PRINCIPALS, may_read, whole_world

from okf_server.app import Bases
from okf_server.model.access import OPERATOR, Principal
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
