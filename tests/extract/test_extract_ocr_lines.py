from okf_server.extract.ocr_lines import Line, blocks_of, confidence_of, is_readable
from okf_server.extract.ocr_tesseract import _parsed
from okf_server.model.document import BlockKind
from okf_server.model.locator import Box, PdfLocator

_BOX = (0.1, 0.2, 0.9, 0.25)


def line(
    text: str, *, confidence: float = 0.9, size: float = 30, paragraph: int = 0, box: Box = _BOX
) -> Line:
    return Line(text=text, confidence=confidence, box=box, size=size, paragraph=paragraph)


def table(*words: tuple[int, int, int, str, str]) -> str:
    """What the engine says: words by block, paragraph and line, with confidence and text."""
    rows = [
        "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"
    ]
    for block, paragraph, number, confidence, text in words:
        place = f"1\t{block}\t{paragraph}\t{number}"
        row = f"4\t{place}\t0\t10\t{number * 50}\t400\t40\t-1\t"
        rows += [] if row in rows else [row]
        rows.append(f"5\t{place}\t1\t10\t{number * 50}\t90\t40\t{confidence}\t{text}")
    return "\n".join(rows) + "\n"


def test_lines_of_a_paragraph_make_one_block_with_a_box_for_each() -> None:
    lines = [
        line("The hotel limit is", box=(0.1, 0.2, 0.9, 0.25)),
        line("260 dollars.", box=(0.1, 0.3, 0.5, 0.35)),
        line("Another matter.", paragraph=1),
    ]
    (first, count), (second, _) = blocks_of(lines, 4)
    assert first.text == "The hotel limit is\n260 dollars."
    assert first.locator == PdfLocator(page=4, boxes=((0.1, 0.2, 0.9, 0.25), (0.1, 0.3, 0.5, 0.35)))
    assert count == 2
    assert second.text == "Another matter."


def test_a_short_line_of_large_letters_is_a_heading() -> None:
    found = [
        block
        for block, _ in blocks_of(
            [
                line("Travel Policy", size=60),
                line("Hotels", size=45, paragraph=1),
                line("The hotel limit is 260 dollars.", paragraph=2),
                line("It is large, and a sentence.", size=45, paragraph=3),
                line("12 / 4", size=45, paragraph=4),
                line("It holds for all.", paragraph=5),
                line("And for everybody.", paragraph=6),
                line("Without exception.", paragraph=7),
            ],
            1,
        )
    ]
    headings = [(b.text, b.level) for b in found if b.kind is BlockKind.HEADING]
    assert headings == [("Travel Policy", 1), ("Hotels", 2)]


def test_items_of_a_list_are_parted() -> None:
    lines = [line("1. First of all"), line("and more"), line("2) Second"), line("• Third")]
    found = [block for block, _ in blocks_of(lines, 1)]
    assert [(b.kind, b.marker, b.text) for b in found] == [
        (BlockKind.LIST, "1.", "First of all\nand more"),
        (BlockKind.LIST, "2.", "Second"),
        (BlockKind.LIST, "-", "Third"),
    ]


def test_what_was_read_is_no_markup() -> None:
    ((block, _),) = blocks_of([line("# <b>bold</b> [a](http://x)")], 1)
    assert block.kind is BlockKind.PARAGRAPH
    assert block.text == "\\# \\<b>bold\\</b> [a]\\(http://x)"


def test_confidence_is_that_of_the_letters() -> None:
    assert confidence_of([line("aaa", confidence=1.0), line("b", confidence=0.2)]) == 0.8
    assert confidence_of([]) == 0.0
    assert not is_readable([line("7)|[", confidence=0.3)])


def test_spaces_are_those_that_the_engine_saw() -> None:
    output = table((1, 1, 1, "90.0", "제"), (1, 1, 1, "80.0", "1"), (1, 1, 1, "70.0", "조"))
    (found,) = _parsed(f"{output}제1 조\n")
    assert found.text == "제1 조"
    assert round(found.confidence, 2) == 0.8


def test_words_are_spaced_where_text_and_table_differ() -> None:
    output = table((1, 1, 1, "90.0", "one"), (1, 1, 1, "90.0", "two"))
    (found,) = _parsed(f"{output}something else\n")
    assert found.text == "one two"


def test_lines_without_letters_are_left_out_and_paragraphs_are_told_apart() -> None:
    output = table(
        (1, 1, 1, "90", "|"), (1, 1, 2, "90", "one"), (1, 2, 1, "90", "two"), (2, 1, 1, "90", "six")
    )
    assert [(one.text, one.paragraph) for one in _parsed(f"{output}|\none\n\ntwo\n\nsix\n")] == [
        ("one", 0),
        ("two", 1),
        ("six", 2),
    ]


def test_nonsense_of_the_engine_is_no_line() -> None:
    assert list(_parsed("")) == []
    assert list(_parsed("5\t1\t1\n\x00\ttext\n")) == []
