"""The objects that are embedded in an OpenDocument text: formulas and charts."""

from typing import Any, NamedTuple

from okf_server.extract import markup
from okf_server.extract.equations import mathml
from okf_server.extract.odt_tables import grid
from okf_server.extract.opc import Package
from okf_server.extract.xml_names import child, name_of


class Chart(NamedTuple):
    """A chart's title, empty where it has none, and the table of its values, as Markdown cells."""

    title: str
    rows: list[list[str]]


def read_object(package: Package, where: str) -> str | Chart | None:
    """The LaTeX of a formula, or a chart; None for anything else."""
    # old programs declared the document type of MathML
    root = package.root(f"{where}/content.xml", typed=True) if where else None
    if root is None:
        return None
    if name_of(root) == "math":
        return mathml.to_latex(root)
    chart = child(root, "body", "chart", "chart")
    return None if chart is None else _chart(chart)


def _chart(chart: Any) -> Chart:
    title = child(chart, "title")
    table = child(chart, "table")
    rows = [] if table is None else grid(table)
    cells = [["" if cell is None else markup.inline(_said(cell)) for cell in row] for row in rows]
    return Chart("" if title is None else _said(title), cells)


def _said(element: Any) -> str:
    """The paragraphs below in one line; the address of a cell's source, which follows it, left out."""
    texts = (" ".join(one.itertext()) for one in element.iter() if name_of(one) == "p")
    return " ".join(" ".join(texts).split())
