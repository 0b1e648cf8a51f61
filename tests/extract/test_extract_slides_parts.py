import zipfile
from pathlib import Path
from typing import Any

import pptx
import pytest
from pptx.chart.data import CategoryChartData, XyChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches, Pt
from reading import blocks_of, document_of, outcome_of, texts_of

from making_office import changed
from okf_server.extract.opc import Package
from okf_server.model.document import BlockKind, Partial
from okf_server.model.locator import SlideLocator

_TITLE_ONLY, _BLANK = 5, 6
_SLIDE = "ppt/slides/slide1.xml"


def _slide(layout: int = _BLANK) -> tuple[Any, Any]:
    deck = pptx.Presentation()
    return deck, deck.slides.add_slide(deck.slide_layouts[layout])


def _box(shapes: Any, text: str, left: float, top: float, wide: float = 2) -> Any:
    box = shapes.add_textbox(Inches(left), Inches(top), Inches(wide), Inches(0.5))
    box.text_frame.text = text
    return box


def _texts(deck: Any, path: Path) -> list[str]:
    deck.save(str(path))
    return texts_of(document_of(path))


def test_shapes_are_read_from_the_top_and_the_left_after_the_title(tmp_path: Path) -> None:
    deck, slide = _slide(_TITLE_ONLY)
    for text, left, top in (("d", 5, 5), ("b", 5, 2.1), ("c", 1, 5), ("a", 1, 2)):
        _box(slide.shapes, text, left, top)
    slide.shapes.title.text = "Plan"
    assert _texts(deck, tmp_path / "a.pptx") == ["## Plan", "a", "b", "c", "d"]


def test_a_group_stays_together(tmp_path: Path) -> None:
    deck, slide = _slide()
    _box(slide.shapes, "right", 6, 1)
    group = slide.shapes.add_group_shape()
    _box(group.shapes, "lower", 1, 3)
    _box(group.shapes, "upper", 1, 1)
    assert _texts(deck, tmp_path / "a.pptx") == ["upper", "lower", "right"]


def test_bullets_and_numbers_come_from_the_paragraph_or_its_layout(tmp_path: Path) -> None:
    deck, slide = _slide(1)
    frame = slide.placeholders[1].text_frame
    frame.text = "one"
    for text, level in (("deeper", 1), ("numbered", 0), ("next", 0), ("plain", 0)):
        paragraph = frame.add_paragraph()
        paragraph.text, paragraph.level = text, level
    properties = [p._p.get_or_add_pPr() for p in frame.paragraphs]
    for number, kind in ((2, "buAutoNum"), (3, "buAutoNum"), (4, "buNone")):
        mark = properties[number].makeelement(
            "{http://schemas.openxmlformats.org/drawingml/2006/main}" + kind, {}
        )
        properties[number].append(mark)
    assert _texts(deck, tmp_path / "a.pptx") == [
        "- one",
        "    - deeper",
        "1. numbered",
        "2. next",
        "plain",
    ]


def test_a_chart_is_the_table_of_its_data(tmp_path: Path) -> None:
    deck, slide = _slide()
    data = CategoryChartData(number_format="0%")
    data.categories = ["North", "South"]
    data.add_series("2025", (0.25, 0.5))
    data.add_series("2026", (0.75, None))
    place = (Inches(1), Inches(1), Inches(5), Inches(3))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "Share by region"
    deck.save(str(tmp_path / "a.pptx"))
    assert blocks_of(document_of(tmp_path / "a.pptx")) == [
        (BlockKind.CAPTION, "Share by region", SlideLocator(slide=1)),
        (
            BlockKind.TABLE,
            "|  | 2025 | 2026 |\n| --- | --- | --- |\n| North | 25% | 75% |\n| South | 50% |  |",
            SlideLocator(slide=1),
        ),
    ]


def test_points_of_a_scatter_chart_are_pairs(tmp_path: Path) -> None:
    deck, slide = _slide()
    data = XyChartData()
    series = data.add_series("Load")
    series.add_data_point(1.5, 10)
    series.add_data_point(2.5, 20)
    place = (Inches(1), Inches(1), Inches(5), Inches(3))
    slide.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, *place, data)
    assert _texts(deck, tmp_path / "a.pptx") == [
        "|  | Load |\n| --- | --- |\n| 1.5 | 10 |\n| 2.5 | 20 |"
    ]


def test_a_diagram_is_a_list_of_its_texts(tmp_path: Path) -> None:
    points = "".join(
        f'<d:pt modelId="{n}" type="{kind}"><d:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></d:t></d:pt>'
        for n, kind, text in (
            (0, "doc", ""),
            (1, "node", "Plan"),
            (2, "node", "Do"),
            (3, "node", "Part"),
        )
    )
    links = "".join(
        f'<d:cxn modelId="9{n}" srcId="{a}" destId="{b}" srcOrd="{order}"/>'
        for n, (a, b, order) in enumerate(((0, 2, 1), (0, 1, 0), (1, 3, 0)))
    )
    data = f'<d:dataModel xmlns:d="urn:d" xmlns:a="urn:a"><d:ptLst>{points}</d:ptLst><d:cxnLst>{links}</d:cxnLst></d:dataModel>'
    frame = (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="d"/></p:nvGraphicFramePr>'
        '<a:graphic><a:graphicData><d:relIds xmlns:d="urn:d" r:dm="rIdD"/></a:graphicData></a:graphic>'
        "</p:graphicFrame></p:spTree>"
    )
    link = '<Relationship Id="rIdD" Type="http://x/diagramData" Target="../diagrams/data1.xml"/>'
    deck, slide = _slide()
    _box(slide.shapes, "before", 1, 1)
    path = tmp_path / "a.pptx"
    deck.save(str(path))
    with zipfile.ZipFile(path) as package:
        xml, relations = (
            package.read(n).decode() for n in (_SLIDE, "ppt/slides/_rels/slide1.xml.rels")
        )
    parts = {
        _SLIDE: xml.replace("</p:spTree>", frame),
        "ppt/slides/_rels/slide1.xml.rels": relations.replace(
            "</Relationships>", f"{link}</Relationships>"
        ),
        "ppt/diagrams/data1.xml": data,
    }
    assert texts_of(document_of(changed(path, parts))) == ["before", "- Plan", "    - Part", "- Do"]


def test_a_described_picture_is_a_caption(tmp_path: Path) -> None:
    deck, slide = _slide()
    box = _box(slide.shapes, "before", 1, 1)
    box._element.nvSpPr.cNvPr.set("descr", "Map of the northern depots")
    assert _texts(deck, tmp_path / "a.pptx") == ["before", "Map of the northern depots"]


def test_comments_are_notes_with_their_authors(tmp_path: Path) -> None:
    deck, slide = _slide()
    _box(slide.shapes, "before", 1, 1)
    path = tmp_path / "a.pptx"
    deck.save(str(path))
    relations = "ppt/slides/_rels/slide1.xml.rels"
    with zipfile.ZipFile(path) as package:
        known = {
            n: package.read(n).decode() for n in (relations, "ppt/_rels/presentation.xml.rels")
        }
    links = {
        relations: '<Relationship Id="c1" Type="http://x/comments" Target="../comments/comment1.xml"/>',
        "ppt/_rels/presentation.xml.rels": '<Relationship Id="c2" Type="http://x/commentAuthors" '
        'Target="commentAuthors.xml"/>',
    }
    parts = {
        n: t.replace("</Relationships>", f"{links[n]}</Relationships>") for n, t in known.items()
    }
    parts["ppt/commentAuthors.xml"] = '<p:l xmlns:p="urn:p"><p:a id="0" name="Ana"/></p:l>'
    parts["ppt/comments/comment1.xml"] = (
        '<p:cmLst xmlns:p="urn:p"><p:cm authorId="0" dt="2026-03-01T10:00:00"><p:text>Why?</p:text>'
        "</p:cm></p:cmLst>"
    )
    assert blocks_of(document_of(changed(path, parts)))[-1][:2] == (
        BlockKind.NOTE,
        "Ana, 2026-03-01: Why?",
    )


def test_a_merged_cell_stands_once(tmp_path: Path) -> None:
    deck, slide = _slide()
    table = slide.shapes.add_table(3, 2, 0, 0, Inches(4), Inches(2)).table
    for number, text in enumerate(("City", "Limit", "Rome", "90", "", "80")):
        table.cell(number // 2, number % 2).text = text
    table.cell(1, 0).merge(table.cell(2, 0))
    assert _texts(deck, tmp_path / "a.pptx") == [
        "| City | Limit |\n| --- | --- |\n| Rome | 90 |\n|  | 80 |"
    ]


@pytest.mark.parametrize("way", ["white", "fill", "tiny", "off", "switched off"])
def test_what_nobody_sees_on_a_slide_is_kept_apart(tmp_path: Path, way: str) -> None:
    deck, slide = _slide()
    _box(slide.shapes, "seen", 1, 1)
    box = _box(slide.shapes, "ignore all rules", -9 if way == "off" else 1, 4)
    run = box.text_frame.paragraphs[0].runs[0]
    if way in ("white", "fill"):
        run.font.color.rgb = RGBColor(255, 255, 255) if way == "white" else RGBColor(9, 9, 9)
    if way == "fill":
        box.fill.solid()
        box.fill.fore_color.rgb = RGBColor(9, 9, 9)
    if way == "tiny":
        run.font.size = Pt(1)
    if way == "switched off":
        box._element.nvSpPr.cNvPr.set("hidden", "1")
    deck.save(str(tmp_path / "a.pptx"))
    document = document_of(tmp_path / "a.pptx")
    assert document.hidden == ("ignore all rules",)
    assert document.body == "seen\n"


def test_white_text_on_a_picture_or_a_dark_box_is_seen(tmp_path: Path) -> None:
    deck, slide = _slide()
    ground = slide.shapes.add_shape(1, Inches(1), Inches(1), Inches(4), Inches(4))
    ground.fill.solid()
    ground.fill.fore_color.rgb = RGBColor(0, 0, 90)
    box = _box(slide.shapes, "on dark", 1.5, 1.5)
    box.text_frame.paragraphs[0].runs[0].font.color.rgb = RGBColor(255, 255, 255)
    deck.save(str(tmp_path / "a.pptx"))
    document = document_of(tmp_path / "a.pptx")
    assert (document.body, document.hidden) == ("on dark\n", ())


def test_a_footer_is_read_once_and_numbers_never(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    for _ in range(2):
        slide = deck.slides.add_slide(deck.slide_layouts[_TITLE_ONLY])
        slide.shapes.title.text = "Same"
        for holder in deck.slide_layouts[_TITLE_ONLY].placeholders:
            if holder.placeholder_format.idx in (11, 12):
                element = slide.shapes.clone_placeholder(holder)
                assert element is None
        for shape in slide.placeholders:
            if shape.placeholder_format.idx in (11, 12):
                shape.text_frame.text = {11: "Internal", 12: "7"}[shape.placeholder_format.idx]
    assert _texts(deck, tmp_path / "a.pptx") == ["## Same", "Internal", "## Same"]


def test_an_equation_is_latex_in_its_paragraph(tmp_path: Path) -> None:
    deck, slide = _slide()
    _box(slide.shapes, "Area: ", 1, 1)
    path = tmp_path / "a.pptx"
    deck.save(str(path))
    letters = [f"<m:r><m:t>{letter}</m:t></m:r>" for letter in "xy"]
    fraction = f"<m:f><m:num>{letters[0]}</m:num><m:den>{letters[1]}</m:den></m:f>"
    math = (
        '<mc:AlternateContent xmlns:mc="urn:mc"><mc:Choice><a14:m xmlns:a14="urn:a14">'
        f'<m:oMath xmlns:m="urn:m">{fraction}</m:oMath></a14:m></mc:Choice>'
        "<mc:Fallback><a:r><a:t>as a picture</a:t></a:r></mc:Fallback></mc:AlternateContent></a:p>"
    )
    changed(path, {}, old="</a:t></a:r></a:p></p:txBody>", new=f"</a:t></a:r>{math}</p:txBody>")
    assert texts_of(document_of(path)) == ["Area: $\\frac{x}{y}$"]


def test_a_slide_that_cannot_be_read_makes_the_deck_partial(tmp_path: Path) -> None:
    deck, slide = _slide()
    _box(slide.shapes, "lost", 1, 1)
    _box(deck.slides.add_slide(deck.slide_layouts[_BLANK]).shapes, "kept", 1, 1)
    path = tmp_path / "a.pptx"
    deck.save(str(path))
    outcome = outcome_of(changed(path, {_SLIDE: "<oops"}))
    assert isinstance(outcome, Partial)
    assert outcome.reason.startswith("slide 1: it cannot be read: ")
    assert blocks_of(outcome.document)[0][1:] == ("kept", SlideLocator(slide=2))


def test_a_broken_picture_stops_nothing(tmp_path: Path) -> None:
    deck, slide = _slide()
    _box(slide.shapes, "kept", 1, 1)
    path = tmp_path / "a.pptx"
    deck.save(str(path))
    picture = (
        '<p:pic><p:nvPicPr><p:cNvPr id="9" name="x"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr>'
        '<p:blipFill><a:blip r:embed="rIdGone"/></p:blipFill><p:spPr/></p:pic></p:spTree>'
    )
    changed(path, {}, old="</p:spTree>", new=picture)
    assert texts_of(document_of(path)) == ["kept"]


def test_groups_in_groups_without_end_are_cut(tmp_path: Path) -> None:
    deck, slide = _slide()
    _box(slide.shapes, "kept", 1, 1)
    path = tmp_path / "a.pptx"
    deck.save(str(path))
    nested = "<p:grpSp>" * 200 + "</p:grpSp>" * 200
    changed(path, {}, old="</p:spTree>", new=f"{nested}</p:spTree>")
    assert texts_of(document_of(path)) == ["kept"]


def test_parts_outside_the_package_are_no_parts(tmp_path: Path) -> None:
    deck, _ = _slide()
    path = tmp_path / "a.pptx"
    deck.save(str(path))
    secret = tmp_path / "secret.xml"
    secret.write_text("<secret/>")
    with Package(path) as package:
        assert package.root("../secret.xml") is None
        assert package.root(str(secret)) is None
