"""Workbooks and decks made for one test, with all that a passage may point to."""

import struct
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pptx
import xlwt
from citation_sentences import sentences
from openpyxl.comments import Comment
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

import making_office as office
import making_xlsb as xlsb
from making_charts import with_chart
from making_sheets_97 import box, chart, with_records


def deck(path: Path) -> None:
    made = pptx.Presentation()
    for number in range(8):
        slide = made.slides.add_slide(made.slide_layouts[1])
        slide.shapes.title.text = f"Topic {number}"
        slide.placeholders[1].text_frame.text = "\n".join(sentences(4, number))
        slide.notes_slide.notes_text_frame.text = sentences(1, 300 + number)[0]
        if number == 2:
            slide._element.set("show", "0")
        if number % 4 == 0:
            _chart(slide, number)
    made.save(str(path))


def _chart(slide: Any, number: int) -> None:
    data = CategoryChartData(number_format="0.0%")
    data.categories = [f"Region {number}{n}" for n in range(3)]
    data.add_series(f"Year {number}", [(number + n) / 64 for n in range(3)])
    place = (Inches(1), Inches(5), Inches(5), Inches(2))
    slide.shapes.add_chart(XL_CHART_TYPE.PIE, *place, data)


def workbook(path: Path) -> None:
    made = openpyxl.Workbook()
    made.remove(made.worksheets[0])
    for name in ("Q1", "Zweites Blatt"):
        sheet = made.create_sheet(name)
        sheet.append(["Id", "Rule", "Amount", "Share", "From"])
        for number, text in enumerate(sentences(60, len(name))):
            row = [number * 37, text, number * 1012.5, number / 64, date(2026, 1, 1 + number % 31)]
            sheet.append(row)
            for column, code in ((1, "00000"), (3, "#,##0.00"), (4, "0.0%"), (5, "dd.mm.yyyy")):
                sheet.cell(number + 2, column).number_format = code
        sheet["B7"].comment = Comment(sentences(1, 700)[0], "Ana")
    made.worksheets[1].sheet_state = "hidden"
    with_chart(made, path, "twoCellAnchor")


def old_workbook(path: Path) -> None:
    made = xlwt.Workbook()
    sheet = made.add_sheet("Q1")
    look = xlwt.easyxf(num_format_str="#,##0.00")
    for number, text in enumerate(sentences(60, 8)):
        sheet.write(number, 0, f"{number * 37}-x")
        sheet.write(number, 1, text)
        sheet.write(number, 2, number * 1012.5, look)
    boxes = (box(text, 70 + 5 * n, 0) for n, text in enumerate(sentences(4, 800)))
    with_records(made, path, *boxes, chart(100, 0, *sentences(2, 900)))


def binary_workbook(path: Path) -> None:
    rows = []
    for number, text in enumerate(sentences(60, 8)):
        value = struct.pack("<d", number / 64)
        cells = [xlsb.cell(6, 0, 0, xlsb.string(text)), xlsb.cell(5, 1, 1, value)]
        rows += [xlsb.row(6 + number), *cells]
    xlsb.workbook(path, *rows)


def old_deck(path: Path) -> None:
    made = office.OldDeck()
    for number in range(8):
        title, notes = f"Topic {number}", sentences(1, 300 + number)[0]
        made.add(title, *sentences(4, number), notes=notes, hidden=number == 2)
    made.save(path)


def open_workbook(path: Path) -> None:
    rows = "".join(
        f"<table:table-row>{office.cell(f'{number * 37}-x')}{office.cell(text)}</table:table-row>"
        for number, text in enumerate(sentences(60, 9))
    )
    office.open_document(path, "spreadsheet", f'<table:table table:name="Q1">{rows}</table:table>')


def open_deck(path: Path) -> None:
    pages = []
    for number in range(8):
        lines = "".join(f"<text:p>{text}</text:p>" for text in sentences(5, 40 + number))
        notes = f"<draw:text-box><text:p>{sentences(1, 400 + number)[0]}</text:p></draw:text-box>"
        pages.append(
            f"<draw:page><draw:frame><draw:text-box>{lines}</draw:text-box></draw:frame>"
            f"<presentation:notes><draw:frame>{notes}</draw:frame></presentation:notes></draw:page>"
        )
    office.open_document(path, "presentation", "".join(pages))
