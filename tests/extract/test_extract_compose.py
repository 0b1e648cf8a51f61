from okf_server.extract.blocks import Block, Row
from okf_server.extract.compose import compose
from okf_server.model.document import BlockKind, Document
from okf_server.model.locator import LinesLocator
from okf_server.okf.markdown import scan


def _place(line: int) -> LinesLocator:
    return LinesLocator(first=line, last=line)


def _table(*rows: tuple[str, ...]) -> Block:
    found = tuple(Row(cells=cells, locator=_place(n)) for n, cells in enumerate(rows, start=1))
    return Block(kind=BlockKind.TABLE, locator=_place(1), rows=found)


def _kinds(document: Document) -> list[BlockKind]:
    return [span.kind for span in document.spans]


def test_blocks_are_parted_by_a_blank_line_and_spans_are_exact() -> None:
    document = compose(
        [
            Block(kind=BlockKind.HEADING, locator=_place(1), text="Title", level=1),
            Block(kind=BlockKind.PARAGRAPH, locator=_place(2), text="Words."),
        ]
    )
    assert document.body == "# Title\n\nWords.\n"
    assert [document.body[s.start : s.end] for s in document.spans] == ["# Title", "Words."]
    assert document.title == "Title"


def test_list_items_stand_one_a_line_with_their_depth() -> None:
    items = [(0, "-", "one"), (1, "-", "inside"), (0, "2.", "two")]
    document = compose(
        Block(kind=BlockKind.LIST, locator=_place(n), text=text, level=depth, marker=marker)
        for n, (depth, marker, text) in enumerate(items, start=1)
    )
    assert document.body == "- one\n    - inside\n2. two\n"
    assert [s.locator for s in document.spans] == [_place(1), _place(2), _place(3)]


def test_each_line_of_a_table_is_a_part_with_its_place() -> None:
    document = compose([_table(("Name", "Limit"), ("Hotel", "150"), ("Meal", "40"))])
    (span,) = document.spans
    lines = [document.body[part.start : part.end] for part in span.parts]
    assert lines == ["| Name | Limit |", "| --- | --- |", "| Hotel | 150 |", "| Meal | 40 |"]
    assert [part.locator for part in span.parts] == [_place(n) for n in (1, 1, 2, 3)]


def test_cells_with_pipes_and_line_ends_keep_the_table_whole() -> None:
    document = compose([_table(("a|b", "c\nd"), ("x", "y"), ("only one",))])
    assert document.body.splitlines() == [
        "| a\\|b | c d |",
        "| --- | --- |",
        "| x | y |",
        "| only one |  |",
    ]


def test_blank_rows_and_blank_blocks_are_left_out() -> None:
    blank = Block(kind=BlockKind.PARAGRAPH, locator=None, text=" \n")
    assert compose([blank, _table(("", " "))]).body == ""
    assert len(compose([_table(("a",), ("",), ("b",))]).spans[0].parts) == 3


def test_a_code_fence_is_longer_than_any_fence_inside() -> None:
    code = Block(kind=BlockKind.CODE, locator=None, text="```\ninner\n````\n", language="md")
    document = compose([code])
    assert document.body.startswith("`````md\n")
    assert [span.kind for span in scan(document.body)] == [BlockKind.CODE]


def test_a_hash_at_the_end_of_a_heading_is_kept() -> None:
    document = compose([Block(kind=BlockKind.HEADING, locator=None, text="C #", level=9)])
    assert document.body == "###### C \\#\n"
    assert document.spans[0].level == 6


def test_what_is_written_is_read_back_as_the_same_blocks() -> None:
    blocks = [
        Block(kind=BlockKind.HEADING, locator=None, text="H", level=2),
        Block(kind=BlockKind.PARAGRAPH, locator=None, text="p"),
        _table(("a", "b"), ("1", "2")),
        Block(kind=BlockKind.CODE, locator=None, text="x = 1"),
    ]
    document = compose(blocks)
    assert [span.kind for span in scan(document.body)] == _kinds(document)
