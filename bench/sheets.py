"""Read a workbook of a million cells as a build does, in a child process: seconds and peak memory."""

import resource
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from okf_server.extract.pool import Job, Pool
from okf_server.model.document import Extracted

ROWS, COLUMNS = 100_000, 10
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_FORMATS = ("00000", "#,##0.00", "0.0%", "yyyy-mm-dd")


def measure_sheets(scratch: Path) -> dict[str, Any]:
    """Figures of one reading; half of the cells are numbers with formats, half are texts of their own."""
    path = scratch / "million.xlsx"
    _write(path)
    start = time.perf_counter()
    with Pool(1, timeout_s=600) as pool:
        ((_, outcome),) = pool.run([Job("million", path, ".xlsx")])
    seconds = time.perf_counter() - start
    if not isinstance(outcome, Extracted):
        raise TypeError(f"the workbook was not read: {outcome}")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    return {
        "cells": ROWS * COLUMNS,
        "file_mb": round(path.stat().st_size / 2**20, 1),
        "seconds": round(seconds, 1),
        "child_peak_mb": peak,
        "letters": len(outcome.document.body),
    }


def _write(path: Path) -> None:
    texts = "".join(f"<si><t>part number {n}</t></si>" for n in range(ROWS))
    styles = "".join(
        f'<numFmt numFmtId="{164 + n}" formatCode="{c}"/>' for n, c in enumerate(_FORMATS)
    )
    looks = "".join(f'<xf numFmtId="{164 + n}"/>' for n in range(len(_FORMATS)))
    parts = {
        "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}">{texts}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><numFmts>{styles}</numFmts>'
        f'<cellXfs><xf numFmtId="0"/>{looks}</cellXfs></styleSheet>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_TYPES}"><sheets>'
        '<sheet name="Parts" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": "<Relationships>"
        + "".join(
            f'<Relationship Id="r{n}" Type="{_TYPES}/{kind}" Target="{part}"/>'
            for n, (kind, part) in enumerate(
                (
                    ("worksheet", "sheet1.xml"),
                    ("sharedStrings", "sharedStrings.xml"),
                    ("styles", "styles.xml"),
                ),
                1,
            )
        )
        + "</Relationships>",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        for name, text in parts.items():
            package.writestr(name, text)
        with package.open("xl/sheet1.xml", "w") as file:
            file.write(f'<worksheet xmlns="{_MAIN}"><sheetData>'.encode())
            for number in range(ROWS):
                file.write(f'<row r="{number + 1}">{"".join(_cells(number))}</row>'.encode())
            file.write(b"</sheetData></worksheet>")


def _cells(row: int) -> Iterator[str]:
    for column in range(COLUMNS):
        place = f'r="{chr(65 + column)}{row + 1}"'
        if column % 2:
            yield f'<c {place} t="s"><v>{(row * COLUMNS + column * 7919) % ROWS}</v></c>'
        else:
            style = column // 2 % (len(_FORMATS) + 1)
            yield f'<c {place} s="{style}"><v>{row * 1.25 + column}</v></c>'
