"""Layout models on the disk. The models themselves are not in any package, so that what is tested here is
all around them: refusals, what the real library is told, and the blocks that are made of its documents.
"""

import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from docling_core.types.doc.base import BoundingBox, CoordOrigin, Size
from docling_core.types.doc.common.reference import ProvenanceItem
from docling_core.types.doc.document import DoclingDocument
from docling_core.types.doc.items.table.table_data import TableCell, TableData
from docling_core.types.doc.labels import DocItemLabel
from pdf_making import PROSE, lines, make_pdf
from reading import reader

from okf_server.errors import ConfigError
from okf_server.extract import layout, layout_family, pdf
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import BlockKind, Extracted
from okf_server.model.locator import PdfLocator


def _docling_rs_models(folder: Path) -> Path:
    for name in ("layout_heron.onnx", "tableformer/encoder.onnx"):
        path = folder / "models" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"no model")
    return folder


def _docling_models(folder: Path) -> Path:
    for name in ("docling-project--docling-layout-heron", "docling-project--docling-models"):
        (folder / name).mkdir(parents=True)
    return folder


def _without_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_names: object) -> None:
        pytest.fail("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


def test_models_that_are_not_there_are_an_error_before_a_file_is_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is no directory"):
        reader(".pdf", DocumentsConfig(layout_models=str(tmp_path / "gone")))
    with pytest.raises(ConfigError, match="holds no layout models"):
        reader(".pdf", DocumentsConfig(layout_models=str(tmp_path)))


def test_the_models_of_two_projects_are_told_apart(tmp_path: Path) -> None:
    assert (
        layout_family.family(_docling_rs_models(tmp_path / "a")) is layout_family.Family.DOCLING_RS
    )
    assert layout_family.family(_docling_models(tmp_path / "b")) is layout_family.Family.DOCLING


def test_models_are_a_part_of_what_the_cache_goes_by(tmp_path: Path) -> None:
    models = _docling_rs_models(tmp_path)
    plain, heavy = reader(".pdf"), reader(".pdf", DocumentsConfig(layout_models=str(models)))
    assert plain
    assert heavy
    assert plain.identity != heavy.identity
    assert str(models) in heavy.identity


def test_models_that_do_not_load_are_told_and_the_text_layer_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _without_network(monkeypatch)
    models = _docling_rs_models(tmp_path / "models")
    path = make_pdf(tmp_path / "a.pdf", lines((72, 10, PROSE)))
    outcome = pdf.extract(path, documents=DocumentsConfig(layout_models=str(models)))
    assert isinstance(outcome, Extracted)
    assert PROSE in outcome.document.body
    (warning,) = outcome.document.warnings
    assert warning.startswith("not all pages were read with the layout models: ")


def test_a_project_that_is_not_installed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _without_network(monkeypatch)
    path = make_pdf(tmp_path / "a.pdf", lines((72, 10, PROSE)))
    found = layout.lay_out(path.read_bytes(), _docling_models(tmp_path / "models"), 10)
    assert "docling" in found.trouble
    assert found.pages == {}


def test_nothing_is_fetched_without_models(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", lines((72, 10, PROSE)))
    unshare = shutil.which("unshare")
    apart = [str(unshare), "--map-root-user", "--net"]
    possible = bool(unshare) and not subprocess.run([*apart, "true"], check=False).returncode
    if not possible:
        pytest.skip("this system gives no network namespace of one's own")
    code = (
        "import sys; from pathlib import Path; from okf_server.extract import pdf; "
        "print(pdf.extract(Path(sys.argv[1])).document.body)"
    )
    command = [*apart, sys.executable, "-c", code, str(path)]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ended.stdout.strip() == PROSE, ended.stderr


def _at(page: int, *box: float, span: tuple[int, int] = (0, 0)) -> ProvenanceItem:
    left, top, right, bottom = box
    bbox = BoundingBox(l=left, t=top, r=right, b=bottom, coord_origin=CoordOrigin.BOTTOMLEFT)
    return ProvenanceItem(page_no=page, bbox=bbox, charspan=span)


def _document() -> DoclingDocument:
    document = DoclingDocument(name="a")
    for number in (1, 2):
        document.add_page(page_no=number, size=Size(width=500, height=1000))
    document.add_title("Travel Policy", prov=_at(1, 50, 950, 250, 900))
    document.add_heading("Hotels", level=1, prov=_at(1, 50, 850, 250, 830))
    document.add_text(DocItemLabel.TEXT, "Up to 220 pounds.", prov=_at(1, 50, 800, 250, 780))
    document.add_text(DocItemLabel.PAGE_FOOTER, "Page 1", prov=_at(1, 50, 30, 250, 10))
    return document


def test_blocks_have_their_kind_and_their_place() -> None:
    (page,) = layout.drafts_of(_document()).values()
    assert [(draft.block.kind, draft.block.text) for draft in page] == [
        (BlockKind.HEADING, "Travel Policy"),
        (BlockKind.HEADING, "Hotels"),
        (BlockKind.PARAGRAPH, "Up to 220 pounds."),
    ]
    assert [draft.block.level for draft in page] == [1, 2, 0]
    assert page[0].block.locator == PdfLocator(page=1, boxes=((0.1, 0.05, 0.5, 0.1),))


def test_text_over_two_pages_is_a_block_on_each() -> None:
    document = _document()
    item = document.add_text(DocItemLabel.TEXT, "First half. Second half.")
    item.prov = [_at(1, 50, 60, 250, 50, span=(0, 11)), _at(2, 50, 950, 250, 940, span=(12, 24))]
    pages = layout.drafts_of(document)
    assert pages[1][-1].block.text == "First half."
    assert [draft.block.text for draft in pages[2]] == ["Second half."]


def test_rows_of_a_table_have_their_places() -> None:
    document = _document()
    box = BoundingBox(l=50, t=100, r=150, b=120, coord_origin=CoordOrigin.TOPLEFT)
    cells = [
        TableCell(
            text=text,
            bbox=box if text == "London" else None,
            start_row_offset_idx=row,
            end_row_offset_idx=row + 1,
            start_col_offset_idx=column,
            end_col_offset_idx=column + 1,
        )
        for row, texts in enumerate((("City", "Limit"), ("London", "220")))
        for column, text in enumerate(texts)
    ]
    data = TableData(num_rows=2, num_cols=2, table_cells=cells)
    document.add_table(data, prov=_at(2, 50, 950, 250, 850))
    (draft,) = layout.drafts_of(document)[2]
    assert [row.cells for row in draft.block.rows] == [("City", "Limit"), ("London", "220")]
    whole, london = (row.locator for row in draft.block.rows)
    assert whole == PdfLocator(page=2, boxes=((0.1, 0.05, 0.5, 0.15),))
    assert london == PdfLocator(page=2, boxes=((0.1, 0.1, 0.3, 0.12),))


def test_the_items_of_a_list_keep_their_letters() -> None:
    document = DoclingDocument(name="a")
    document.add_page(page_no=1, size=Size(width=500, height=1000))
    steps = document.add_list_group()
    for number, marker in enumerate(("1.", "(b)", "iii.")):
        place = _at(1, 50, 800 - 20 * number, 250, 780 - 20 * number)
        document.add_list_item("Open it", enumerated=True, marker=marker, parent=steps, prov=place)
    blocks = [draft.block for draft in layout.drafts_of(document)[1]]
    assert [(block.marker, block.text) for block in blocks] == [
        ("1.", "Open it"),
        ("-", "(b) Open it"),
        ("-", "iii. Open it"),
    ]
