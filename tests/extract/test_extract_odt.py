from pathlib import Path

import odfdo
import pytest
from reading import blocks_of, document_of, failure_of, texts_of

from making_word import ODT_TYPE, odt_file, package
from okf_server.evaluate.originals_odt import OdtOriginal
from okf_server.model.document import BlockKind
from okf_server.model.locator import SectionLocator

_NUMBERED = (
    '<text:list-style style:name="L"><text:list-level-style-number text:level="1"'
    ' style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2"'
    ' style:num-format="a" style:num-suffix=")" text:display-levels="2"/></text:list-style>'
)


def p(text: str, style: str = "") -> str:
    return f'<text:p text:style-name="{style}">{text}</text:p>'


def items(*texts: str, more: str = "") -> str:
    inner = "".join(
        f"<text:list-item>{one if one.startswith('<') else p(one)}</text:list-item>"
        for one in texts
    )
    return f'<text:list text:style-name="L" {more}>{inner}</text:list>'


def look(name: str, text: str = "", paragraph: str = "") -> str:
    return (
        f'<style:style style:name="{name}" style:family="{"paragraph" if name[0] == "P" else "text"}">'
        f"<style:paragraph-properties {paragraph}/><style:text-properties {text}/></style:style>"
    )


def test_headings_paragraphs_lists_and_tables_keep_path_and_ordinal(tmp_path: Path) -> None:
    made = odfdo.Document("text")
    made.body.clear()
    made.body.append(odfdo.Header(1, "Travel"))
    made.body.append(odfdo.Paragraph(""))
    made.body.append(odfdo.Header(2, "Hotels"))
    made.body.append(odfdo.Paragraph("Book early."))
    made.body.append(odfdo.List(["one", "two"]))
    table = odfdo.Table("T", width=2, height=2)
    for n, text in enumerate(("City", "Limit", "London", "220")):
        table.set_value((n % 2, n // 2), text)
    made.body.append(table)
    made.save(tmp_path / "a.odt")
    path = ("1. Travel", "1.1. Hotels")  # its template numbers headings
    assert blocks_of(document_of(tmp_path / "a.odt")) == [
        (BlockKind.HEADING, "## 1. Travel", SectionLocator(path=path[:1], block=1)),
        (BlockKind.HEADING, "### 1.1. Hotels", SectionLocator(path=path, block=2)),
        (BlockKind.PARAGRAPH, "Book early.", SectionLocator(path=path, block=3)),
        (BlockKind.LIST, "- one", SectionLocator(path=path, block=4)),
        (BlockKind.LIST, "- two", SectionLocator(path=path, block=5)),
        (
            BlockKind.TABLE,
            "| City | Limit |\n| --- | --- |\n| London | 220 |",
            SectionLocator(path=path, block=6),
        ),
    ]


def test_footnotes_and_comments_follow_their_block(tmp_path: Path) -> None:
    note = (
        '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation>'
        f"<text:note-body>{p('Not in May.')}</text:note-body></text:note>"
    )
    comment = (
        "<office:annotation><dc:creator>Ann</dc:creator><dc:date>2026-03-04T10:00:00</dc:date>"
        f"{p('Sure?')}</office:annotation>"
    )
    path = odt_file(tmp_path / "a.odt", p(f"Refunds{note} take{comment} 5 days."), p("Next."))
    document = document_of(path)
    assert texts_of(document) == [
        "Refunds[^1] take 5 days.",
        "[^1]: Not in May.",
        "Comment by Ann, 2026-03-04: Sure?",
        "Next.",
    ]
    original = OdtOriginal(path)
    held = original.text_at(SectionLocator(path=(), block=1)) or ""
    assert held.startswith("Refunds take 5 days.")
    assert "Not in May." in held
    assert "Comment by Ann, 2026-03-04: Sure?" in held
    assert original.text_at(SectionLocator(path=(), block=2)) == "Next.\n"
    assert original.text_at(SectionLocator(path=(), block=3)) is None


def test_nested_lists_keep_their_numbers(tmp_path: Path) -> None:
    inner = f"{p('Two')}{items('Within', 'Again')}{p('More of two.')}"
    path = odt_file(
        tmp_path / "a.odt",
        items("One", inner, "Three"),
        p("Between."),
        items("Four", more='text:continue-numbering="true"'),
        items("Anew"),
        styles=_NUMBERED,
    )
    assert texts_of(document_of(path)) == [
        "1. One",
        "2. Two",
        "    - 2.a) Within",
        "    - 2.b) Again",
        "More of two.",
        "3. Three",
        "Between.",
        "4. Four",
        "1. Anew",
    ]


def test_deletions_are_left_out(tmp_path: Path) -> None:
    path = odt_file(
        tmp_path / "a.odt",
        f"<text:tracked-changes><text:changed-region><text:deletion>{p('old')}</text:deletion>"
        "</text:changed-region></text:tracked-changes>",
        p("Kept<text:change/> text."),
    )
    document = document_of(path)
    assert texts_of(document) == ["Kept text."]
    assert document.warnings == ("tracked changes were read as accepted",)


@pytest.mark.parametrize(
    "properties",
    ['text:display="none"', 'fo:color="#FFFFFF"', 'fo:font-size="1pt"', 'fo:font-size="0.2mm"'],
)
def test_text_that_nobody_sees_is_kept_apart(tmp_path: Path, properties: str) -> None:
    hidden = '<text:span text:style-name="T1">Ignore all.</text:span>'
    path = odt_file(
        tmp_path / "a.odt",
        p(f"Seen. {hidden}"),
        p("Ignore this.", "P1"),
        f'<text:section text:display="none">{p("And this.")}</text:section>',
        p('Shown<text:hidden-text text:string-value="never"/>.'),
        p('<text:hidden-paragraph text:is-hidden="true"/>Nor this.'),
        styles=look("T1", properties) + look("P1", properties),
    )
    document = document_of(path)
    assert texts_of(document) == ["Seen.", "Shown."]
    assert document.hidden == ("Ignore all.", "Ignore this.", "And this.", "never", "Nor this.")


def test_white_text_on_a_coloured_ground_stays(tmp_path: Path) -> None:
    path = odt_file(
        tmp_path / "a.odt",
        p("White.", "P1"),
        styles=look("P1", 'fo:color="#ffffff"', 'fo:background-color="#002060"'),
    )
    assert texts_of(document_of(path)) == ["White."]


def test_merged_and_nested_cells_stand_once(tmp_path: Path) -> None:
    cell = "<table:table-cell {}>{}</table:table-cell>"
    inner = f"<table:table><table:table-row>{cell.format('', p('in'))}{cell.format('', p('ner'))}</table:table-row></table:table>"
    rows = (
        f"<table:table-header-rows><table:table-row>{cell.format('', p('Region'))}"
        f"{cell.format('', p('City'))}</table:table-row></table:table-header-rows>"
        f"<table:table-row>{cell.format('table:number-rows-spanned=' + chr(34) + '2' + chr(34), p('North'))}"
        f"{cell.format('', p('Leeds'))}</table:table-row>"
        f"<table:table-row><table:covered-table-cell/>{cell.format('', inner)}</table:table-row>"
    )
    path = odt_file(tmp_path / "a.odt", f"<table:table>{rows}</table:table>")
    assert texts_of(document_of(path)) == [
        "| Region | City |\n| --- | --- |\n| North | Leeds |\n|  | in ner |"
    ]


def test_a_table_headed_by_two_rows_has_one_header(tmp_path: Path) -> None:
    cell = "<table:table-cell {}>{}</table:table-cell>"
    covered = "<table:covered-table-cell/>"
    high, wide = 'table:number-rows-spanned="2"', 'table:number-columns-spanned="2"'
    rows = (
        [cell.format(high, p("Dept")), cell.format(wide, p("Budget")), covered],
        [covered, cell.format("", p("Plan")), cell.format("", p("Actual"))],
        [cell.format("", p(text)) for text in ("Sales", "1", "2")],
    )
    written = "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in rows)
    path = odt_file(tmp_path / "a.odt", f"<table:table>{written}</table:table>")
    assert texts_of(document_of(path)) == [
        "| Dept | Budget / Plan | Budget / Actual |\n| --- | --- | --- |\n| Sales | 1 | 2 |"
    ]


def test_a_described_picture_is_a_caption_at_its_place(tmp_path: Path) -> None:
    told = "<svg:desc>Map of the northern depots</svg:desc>"
    path = odt_file(tmp_path / "a.odt", p(f"<draw:frame><draw:image/>{told}</draw:frame>"))
    (block,) = blocks_of(document_of(path))
    place = SectionLocator(path=(), block=1)
    assert block == (BlockKind.CAPTION, "Map of the northern depots", place)


def test_formulas_and_charts_are_read_from_their_objects(tmp_path: Path) -> None:
    frame = '<draw:frame><draw:object xlink:href="./{}"/></draw:frame>'
    math = "<!DOCTYPE math><math><msup><mi>c</mi><mn>2</mn></msup></math>"
    cells = "".join(f"<table:table-cell>{p(t)}</table:table-cell>" for t in ("May", "4"))
    chart = (
        "<office:document-content SPACES><office:body><office:chart><chart:chart>"
        f"<chart:title>{p('Sales')}</chart:title><table:table><table:table-row>{cells}"
        "</table:table-row></table:table></chart:chart></office:chart></office:body>"
        "</office:document-content>"
    )
    path = odt_file(
        tmp_path / "a.odt",
        p(f"Where {frame.format('One')} is."),
        p(frame.format("One")),
        p(frame.format("Two")),
        p(frame.format("Lost")),
        One=math,
        Two=chart,
    )
    assert texts_of(document_of(path)) == [
        "Where $c^{2}$ is.",
        "$$\nc^{2}\n$$",
        "Sales",
        "| May | 4 |\n| --- | --- |",
    ]


def test_boxes_belong_to_their_paragraph(tmp_path: Path) -> None:
    box = f"<draw:frame><draw:text-box>{p('Boxed.')}</draw:text-box></draw:frame>"
    document = document_of(odt_file(tmp_path / "a.odt", p(f"Anchor.{box}"), p("Next.")))
    assert blocks_of(document) == [
        (BlockKind.PARAGRAPH, "Anchor.", SectionLocator(path=(), block=1)),
        (BlockKind.PARAGRAPH, "Boxed.", SectionLocator(path=(), block=1)),
        (BlockKind.PARAGRAPH, "Next.", SectionLocator(path=(), block=2)),
    ]


def test_blanks_tabs_and_links_are_kept(tmp_path: Path) -> None:
    link = '<text:a xlink:href="https://example.com/a">there</text:a>'
    path = odt_file(
        tmp_path / "a.odt",
        p(f"One<text:s text:c='3'/>two<text:tab/>three\n  four<text:line-break/>see {link}."),
    )
    assert texts_of(document_of(path)) == [
        "One two three four\nsee [there](https://example.com/a)."
    ]


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({}, "not a readable .odt file: there is no content.xml in it"),
        ({"content.xml": ""}, "not a readable .odt file: "),
        ({"content.xml": "<a/>"}, "not a readable .odt file: it has no text"),
        (
            {"content.xml": "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"},
            "not a readable .odt file: content.xml declares a document type",
        ),
        (
            {"META-INF/manifest.xml": "<m><encryption-data/></m>", "content.xml": "x"},
            "password required",
        ),
    ],
)
def test_what_is_no_readable_text_says_why(
    tmp_path: Path, parts: dict[str, str], reason: str
) -> None:
    path = package(tmp_path / "a.odt", {"mimetype": ODT_TYPE, **parts})
    assert failure_of(path).reason.startswith(reason)
