"""What hidden documents may change in whether evidence is sufficient: which pieces come first, and nothing else.

Two bases have the same documents for a caller; one has others beside, which make some words of a question common.
"""

from collections import defaultdict
from pathlib import Path

import pytest
from leak_worlds import World

from okf_server.app import Bases
from okf_server.app.knowledge import Knowledge
from okf_server.model.access import Principal
from okf_server.model.pack import Pack, PackRequest, PackStatus
from okf_server.search.pack import MOST_FOUND

ANA = Principal(id="ana", names=frozenset({"*", "user:ana"}))
RULES = 'access: {rules: {open/: ["*"], secret/: [user:boss]}}'
TELLING = "zebra carousel limit hotel"
QUESTIONS = (
    TELLING,
    "zebra",
    "carousel limit",
    "hotel soup1 soup2",
    "else nothing of it",
    "meadow river",
    "meadow river hill cloud storm",
    "nowhere to be found",
)
BUDGETS = (40, 300, 100_000)


def _documents() -> list[tuple[str, str]]:
    one = [(f"open/one{n}.md", f"# Memo {n}\n\n{'zebra ' * 2}soup{n}\n") for n in range(12)]
    every = ("open/all.md", f"# Long\n\nzebra carousel limit hotel {'filling words ' * 6}\n")
    others = [(f"open/else{n}.md", f"# Else {n}\n\nNothing of it, {n}.\n") for n in range(20)]
    pair = [
        ("open/dry.md", "---\nconflicts_with: [open/wet]\n---\n# Dry\n\nThe meadow is dry.\n"),
        ("open/wet.md", "# Wet\n\nThe meadow at the river is wet.\n"),
    ]
    return [*one, every, *others, *pair]


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Knowledge, Knowledge]:
    hidden = [(f"secret/doc{n}.md", f"# C{n}\n\ncarousel limit hotel\n") for n in range(200)]
    hidden += [(f"secret/more{n}.md", f"# M{n}\n\n{'river ' * 90}\n") for n in range(30)]
    root: Path = tmp_path_factory.mktemp("sufficiency")
    opened = []
    for name, more in (("without", []), ("with", hidden)):
        world = World(root / name)
        world.base("kb", RULES, [*_documents(), *more])
        opened.append(Bases(settings=world.settings).open("kb"))
    return opened[0], opened[1]


def packed(base: Knowledge, question: str, budget: int = 100_000) -> Pack:
    request = PackRequest(question=question, refs=(), budget=budget, cost=lambda one: len(one.text))
    return base.pack(request, principal=ANA)


def pieces(pack: Pack) -> frozenset[tuple[str, str]]:
    return frozenset((one.ref, one.text) for one in pack.evidence)


def test_the_same_pieces_are_worth_the_same_whatever_is_hidden(
    bases: tuple[Knowledge, Knowledge],
) -> None:
    said = defaultdict(set)
    for base in bases:
        for question in QUESTIONS:
            for budget in BUDGETS:
                pack = packed(base, question, budget)
                worth = pack.status, pack.status_reason, pack.conflicts
                said[question, pieces(pack)].add(worth)

    assert [key for key, worths in said.items() if len(worths) > 1] == []
    assert {worth[0] for worths in said.values() for worth in worths} == set(PackStatus)


def test_where_all_that_is_found_is_taken_the_status_is_the_same(
    bases: tuple[Knowledge, Knowledge],
) -> None:
    alike = []
    for question in QUESTIONS:
        without, within = (packed(base, question) for base in bases)
        if max(len(pack.evidence) for pack in (without, within)) < MOST_FOUND:
            alike.append(question)
            assert pieces(without) == pieces(within)
            assert (without.status, without.status_reason) == (within.status, within.status_reason)

    assert len(alike) >= 4


def test_which_pieces_are_the_first_is_what_hidden_words_can_change(
    bases: tuple[Knowledge, Knowledge],
) -> None:
    """One piece has all words; where hidden documents make three of them common, twelve with the fourth come before it."""
    without, within = (packed(base, TELLING) for base in bases)
    found = [base.search(TELLING, limit=20, principal=ANA) for base in bases]

    assert without.status is PackStatus.SUFFICIENT
    assert within.status is PackStatus.INSUFFICIENT
    assert pieces(without) != pieces(within)
    assert "open/all" in {one.concept.id for one in without.evidence}
    assert ("open/all", f"found after the first {MOST_FOUND}") in {
        (left.ref.partition("#")[0], left.reason) for left in within.left_out
    }
    assert found[0].confidence is found[1].confidence
    assert {hit.concept.id for hit in found[0].hits} == {hit.concept.id for hit in found[1].hits}
