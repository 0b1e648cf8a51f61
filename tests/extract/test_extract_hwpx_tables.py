from pathlib import Path

from reading import blocks_of, document_of, texts_of

from making_hangul import box, cell, document, listed, note, p, run, table, texts
from okf_server.model.document import BlockKind
from okf_server.model.locator import SectionLocator


def _texts(tmp_path: Path, *children: str) -> list[str]:
    return texts_of(document_of(document(tmp_path / "made.hwpx", *children)))


def _only(tmp_path: Path, made: str) -> list[str]:
    (text,) = _texts(tmp_path, p(run(made)))
    return text.split("\n")


def test_a_table_is_a_block_of_its_own_after_its_paragraph(tmp_path: Path) -> None:
    made = document(
        tmp_path / "made.hwpx", p("앞 글", run(texts(["이름", "값"], ["가", "1"]))), p("뒤")
    )
    assert blocks_of(document_of(made)) == [
        (BlockKind.PARAGRAPH, "앞 글", SectionLocator(path=(), block=1)),
        (
            BlockKind.TABLE,
            "| 이름 | 값 |\n| --- | --- |\n| 가 | 1 |",
            SectionLocator(path=(), block=2),
        ),
        (BlockKind.PARAGRAPH, "뒤", SectionLocator(path=(), block=3)),
    ]


def test_every_row_has_the_place_of_its_table(tmp_path: Path) -> None:
    made = document(tmp_path / "made.hwpx", p("글"), p(run(texts(["a", "b"], ["c", "d"]))))
    table_span = document_of(made).spans[1]
    assert {part.locator for part in table_span.parts} == {SectionLocator(path=(), block=2)}


def test_a_value_stands_once_where_its_span_begins(tmp_path: Path) -> None:
    rows = [
        [cell(p("구분"), at=(0, 0), span=(2, 1)), cell(p("금액"), at=(0, 1), span=(1, 2))],
        [cell(p("국내"), at=(1, 1)), cell(p("국외"), at=(1, 2))],
        [cell(p("숙박"), at=(2, 0)), cell(p("10"), at=(2, 1)), cell(p("20"), at=(2, 2))],
        [cell(p("합계"), at=(3, 0), span=(1, 2)), cell(p("30"), at=(3, 2))],
    ]
    expected = [
        "| 구분 | 금액 / 국내 | 금액 / 국외 |",
        "| --- | --- | --- |",
        "| 숙박 | 10 | 20 |",
        "| 합계 |  | 30 |",
    ]
    assert _only(tmp_path, table(*rows)) == expected
    bare = [[one.replace("rowAddr", "x").replace("colAddr", "y") for one in row] for row in rows]
    assert _only(tmp_path, table(*bare)) == expected


def test_a_cell_is_one_line_whatever_it_holds(tmp_path: Path) -> None:
    made = table(
        [
            cell(p("첫 줄"), p("둘째 | 줄"), p(run(box(p("상자"))))),
            f"<hp:tc>{p('목록 없이')}</hp:tc>",
        ],
        [cell(p("")), cell(p("끝\n줄"))],
    )
    assert _only(tmp_path, made) == [
        "| 첫 줄 둘째 \\| 줄 상자 | 목록 없이 |",
        "| --- | --- |",
        "|  | 끝 줄 |",
    ]


def test_a_table_in_a_table_follows_it_once_in_the_same_place(tmp_path: Path) -> None:
    inner = texts(["a", "b"], ["c", "d"])
    made = document(
        tmp_path / "made.hwpx",
        p(run(table([cell(p("밖"), p(run(inner))), cell(p("옆"))]))),
        p("뒤"),
    )
    assert blocks_of(document_of(made)) == [
        (BlockKind.TABLE, "| 밖 | 옆 |\n| --- | --- |", SectionLocator(path=(), block=1)),
        (
            BlockKind.TABLE,
            "| a | b |\n| --- | --- |\n| c | d |",
            SectionLocator(path=(), block=1),
        ),
        (BlockKind.PARAGRAPH, "뒤", SectionLocator(path=(), block=2)),
    ]


def test_a_table_of_one_cell_is_a_frame_around_text(tmp_path: Path) -> None:
    frame = table([cell(p("제1장", shape="chapter"), p("글"), p(run(texts(["a", "b"]))))])
    made = document(tmp_path / "made.hwpx", p(run(frame)), p("뒤"))
    place = SectionLocator(path=("제1장",), block=1)
    assert blocks_of(document_of(made)) == [
        (BlockKind.HEADING, "# 제1장", place),
        (BlockKind.PARAGRAPH, "글", place),
        (BlockKind.TABLE, "| a | b |\n| --- | --- |", place),
        (BlockKind.PARAGRAPH, "뒤", SectionLocator(path=("제1장",), block=2)),
    ]


def test_captions_and_notes_of_a_table_have_its_place(tmp_path: Path) -> None:
    cells = [cell(p("값", run(note(p("추정치"), number=1)))), cell(p("x"))]
    made = document(tmp_path / "made.hwpx", p("앞", run(table(cells, caption="표 1. 여비"))))
    assert blocks_of(document_of(made))[1:] == [
        (BlockKind.CAPTION, "표 1. 여비", SectionLocator(path=(), block=2)),
        (BlockKind.TABLE, "| 값[^1] | x |\n| --- | --- |", SectionLocator(path=(), block=2)),
        (BlockKind.NOTE, "[^1]: 추정치", SectionLocator(path=(), block=2)),
    ]


def test_tables_beside_paragraphs_and_in_boxes_count_by_themselves(tmp_path: Path) -> None:
    made = document(
        tmp_path / "made.hwpx",
        texts(["밖", "x"]),
        p("글", run(box(p("상자"), p(run(texts(["안", "y"])))))),
        p("뒤"),
    )
    assert [(text, place) for _, text, place in blocks_of(document_of(made))] == [
        ("| 밖 | x |\n| --- | --- |", SectionLocator(path=(), block=1)),
        ("글", SectionLocator(path=(), block=2)),
        ("상자", SectionLocator(path=(), block=2)),
        ("| 안 | y |\n| --- | --- |", SectionLocator(path=(), block=3)),
        ("뒤", SectionLocator(path=(), block=4)),
    ]


def test_a_table_in_a_header_is_a_line(tmp_path: Path) -> None:
    head = f"<hp:ctrl><hp:header>{listed(p(run(texts(['기관', '부서']))))}</hp:header></hp:ctrl>"
    assert _texts(tmp_path, p(run(head), "글")) == ["글", "기관 부서"]


def test_addresses_and_spans_that_cannot_be_meant_lose_no_cell(tmp_path: Path) -> None:
    rows = [
        [cell(p("a"), at=(0, 10**9), span=(10**9, 10**9)), cell(p("b"), at=(0, 0))],
        [cell(p("c"), at=(9, 9)), cell(p("d")), *[cell(p("e"))] * 1200],
    ]
    (text,) = _texts(tmp_path, p(run(table(*rows))))
    for letter, count in {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1200}.items():
        assert text.count(letter) == count
    assert max(line.count("|") for line in text.split("\n")) <= 1001


def test_an_empty_table_is_no_block(tmp_path: Path) -> None:
    made = document(tmp_path / "made.hwpx", p(run(texts(["", ""]))), p(run(table())), p("글"))
    assert blocks_of(document_of(made)) == [
        (BlockKind.PARAGRAPH, "글", SectionLocator(path=(), block=1))
    ]
