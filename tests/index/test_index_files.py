"""An index: what is written is what is ranked, for those who may see it."""

import json
import random
import shutil
import threading
from array import array
from dataclasses import replace
from pathlib import Path

import pytest

from okf_server.errors import FormatVersionError, StorageError
from okf_server.index import layout
from okf_server.index.parts import part_of
from okf_server.index.passages import split
from okf_server.index.read import IndexReader, open_index
from okf_server.index.records import IndexEntry
from okf_server.index.write import write_index
from okf_server.model.answer import Filters
from okf_server.model.concept import Concept, Status
from okf_server.model.document import BlockKind, Span
from okf_server.model.locator import LinesLocator
from okf_server.model.seams import Vector

EVERYTHING = Filters()


def entry(concept_id: str, text: str, *, access_class: int = 0, **meta: object) -> IndexEntry:
    concept = Concept(id=concept_id, meta={"type": "Note", "title": concept_id, **meta}, body=text)
    locator = LinesLocator(first=1, last=text.count("\n") + 1)
    span = Span(start=0, end=len(text), kind=BlockKind.PARAGRAPH, locator=locator)
    return IndexEntry(
        concept=concept,
        passages=split(concept, [span]),
        path=f"Files/{concept_id.title()}.md",
        source=0,
        revision="sha256:" + "0" * 64,
        access_class=access_class,
    )


def index_of(
    directory: Path, *entries: IndexEntry, vectors: list[Vector] | None = None
) -> IndexReader:
    embedder = "fake/1" if vectors is not None else None
    write_index(
        directory / "index", list(map(part_of, entries)), vectors=vectors, embedder=embedder
    )
    return open_index(directory / "index")


def found(
    reader: IndexReader,
    question: str,
    filters: Filters = EVERYTHING,
    *,
    classes: frozenset[int] | None = None,
) -> list[str]:
    visible = reader.visible(classes, filters)
    ranked = reader.rank_keyword(question, visible=visible, limit=10)
    return [reader.passage(hit.row).passage.concept for hit in ranked]


def test_a_passage_comes_back_whole(tmp_path: Path) -> None:
    written = entry("a", "The hotel limit is 250.", tags=["travel"], status="draft")
    reader = index_of(tmp_path, written)
    stored = reader.passage(0)
    assert stored.passage == written.passages[0]
    assert stored.text == "The hotel limit is 250."
    assert reader.concept(0).tags == ("travel",)
    assert reader.concept(0).status is Status.DRAFT
    assert reader.concept(0).path == "Files/A.md"


def test_a_table_keeps_the_header_that_it_repeats(tmp_path: Path) -> None:
    rows = "".join(f"\n| CC-{number} | Some department or other |" for number in range(100))
    body = "| Code | Owner |\n|---|---|" + rows
    concept = Concept(id="a", meta={}, body=body)
    span = Span(start=0, end=len(body), kind=BlockKind.TABLE, locator=None)
    written = IndexEntry(
        concept=concept,
        passages=split(concept, [span]),
        path="a",
        source=0,
        revision="",
        access_class=0,
    )
    reader = index_of(tmp_path, written)
    assert reader.passage(1).header == "| Code | Owner |\n|---|---|"
    assert reader.passage(1).passage == written.passages[1]


def test_a_question_needs_not_all_words(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path, entry("a", "The hotel limit is 250."), entry("b", "Payroll is monthly.")
    )
    assert found(reader, "what is the maximum price of hotels in London?") == ["a"]


BOOKED = "When we travel we book the train that leaves first in the morning."


def test_a_word_in_the_title_counts_more_than_one_in_the_text(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path,
        entry("a", BOOKED, title="Trains"),
        entry("b", "Something else.", title="Travel policy"),
    )
    assert found(reader, "travel") == ["b", "a"]


def test_a_word_in_the_title_counts_less_where_titles_are_sentences(tmp_path: Path) -> None:
    title = "How the company pays for the {} of its people in every city and country"
    reader = index_of(
        tmp_path,
        entry("a", BOOKED, title=title.format("trains")),
        entry("b", "Something else.", title=title.format("travel")),
    )
    assert found(reader, "travel") == ["a", "b"]


LONG = "Work from Spain for a month.\n\n" + "Other words stand here. " * 120


def test_a_description_lends_its_words_to_all_passages(tmp_path: Path) -> None:
    reader = index_of(tmp_path, entry("a", LONG, description="Holidays by the sea."))
    assert found(reader, "holidays") == ["a"] * reader.meta.passages


def test_a_description_that_repeats_the_beginning_lends_its_words_to_none(tmp_path: Path) -> None:
    reader = index_of(tmp_path, entry("a", LONG, description="Work from Spain for a month."))
    assert reader.meta.passages > 1
    assert found(reader, "Spain") == ["a"]


@pytest.mark.parametrize(
    "question", ["", " ", "the of", "\x00", "\ud800", '"AND (OR', "a" * 100_000, "hotel " * 100_000]
)
def test_any_text_is_a_question(tmp_path: Path, question: str) -> None:
    found(index_of(tmp_path, entry("a", "The hotel limit is 250.")), question)


def test_equal_scores_rank_in_the_order_of_the_rows(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path, *(entry(f"c{number}", "Same words.", title="x") for number in range(9))
    )
    assert found(reader, "same words") == [f"c{number}" for number in range(9)]


def test_only_visible_classes_are_ranked(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path,
        *(entry(f"c{number}", "Same words.", access_class=number % 3) for number in range(9)),
    )
    assert found(reader, "words", classes=frozenset({1})) == ["c1", "c4", "c7"]
    assert found(reader, "words", classes=frozenset({0, 2})) == ["c0", "c2", "c3", "c5", "c6", "c8"]
    assert found(reader, "words", classes=frozenset()) == []


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(types=("policy",)), ["hr/leave", "hr/pay"]),
        (Filters(types=("policy", "NOTE")), ["hr/leave", "hr/pay", "hrx/leave"]),
        (Filters(tags=("Travel",)), ["hr/leave", "hrx/leave"]),
        (Filters(tags=("travel", "money"), types=("Policy",)), ["hr/leave", "hr/pay"]),
        (Filters(path="hr/"), ["hr/leave", "hr/pay"]),
        (Filters(path="HR"), ["hr/leave", "hr/pay"]),
        (Filters(path="/hr"), ["hr/leave", "hr/pay"]),
        (Filters(path="hr/pa"), []),
        (Filters(path="files/Hr/Leave.md"), ["hr/leave"]),
        (Filters(path="/hr/leave/"), ["hr/leave"]),
        (Filters(path="hr.leave"), []),
        (Filters(path="(["), []),
        (Filters(path="\ud800"), []),
        (Filters(types=("\ud800",), tags=("\x00",)), []),
    ],
)
def test_filters_narrow_both_sides_before_ranking(
    tmp_path: Path, filters: Filters, expected: list[str]
) -> None:
    reader = index_of(
        tmp_path,
        entry("hr/leave", "Words.", type="Policy", tags=["travel"]),
        entry("hr/pay", "Words.", type="Policy", tags=["money"]),
        entry("hrx/leave", "Words.", tags=["travel"]),
        vectors=[[1.0, 0.0]] * 3,
    )
    assert sorted(found(reader, "words", filters)) == expected
    ranked = reader.rank_semantic([1.0, 0.0], visible=reader.visible(None, filters), limit=9)
    assert [reader.passage(hit.row).passage.concept for hit in ranked] == expected


@pytest.mark.parametrize("name", ["x" * 5000, "é" * 190, "é" * 3000, "folder/" * 300 + "a", "İ*a"])
def test_paths_of_any_length_can_be_filtered_by(tmp_path: Path, name: str) -> None:
    long, other = replace(entry("a", "Words."), path=name), entry("b", "Words.")
    reader = index_of(tmp_path, long, other)
    for path in (name, name.upper(), name.rpartition("/")[0]):
        assert "a" in found(reader, "words", Filters(path=path))
    assert found(reader, "words", Filters(path=name + "y")) == []


@pytest.mark.parametrize("share", [0.01, 0.1, 0.5])
def test_vector_ranking_under_a_filter_equals_brute_force(tmp_path: Path, share: float) -> None:
    numbers = random.Random(1)
    vectors: list[Vector] = [
        array("f", [numbers.gauss(0, 1) for _ in range(8)]) for _ in range(1000)
    ]
    entries = [
        entry(f"c{n:04}", f"Text {n}.", access_class=int(numbers.random() < share))
        for n in range(1000)
    ]
    reader = index_of(tmp_path, *entries, vectors=vectors)
    question = array("f", [numbers.gauss(0, 1) for _ in range(8)])
    ranked = reader.rank_semantic(
        question, visible=reader.visible(frozenset({1}), EVERYTHING), limit=20
    )
    allowed = [row for row, written in enumerate(entries) if written.access_class == 1]
    products = {
        row: sum(x * y for x, y in zip(vectors[row], question, strict=True)) for row in allowed
    }
    assert [hit.row for hit in ranked] == sorted(allowed, key=lambda row: -products[row])[:20]


def test_from_twenty_thousand_passages_on_vectors_are_rounded_and_rank_the_same(
    tmp_path: Path,
) -> None:
    numbers = random.Random(3)
    vectors: list[Vector] = [
        array("f", [numbers.gauss(0, 1) for _ in range(4)]) for _ in range(layout.ROUNDED_FROM)
    ]
    entries = [entry(f"c{n:05}", "Word.", access_class=n % 2) for n in range(len(vectors))]
    reader = index_of(tmp_path, *entries, vectors=vectors)
    assert reader.meta.rounding is not None
    assert (tmp_path / "index" / layout.ROUNDED).is_file()
    seen = reader.visible(frozenset({1}), EVERYTHING)
    ranked = reader.rank_semantic([1.0, 0.0, 0.0, 0.0], visible=seen, limit=20)
    expected = sorted(range(1, len(vectors), 2), key=lambda row: -vectors[row][0])[:20]
    assert [hit.row for hit in ranked] == expected


def test_repeated_passages_know_each_other(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path,
        entry("a", "Call the\ndesk."),
        entry("b", "Own text."),
        entry("c", "call the desk."),
    )
    assert list(reader.repeats(0)) == [0, 2]
    assert list(reader.repeats(1)) == [1]


def test_a_passage_knows_where_its_section_begins(tmp_path: Path) -> None:
    long = "Words of no weight. " * 120
    reader = index_of(tmp_path, entry("a", long), entry("b", "Few."), entry("c", long))
    rows = range(reader.meta.passages)
    firsts: dict[tuple[int, str], int] = {}
    for row in rows:
        firsts.setdefault((reader.owner(row), reader.passage(row).passage.section), row)
    assert 1 < len(firsts) < len(rows)
    assert [reader.section(row) for row in rows] == [
        firsts[reader.owner(row), reader.passage(row).passage.section] for row in rows
    ]


def test_a_concept_is_marked_where_something_beside_relevance_moves_its_hits(
    tmp_path: Path,
) -> None:
    reader = index_of(
        tmp_path,
        entry("a", "Words.", title="Plan"),
        entry("b", "Words.", title="Other", status="draft"),
        entry("c", "Words.", title="Third", stale_after="2020-01-01"),
        entry("d", "Words.", title="Fourth", verified={"by": "human:ann", "at": "2026-01-01"}),
        entry("e", "Words.", title="Fifth", supersedes="a"),
    )
    assert [reader.is_marked(number) for number in range(5)] == [True, True, True, True, False]


def test_a_concept_is_found_by_its_exact_id(tmp_path: Path) -> None:
    reader = index_of(tmp_path, *(entry(f"c{number}", "Words.") for number in range(7)))
    assert [reader.ordinal(f"c{number}") for number in range(7)] == list(range(7))
    assert reader.ordinal("c") is None
    assert reader.ordinal("z") is None


def test_an_open_index_outlives_its_directory(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path,
        entry("a", "The hotel limit."),
        entry("b", "Hotel."),
        vectors=[[1.0, 0.0], [0.0, 1.0]],
    )
    shutil.rmtree(tmp_path / "index")
    assert found(reader, "hotel", Filters(types=("Note",))) == ["b", "a"]
    assert [
        hit.row
        for hit in reader.rank_semantic(
            [0.0, 1.0], visible=reader.visible(None, EVERYTHING), limit=2
        )
    ] == [1, 0]
    assert list(reader.repeats(0)) == [0]


def test_an_empty_base_has_an_index_too(tmp_path: Path) -> None:
    reader = index_of(tmp_path, vectors=[])
    assert found(reader, "hotel") == []
    assert reader.rank_semantic([1.0], visible=reader.visible(None, EVERYTHING), limit=5) == []
    assert reader.concepts == ()


def test_frontmatter_with_a_broken_character_can_be_indexed(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path, entry("a", "Words.", title="Tra\ud800vel", tags=["\udfff"], type="\ud800")
    )
    assert reader.concept(0).title == "Tra\ud800vel"


def test_the_same_entries_give_the_same_bytes(tmp_path: Path) -> None:
    entries = [entry(f"c{number:02}", f"Words {number % 4}.") for number in range(20)]
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        index_of(tmp_path / name, *entries, vectors=[[1.0, float(n)] for n in range(20)])
    for file in sorted((tmp_path / "one" / "index").iterdir()):
        if file.is_file():
            assert file.read_bytes() == (tmp_path / "two" / "index" / file.name).read_bytes()


def test_threads_share_a_reader(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path,
        *(entry(f"c{n:02}", f"Words {n}.") for n in range(50)),
        vectors=[[1.0, float(n)] for n in range(50)],
    )
    answers: list[list[str]] = []

    def ask() -> None:
        for number in range(20):
            reader.rank_semantic([1.0, 0.5], visible=reader.visible(None, EVERYTHING), limit=5)
            answers.append(found(reader, f"words {number}")[:1])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == sorted([[f"c{number:02}"] for number in range(20)] * 4)


def test_another_format_is_refused_with_advice(tmp_path: Path) -> None:
    index_of(tmp_path, entry("a", "Words."))
    path = tmp_path / "index" / "meta.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"format": 99}))
    with pytest.raises(FormatVersionError, match=r"has format 99.*Build the base again"):
        open_index(tmp_path / "index")


@pytest.mark.parametrize(
    "name",
    [
        "meta.json",
        "passages.jsonl",
        "keyword",
        "keyword/segments.json",
        "owners.u32",
        "sections.u32",
        "marked.u8",
    ],
)
def test_a_damaged_index_says_so(tmp_path: Path, name: str) -> None:
    index_of(tmp_path, entry("a", "Words."), vectors=[[1.0, 0.0]])
    path = tmp_path / "index" / name
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    with pytest.raises(StorageError, match=r"damaged.*Build the base again"):
        open_index(tmp_path / "index")


def test_an_index_is_never_written_over_another(tmp_path: Path) -> None:
    index_of(tmp_path, entry("a", "Words."))
    with pytest.raises(StorageError):
        index_of(tmp_path, entry("a", "Words."))


def test_vectors_must_fit_the_passages(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        index_of(tmp_path, entry("a", "Words."), vectors=[])
    with pytest.raises(AssertionError):
        index_of(tmp_path, entry("b", "Words."), entry("a", "Words."))


def test_an_index_on_a_disk_that_cannot_be_written_is_read(read_only: tuple[Path, Path]) -> None:
    directory, mounted = read_only
    entries = [entry("a", "Hotels in London."), entry("b", "Trains to Paris.")]
    write_index(directory / "index", list(map(part_of, entries)), vectors=None, embedder=None)
    index = open_index(mounted / "index")
    shutil.rmtree(directory / "index")
    ranked = index.rank_keyword("trains", visible=index.visible(None, EVERYTHING), limit=5)
    assert [index.concept(index.owner(hit.row)).id for hit in ranked] == ["b"]
