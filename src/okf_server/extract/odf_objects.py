"""The objects that are embedded in OpenDocument files: formulas and charts."""

from typing import Any

from okf_server.extract.equations import mathml
from okf_server.extract.figures import Figure
from okf_server.extract.odt_tables import grid
from okf_server.extract.opc import Package
from okf_server.extract.xml_names import attribute, below, child, name_of


def object_in(frame: Any) -> str:
    """The name of the object that a frame shows; empty where it shows none."""
    return attribute(child(frame, "object"), "href").removeprefix("./").strip("/")


def read_object(package: Package, where: str) -> str | Figure | None:
    """The LaTeX of a formula, or a chart; None for anything else."""
    # old programs declared the document type of MathML
    root = package.root(f"{where}/content.xml", typed=True) if where else None
    if root is None:
        return None
    if name_of(root) == "math":
        return mathml.to_latex(root)
    chart = child(root, "body", "chart", "chart")
    return None if chart is None else _chart(chart)


def _chart(chart: Any) -> Figure:
    titles = [_said(title) for title in below(chart, "title")]
    table = child(chart, "table")
    rows = [] if table is None else grid(table)
    cells = [["" if isinstance(cell, str) else _said(cell) for cell in row] for row in rows]
    return Figure(titles=list(filter(None, titles)), tables=[cells] if cells else [])


def _said(element: Any) -> str:
    """The paragraphs below in one line; the address of a cell's source, which follows it, left out."""
    texts = (" ".join(one.itertext()) for one in element.iter() if name_of(one) == "p")
    return " ".join(" ".join(texts).split())
