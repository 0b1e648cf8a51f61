"""Random documents: every passage's place holds its text, as another reader sees it."""

import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from citation_documents import passages_of
from hypothesis import given, settings
from hypothesis import strategies as st

import making_hangul5 as hangul5
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


@settings(max_examples=30, deadline=None)
@given(_SECTIONS)
def test_every_passage_of_any_document_is_found_at_its_place(sections: list[list[str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        words = p("이 문서에는 적어도 한 문장이 있다.")
        made = [section(*paragraphs) for paragraphs in sections]
        path = package(Path(folder) / "made.hwpx", *made, section(words))
        cited = list(passages_of(path))
        assert check_citations(cited).misses == ()
        assert all(one.passage.locator is not None for one in cited)


_LINES = _WORDS.map(lambda words: words.replace("\n", " "))
_PIECES: st.SearchStrategy[tuple[bytes, list[bytes]]] = st.one_of(
    _LINES.map(lambda line: (hangul5.text(line), [])),
    st.tuples(_LINES, st.integers(1, 40)).map(
        lambda one: (hangul5.anchor(17, "fn  "), [hangul5.note(*one)])
    ),
    _LINES.map(
        lambda line: (
            hangul5.anchor(11, "gso "),
            [hangul5.box(hangul5.paragraph(hangul5.text(line), level=3))],
        )
    ),
    st.lists(_LINES, min_size=1, max_size=4).map(
        lambda lines: (
            hangul5.anchor(11, "tbl "),
            [hangul5.table(*(hangul5.cell(one, n // 2, n % 2) for n, one in enumerate(lines)))],
        )
    ),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(st.lists(_PIECES, max_size=4), max_size=5), min_size=1, max_size=12))
def test_every_passage_of_any_hangul_5_document_is_found_at_its_place(
    sections: list[list[list[tuple[bytes, list[bytes]]]]],
) -> None:
    made = [
        b"".join(
            hangul5.paragraph(
                *(text for text, _ in pieces),
                controls=[control for _, controls in pieces for control in controls],
            )
            for pieces in paragraphs
        )
        for paragraphs in sections
    ]
    with tempfile.TemporaryDirectory() as folder:
        last = hangul5.paragraph(hangul5.text("이 문서에는 적어도 한 문장이 있다."))
        path = hangul5.document(Path(folder) / "made.hwp", *made, last)
        assert check_citations(passages_of(path)).misses == ()


def test_a_document_in_one_xml_file_is_found_again_and_not_one_block_further(
    tmp_path: Path,
) -> None:
    lines = [
        f"<P><TEXT><CHAR>제{n}조 여비는 {n * 7919}원이다.</CHAR></TEXT></P>" for n in range(1, 40)
    ]
    path = tmp_path / "made.hml"
    body = "".join(lines)
    path.write_text(f"<HWPML><BODY><SECTION>{body}</SECTION></BODY></HWPML>", "utf-8")
    cited = list(passages_of(path))
    assert check_citations(cited).fraction == 1.0
    moved = [
        one._replace(passage=one.passage._replace(locator=SectionLocator(path=(), block=60)))
        for one in cited
    ]
    assert check_citations(moved).fraction == 0.0


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
