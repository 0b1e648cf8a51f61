"""Make the binary files of samples/acme: same bytes on every run.

python scripts/make_samples.py [DIRECTORY]
"""

import re
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import docx
import openpyxl
import pptx
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

WRITTEN = datetime(2026, 9, 1, 8, tzinfo=UTC)
ZIP_TIME = (2026, 9, 1, 8, 0, 0)
OFFICE_TIME = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")
THUMBNAIL = re.compile(rb"<Relationship [^>]*thumbnail[^>]*/>")

Row = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 6."""

    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Rows:
    """A table."""

    rows: tuple[Row, ...]


Part = str | Heading | Rows

REMOTE_WORK: tuple[Part, ...] = (
    Heading("Remote Work", 1),
    "This policy applies to every employee whose work does not need a workshop.",
    Heading("Days", 2),
    "You may work from home on up to three days a week. Agree on the days with your team.",
    Heading("Abroad", 2),
    "Working from another country of the European Union is possible for 20 working days a year.",
    "Ask the people team four weeks ahead, because of social insurance.",
    Heading("Equipment", 2),
    Rows(
        (
            ("Equipment", "Who pays", "Limit"),
            ("Screen", "Acme", "one, up to 300 EUR"),
            ("Chair", "Acme", "one, up to 250 EUR"),
            ("Internet access", "employee", "none"),
        )
    ),
)

TRAINING: tuple[Part, ...] = (
    Heading("Training Guide", 1),
    Heading("Budget", 2),
    "Every employee has 1,200 EUR and five working days a year for training of their own choice.",
    Heading("Forklift licence", 2),
    "The forklift licence is renewed every 24 months. Courses start on the first Tuesday of a month.",
)

WELCOME = (
    ("Welcome to Acme", ("We make tools for workshops, since 1961.",)),
    (
        "Your first week",
        (
            "Monday: laptop and badge at the IT desk, then lunch with your team",
            "Tuesday: safety briefing in hall 1",
            "Thursday: visit of the service workshop",
            "Friday: talk with your mentor",
        ),
    ),
    ("Your mentor", ("A mentor helps you for six months.", "Ask the people team for another one.")),
)

COST_CENTRES: Mapping[str, tuple[Row, ...]] = {
    "Cost centres": (
        ("Number", "Name", "Owner", "Budget 2026 EUR"),
        (4110, "Sales", "Ines Okafor", 310000),
        (4120, "Service workshop", "Mats Lindqvist", 185000),
        (4200, "Research", "Jiwoo Park", 640000),
        (4310, "People team", "Selin Demir", 92000),
    ),
    "Deputies": (
        ("Owner", "Deputy"),
        ("Ines Okafor", "Paul Brandt"),
        ("Mats Lindqvist", "Ines Okafor"),
        ("Jiwoo Park", "Selin Demir"),
    ),
}

APPROVALS: Mapping[str, tuple[Row, ...]] = {
    "Limits": (
        ("From EUR", "To EUR", "Approved by", "Offers needed"),
        (0, 500, "team lead", 1),
        (500, 10000, "cost centre owner", 2),
        (10000, 50000, "division head", 3),
        (50000, None, "board", 3),
    )
}

MANUAL: tuple[tuple[Part, ...], ...] = (
    (
        Heading("TW-200 Torque Wrench", 1),
        Heading("Safety", 2),
        "Never use the wrench to loosen seized bolts. Wear safety goggles.",
        Heading("Setting the torque", 2),
        "Unlock the handle, turn it to the value on the scale, and lock it again.",
    ),
    (
        Heading("Care and calibration", 2),
        "Have the wrench calibrated every 12 months or after 5,000 clicks, whichever comes first.",
        "Article CG-001 is the certificate for it.",
        Heading("Storage", 3),
        "Set the wrench to its lowest value before you store it.",
    ),
    (
        Heading("Technical data", 2),
        Rows((("Range", "20 to 200 Nm"), ("Accuracy", "3 percent"), ("Weight", "1.4 kg"))),
    ),
)

SERVICE_REPORT: tuple[tuple[Part, ...], ...] = (
    (
        Heading("Service Report 2026 Q2", 1),
        Heading("Summary", 2),
        (
            "The service workshop did 1,284 repairs in the second quarter of 2026, 9 percent more than "
            "in the first. The mean time to repair fell from 3.1 to 2.6 days."
        ),
    ),
    (
        Heading("Repairs by product", 2),
        Rows(
            (
                ("Product", "Repairs", "Mean days"),
                ("Torque wrenches", "702", "1.9"),
                ("Hydraulic lifts", "391", "4.2"),
                ("Other", "191", "1.8"),
            )
        ),
    ),
)


def word(content: Sequence[Part]) -> bytes:
    """A Word document."""
    document = docx.Document()
    for part in content:
        match part:
            case str():
                document.add_paragraph(part)
            case Heading(text=text, level=level):
                document.add_heading(text, level)
            case Rows(rows=rows):
                table = document.add_table(rows=0, cols=len(rows[0]))
                for row in rows:
                    for cell, value in zip(table.add_row().cells, row, strict=True):
                        cell.text = str(value)
    return _office(document.save)


def slides(content: Sequence[tuple[str, Sequence[str]]]) -> bytes:
    """A presentation: a title and its bullets for each slide."""
    deck = pptx.Presentation()
    for title, bullets in content:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = "\n".join(bullets)
    return _office(deck.save)


def workbook(content: Mapping[str, Sequence[Row]]) -> bytes:
    """A workbook: rows by sheet."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in content.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return _office(book.save)


def pdf(pages: Sequence[Sequence[Part]]) -> bytes:
    """A PDF with these pages."""
    styles = getSampleStyleSheet()
    flow: list[Flowable] = []
    for page in pages:
        for part in page:
            match part:
                case str():
                    flow.append(Paragraph(part, styles["BodyText"]))
                case Heading(text=text, level=level):
                    flow.append(Paragraph(text, styles[f"Heading{level}"]))
                case Rows(rows=rows):
                    flow += [Table(rows), Spacer(1, 12)]
        flow.append(PageBreak())
    out = BytesIO()
    SimpleDocTemplate(out, pagesize=A4, invariant=True).build(flow)
    return out.getvalue()


def _office(save: Callable[[BytesIO], None]) -> bytes:
    """What `save` writes, with the times of the archive and of the document pinned."""
    raw, out = BytesIO(), BytesIO()
    save(raw)
    time = WRITTEN.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    with zipfile.ZipFile(raw) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "docProps/core.xml":
                content = OFFICE_TIME.sub(rb"\g<1>" + time, content)
            if name == "_rels/.rels":
                content = THUMBNAIL.sub(b"", content)
            if name != "docProps/thumbnail.jpeg":
                new.writestr(zipfile.ZipInfo(name, ZIP_TIME), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def main(directory: Path) -> None:
    """Write every file."""
    files = {
        "policies/Remote Work.docx": word(REMOTE_WORK),
        "policies/purchase-approvals.xlsx": workbook(APPROVALS),
        "handbook/Training Guide.docx": word(TRAINING),
        "handbook/Welcome.pptx": slides(WELCOME),
        "reference/cost-centres.xlsx": workbook(COST_CENTRES),
        "products/TW-200 Manual.pdf": pdf(MANUAL),
        "reports/Service Report 2026 Q2.pdf": pdf(SERVICE_REPORT),
    }
    for name, content in files.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "samples/acme")
