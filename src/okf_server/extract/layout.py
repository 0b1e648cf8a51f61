"""Read PDF pages with layout models that lie on the disk: those of docling-rs, or of docling.

Both engines give a DoclingDocument, of which the same blocks are made as without models. Nothing is ever
downloaded: models that are not there are an error of the configuration.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.extract.layout_family import Family, family
from okf_server.extract.pdf_drafts import Draft, Mend
from okf_server.extract.pdf_lists import shown
from okf_server.extract.pdf_page import normalised
from okf_server.extract.refusals import first_line
from okf_server.model.document import BlockKind
from okf_server.model.locator import Box, PdfLocator

_KINDS = {
    "title": BlockKind.HEADING,
    "section_header": BlockKind.HEADING,
    "list_item": BlockKind.LIST,
    "code": BlockKind.CODE,
    "formula": BlockKind.EQUATION,
    "caption": BlockKind.CAPTION,
    "footnote": BlockKind.NOTE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidOut:
    """The blocks of each page that the models read, and what kept them from reading others."""

    pages: dict[int, list[Draft]] = field(default_factory=dict)
    trouble: str = ""

    def mended(self, page: int, mend: Mend) -> list[Draft]:
        """The blocks of a page, their words put right."""
        return [
            replace(draft, block=_mended(draft.block, mend)) for draft in self.pages.get(page, ())
        ]


def _mended(block: Block, mend: Mend) -> Block:
    rows = tuple(replace(row, cells=tuple(map(mend, row.cells))) for row in block.rows)
    return replace(block, text=mend(block.text), rows=rows)


def lay_out(data: bytes, models: Path, seconds: float) -> LaidOut:
    """The blocks of a PDF as the models see them, within that time; trouble is told, never raised."""
    try:
        converted = (
            _by_docling_rs(data, models, seconds)
            if family(models) is Family.DOCLING_RS
            else _by_docling(data, models, seconds)
        )
        pages = drafts_of(converted.document)
        errors = [str(getattr(error, "error_message", error)) for error in converted.errors]
    except Exception as error:  # noqa: BLE001 - two engines, each with errors of its own
        return LaidOut(trouble=first_line(error))
    return LaidOut(pages=pages, trouble=first_line(errors[0]) if errors else "")


def _by_docling_rs(data: bytes, models: Path, seconds: float) -> Any:
    import docling_rs  # noqa: PLC0415 - heavy, only where it is needed

    converter = docling_rs.DocumentConverter(
        artifacts_path=str(models),
        do_ocr=False,
        do_table_structure=True,
        fetch_images=False,
        keep_picture_images=False,
        document_timeout=seconds,
    )
    return converter.convert_bytes("document.pdf", data)


def _by_docling(data: bytes, models: Path, seconds: float) -> Any:
    # gigabytes that no extra of ours brings along: they are there where a site has them
    kinds = import_module("docling.datamodel.base_models")
    pipeline = import_module("docling.datamodel.pipeline_options")
    conversion = import_module("docling.document_converter")
    options = pipeline.PdfPipelineOptions(
        artifacts_path=str(models),
        do_ocr=False,
        do_table_structure=True,
        document_timeout=seconds,
        enable_remote_services=False,
    )
    by_format = {kinds.InputFormat.PDF: conversion.PdfFormatOption(pipeline_options=options)}
    converter = conversion.DocumentConverter(format_options=by_format)
    return converter.convert(kinds.DocumentStream(name="document.pdf", stream=BytesIO(data)))


def drafts_of(document: Any) -> dict[int, list[Draft]]:
    """The blocks of a DoclingDocument by their pages, in reading order."""
    pages: dict[int, list[Draft]] = {}
    for item, depth in document.iterate_items():
        for page, block in _blocks(document, item, depth):
            pages.setdefault(page, []).append(Draft(block=block, page=page))
    return pages


def _blocks(document: Any, item: Any, depth: int) -> Iterator[tuple[int, Block]]:
    label = str(getattr(item.label, "value", item.label))
    if label in ("page_header", "page_footer") or not getattr(item, "prov", None):
        return
    if label == "table":
        yield _table(document, item)
        return
    text: str = getattr(item, "text", "")
    for prov in item.prov:
        begin, end = prov.charspan if len(item.prov) > 1 else (0, len(text))
        if part := text[begin:end].strip():
            yield prov.page_no, _block(document, item, (label, part), prov, depth)


def _block(document: Any, item: Any, said: tuple[str, str], prov: Any, depth: int) -> Block:
    label, text = said
    kind = _KINDS.get(label, BlockKind.PARAGRAPH)
    marker = "-"
    if kind is BlockKind.LIST and getattr(item, "enumerated", False):
        marker, sign = shown(str(item.marker).strip())
        text = sign + text
    level = {BlockKind.LIST: max(depth - 2, 0)}.get(kind, 0)
    if kind is BlockKind.HEADING:
        level = 1 if label == "title" else int(item.level) + 1
        text = markup.inline(text)
    elif kind not in (BlockKind.CODE, BlockKind.EQUATION):
        text = markup.plain(text)
    return Block(
        kind=kind,
        locator=PdfLocator(page=prov.page_no, boxes=(_box(document, prov.page_no, prov.bbox),)),
        text=text,
        level=level,
        marker=marker,
    )


def _table(document: Any, item: Any) -> tuple[int, Block]:
    """A table; a merged cell stands in its first column, in each row that it covers."""
    prov = item.prov[0]
    whole = PdfLocator(page=prov.page_no, boxes=(_box(document, prov.page_no, prov.bbox),))
    texts = [[""] * item.data.num_cols for _ in range(item.data.num_rows)]
    places: list[list[Any]] = [[] for _ in texts]
    for cell in item.data.table_cells:
        for number in range(cell.start_row_offset_idx, cell.end_row_offset_idx):
            texts[number][cell.start_col_offset_idx] = markup.inline(cell.text)
            if cell.bbox is not None:
                places[number].append(_box(document, prov.page_no, cell.bbox))
    rows = tuple(
        Row(cells=tuple(row), locator=_around(boxes, whole))
        for row, boxes in zip(texts, places, strict=True)
    )
    return prov.page_no, Block(kind=BlockKind.TABLE, locator=whole, rows=rows)


def _around(boxes: list[Box], whole: PdfLocator) -> PdfLocator:
    if not boxes:
        return whole
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    box = (min(lefts), min(tops), max(rights), max(bottoms))
    return PdfLocator(page=whole.page, boxes=(box,))


def _box(document: Any, page: int, bbox: Any) -> Box:
    size = document.pages[page].size
    shown = bbox.to_top_left_origin(page_height=size.height)
    return normalised((shown.l, shown.t, shown.r, shown.b), width=size.width, height=size.height)
