from pathlib import Path

from reading import blocks_of, document_of

from making_office import cell, open_document
from okf_server.model.document import BlockKind
from okf_server.model.locator import SlideLocator

_HIDDEN = (
    '<style:style style:name="dp2" style:family="drawing-page">'
    '<style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
)


def _frame(content: str, top: int, more: str = "") -> str:
    box = f'svg:x="1cm" svg:y="{top}cm" svg:width="5cm" svg:height="1cm"'
    return f"<draw:frame {box} {more}>{content}</draw:frame>"


def _text(text: str) -> str:
    return f"<draw:text-box><text:p>{text}</text:p></draw:text-box>"


def test_pages_are_slides_with_their_notes(tmp_path: Path) -> None:
    items = (
        "<draw:text-box><text:list><text:list-item><text:p>one</text:p><text:list><text:list-item>"
        "<text:p>deeper</text:p></text:list-item></text:list></text:list-item></text:list></draw:text-box>"
    )
    rows = f"<table:table-row>{cell('City')}{cell('Limit')}</table:table-row>"
    rows += (
        f"<table:table-row>{cell('Rome', number_rows_spanned='2')}{cell('90')}</table:table-row>"
    )
    rows += f"<table:table-row><table:covered-table-cell/>{cell('80')}</table:table-row>"
    first = (
        _frame(f"<table:table>{rows}</table:table>", 5)
        + _frame(items, 3)
        + _frame(_text("Plan"), 8, 'presentation:class="title"')
        + f"<presentation:notes>{_frame(_text('Say hello.'), 1)}</presentation:notes>"
    )
    title = _frame(_text("Secret"), 1, 'presentation:class="title"')
    shape = "<draw:custom-shape><text:p>In a <text:s/>shape</text:p></draw:custom-shape>"
    second = f"<draw:g>{shape}</draw:g>{title}"
    pages = f"<draw:page>{first}</draw:page>"
    pages += f'<draw:page draw:style-name="dp2">{second}</draw:page>'
    path = open_document(tmp_path / "a.odp", "presentation", pages, styles=_HIDDEN)
    document = document_of(path)
    assert [block[:2] for block in blocks_of(document)] == [
        (BlockKind.HEADING, "## Plan"),
        (BlockKind.LIST, "- one"),
        (BlockKind.LIST, "    - deeper"),
        (BlockKind.TABLE, "| City | Limit |\n| --- | --- |\n| Rome | 90 |\n|  | 80 |"),
        (BlockKind.NOTE, "Say hello."),
        (BlockKind.HEADING, "## Secret (hidden slide)"),
        (BlockKind.PARAGRAPH, "In a shape"),
    ]
    places = [place for _, _, place in blocks_of(document)]
    assert places == [SlideLocator(slide=n) for n in (1, 1, 1, 1, 1, 2, 2)]
    assert document.details == {"slides": 2, "hidden_slides": [2]}


def test_a_list_without_end_is_read_without_recursion(tmp_path: Path) -> None:
    deep = "<text:list><text:list-item>" * 100 + "<text:p>bottom</text:p>"
    deep += "</text:list-item></text:list>" * 100
    page = f"<draw:page>{_frame(f'<draw:text-box>{deep}</draw:text-box>', 1)}</draw:page>"
    document = document_of(open_document(tmp_path / "a.odp", "presentation", page))
    assert document.body.strip() == "- bottom"


def test_a_described_picture_is_a_caption(tmp_path: Path) -> None:
    frame = "<draw:frame><draw:image/><svg:desc>Map of the northern depots</svg:desc></draw:frame>"
    page = f"<draw:page>{frame}</draw:page>"
    document = document_of(open_document(tmp_path / "a.odp", "presentation", page))
    assert document.body.strip() == "Map of the northern depots"
