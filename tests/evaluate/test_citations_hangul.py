"""Random documents: every passage's place holds its text, as another reader sees it."""

import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from citation_documents import passages_of
from hypothesis import given, settings
from hypothesis import strategies as st

from making_hangul import (
    box,
    cell,
    control,
    equation,
    furniture,
    listed,
    memo,
    note,
    p,
    package,
    run,
    section,
    t,
    table,
)
from okf_server.evaluate.citations import check_citations
from okf_server.evaluate.originals_hwpx import HwpxOriginal
from okf_server.model.locator import LinesLocator, SectionLocator

_WORDS = st.lists(
    st.sampled_from(
        [
            "여비",
            "규정",
            "제3조",
            "hotel",
            "2026",
            "a",
            "b,",
            "끝.",
            "(가)",
            "a<b",
            "|",
            "$",
            "#",
            "大韓",
        ]
    ),
    min_size=1,
).map(" ".join)
_SHAPES = st.sampled_from(["plain", "plain", "chapter", "part", "bullet", "numbered"])
_LEAVES = st.one_of(
    _WORDS.map(run),
    _WORDS.map(
        lambda text: run(f"<hp:dutmal><hp:mainText>{escape(text)}</hp:mainText></hp:dutmal>")
    ),
    st.sampled_from(["1 over 2", "x ^{2}", "sqrt {3}"]).map(lambda script: run(equation(script))),
    st.tuples(_WORDS, st.integers(1, 60)).map(lambda one: run(note(p(one[0]), number=one[1]))),
    _WORDS.map(lambda text: run(note(p(text), number=3, name="endNote", form="ROMAN_SMALL"))),
    _WORDS.map(lambda text: run(memo(p(text)))),
    _WORDS.map(lambda text: run(furniture(p(text)))),
    st.just(run(t('<hp:deleteBegin Id="1"/>지움<hp:deleteEnd Id="1"/>'))),
    st.just(run(t("줄<hp:lineBreak/>끝<hp:tab/>."))),
    _WORDS.map(lambda text: run(f"<hp:pic><hp:caption>{listed(p(text))}</hp:caption></hp:pic>")),
    st.just(run(control('<hp:autoNum num="4" numType="PICTURE"/>'))),
)


def _paragraphs(runs: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    made = st.tuples(st.lists(runs, max_size=4), _SHAPES)
    return made.map(lambda one: p(*one[0], shape=one[1]))


def _nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    cells = st.lists(_paragraphs(inner), min_size=1, max_size=2).map(lambda ps: cell(*ps))
    rows = st.lists(st.lists(cells, min_size=1, max_size=3), min_size=1, max_size=3)
    return st.one_of(
        rows.map(lambda found: run(table(*found))),
        st.lists(_paragraphs(inner), min_size=1, max_size=2).map(lambda ps: run(box(*ps))),
    )


_RUNS = st.recursive(_LEAVES, _nested, max_leaves=6)
_SECTIONS = st.lists(st.lists(_paragraphs(_RUNS), max_size=5), min_size=1, max_size=12)


@settings(max_examples=50, deadline=None)
@given(_SECTIONS)
def test_every_passage_of_any_document_is_found_at_its_place(sections: list[list[str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        words = p("이 문서에는 적어도 한 문장이 있다.")
        made = [section(*paragraphs) for paragraphs in sections]
        path = package(Path(folder) / "made.hwpx", *made, section(words))
        cited = list(passages_of(path))
        assert check_citations(cited).misses == ()
        assert all(one.passage.locator is not None for one in cited)


def test_sections_are_counted_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    made = package(tmp_path / "made.hwpx", *(section(p(f"구역 {n}")) for n in range(12)))
    original = HwpxOriginal(made)
    assert original.text_at(SectionLocator(path=(), block=11)) == "구역 10\n"
    assert check_citations(passages_of(made)).fraction == 1.0


@pytest.mark.parametrize(
    "locator",
    [
        SectionLocator(path=(), block=0),
        SectionLocator(path=(), block=2),
        LinesLocator(first=1, last=1),
    ],
)
def test_a_place_that_is_not_there_holds_nothing(
    tmp_path: Path, locator: SectionLocator | LinesLocator
) -> None:
    made = package(tmp_path / "made.hwpx", section(p("글"), p("")))
    assert HwpxOriginal(made).text_at(locator) is None
