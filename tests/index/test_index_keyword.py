"""The keyword side: fields, phrases, beginnings of words, filters."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from index_library import entry, found, index_of

from okf_server.index.read import IndexReader
from okf_server.model.answer import Filters
from okf_server.model.concept import Status, TrustTier


def test_another_name_of_a_subject_finds_it(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path,
        entry("a", "How cars are leased.", aliases=["Fleet", "Motor pool"]),
        entry("b", "Something else."),
    )
    assert found(reader, "motor pool") == ["a"]
    assert reader.concept(0).aliases == ("Fleet", "Motor pool")


@pytest.fixture
def terms_of_use(tmp_path: Path) -> IndexReader:
    return index_of(
        tmp_path,
        entry("a", "The terms of use apply to everybody."),
        entry("b", "Use other terms, please. Use them."),
        entry("c", "Nothing here.", title="Terms of use"),
        entry("d", "Die Nutzung der Häuser ist für alle Mieter und ihre Gäste frei."),
    )


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("terms use", {"a", "b", "c"}),
        ('"terms of use"', {"a", "c"}),
        ('everybody "terms of use"', {"a", "c"}),
        ("“terms of use”", {"a", "c"}),
        ("«other terms»", {"b"}),
        ('"use other" "use them"', {"b"}),
        ('"use terms"', set()),
        ('"of the"', {"a", "c"}),
        ('terms "of the"', {"a", "b", "c"}),
        ('"terms', {"a", "b", "c"}),
        ('"Nutzung der Häuser"', {"d"}),
    ],
)
def test_words_in_quotes_stand_in_this_order(
    terms_of_use: IndexReader, question: str, expected: set[str]
) -> None:
    assert set(found(terms_of_use, question)) == expected


@pytest.mark.parametrize(
    ("text", "phrase", "expected"),
    [
        ("本公司差旅费报销标准", '"差旅费报销"', ["a"]),
        ("本公司差旅费报销标准", '"报销差旅费"', []),
        ("所得税", '"税"', ["a"]),
        ("税金を払う", '"税"', ["a"]),
        ("See SKU-4471 of 28.05.2026", '"SKU-4471 of 28.05.2026"', ["a"]),
    ],
)
def test_phrases_of_any_script_are_found(
    tmp_path: Path, text: str, phrase: str, expected: list[str]
) -> None:
    assert found(index_of(tmp_path, entry("a", text)), phrase) == expected


def test_the_last_word_may_be_the_beginning_of_one(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path,
        entry("a", "The reimbursement of hotels."),
        entry("b", "Reindeer sleep."),
        entry("c", "Policies for everybody."),
    )
    assert found(reader, "reimb") == []
    assert found(reader, "reimb", prefix=True) == ["a"]
    assert found(reader, "hotel re", prefix=True) == ["a", "b"]
    assert found(reader, "polici", prefix=True) == ["c"]
    assert found(reader, "r", prefix=True) == []
    assert found(reader, "(", prefix=True) == []


def test_a_date_is_found_however_it_is_written(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path, entry("a", "Signed on 28.05.2026."), entry("b", "From 2026-05-28 on.")
    )
    assert set(found(reader, "28.05.2026")) == {"a", "b"}
    assert set(found(reader, "2026-05-28")) == {"a", "b"}


MAY, JUNE = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(), {"a", "b", "c"}),
        (Filters(statuses=(Status.DRAFT,)), {"b"}),
        (Filters(statuses=(Status.DRAFT, Status.STABLE)), {"a", "b", "c"}),
        (Filters(min_trust=TrustTier.MACHINE_CONFIRMED), {"a", "b"}),
        (Filters(min_trust=TrustTier.HUMAN_REVIEWED), {"a"}),
        (Filters(sources=(1,)), {"c"}),
        (Filters(sources=(0, 1)), {"a", "b", "c"}),
        (Filters(sources=(9,)), set()),
        (Filters(modified_after=MAY), {"b"}),
        (Filters(modified_before=JUNE), {"a", "b"}),
        (Filters(modified_after=MAY, modified_before=JUNE, statuses=(Status.STABLE,)), set()),
        (Filters(modified_before=datetime(2026, 4, 1, tzinfo=UTC)), set()),
    ],
)
def test_filters_narrow_before_ranking(
    tmp_path: Path, filters: Filters, expected: set[str]
) -> None:
    reader = index_of(
        tmp_path,
        entry(
            "a",
            "Hotel.",
            verified={"by": "human:ana", "at": "2026-04-02"},
            generated={"by": "okf", "at": "2026-04-01T00:00:00Z"},
        ),
        entry(
            "b",
            "Hotel.",
            status="draft",
            verified={"by": "okf", "at": "2026-04-02"},
            timestamp="2026-05-28T23:59:59.5+02:00",
        ),
        entry("c", "Hotel.", source=1),
    )
    assert set(found(reader, "hotel", filters)) == expected
