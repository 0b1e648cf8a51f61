"""Put a chart into a workbook with all that PowerPoint writes of one, for tests: openpyxl leaves the values out."""

from pathlib import Path

import openpyxl
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE

import making_office as office

_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_ANCHOR = "<d:from><d:col>3</d:col><d:row>1</d:row></d:from><d:to><d:col>8</d:col><d:row>15</d:row></d:to>"


def _chart() -> str:
    """The part of a chart with a title of its own and of its axis, as PowerPoint writes it."""
    data = CategoryChartData(number_format="0%")
    data.categories = ["North", "South"]
    data.add_series("2026", (0.25, 0.75))
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, 9, 9, data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "Share by region"
    chart.value_axis.axis_title.text_frame.text = "Share of sales"
    return str(chart.part.blob.decode())


def _links(**targets: str) -> str:
    made = (
        f'<Relationship Id="{kind}" Type="{_KIND}{kind}" Target="{target}"/>'
        for kind, target in targets.items()
    )
    return f'<Relationships xmlns="{_RELATIONS}">{"".join(made)}</Relationships>'


def with_chart(workbook: openpyxl.Workbook, path: Path, anchor: str, *, hidden: str = "") -> Path:
    """Save the workbook with a new sheet that holds a chart; the anchor says how it is tied to cells D2 to I16."""
    workbook.create_sheet("Chart")
    workbook.save(path)
    sheet = f"sheet{len(workbook.sheetnames)}"
    properties = f'<d:cNvPr id="2" name="Chart 1" {hidden}/>'
    drawing = (
        f'<d:wsDr xmlns:d="urn:d" xmlns:c="urn:c" xmlns:r="{_KIND[:-1]}"><d:{anchor}>'
        f"{_ANCHOR if anchor != 'absoluteAnchor' else ''}<d:graphicFrame>{properties}"
        f'<c:chart r:id="chart"/></d:graphicFrame></d:{anchor}></d:wsDr>'
    )
    return office.changed(
        path,
        {
            f"xl/worksheets/_rels/{sheet}.xml.rels": _links(drawing="../drawings/drawing7.xml"),
            "xl/drawings/drawing7.xml": drawing,
            "xl/drawings/_rels/drawing7.xml.rels": _links(chart="../charts/chart1.xml"),
            "xl/charts/chart1.xml": _chart(),
        },
    )
