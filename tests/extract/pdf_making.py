"""Make small PDF files for tests."""

from collections.abc import Callable, Sequence
from pathlib import Path

from reportlab.lib import colors, pdfencrypt
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table

WIDTH, HEIGHT = A4
WORDS = [
    "hotel",
    "night",
    "pounds",
    "limit",
    "staff",
    "travel",
    "rail",
    "booking",
    "claim",
    "ticket",
    "refund",
    "agent",
    "policy",
    "annual",
    "report",
    "board",
    "meeting",
    "office",
    "budget",
]
PROSE = "The limit for a hotel in London is 220 pounds per night, and 150 pounds elsewhere in the country."

Draw = Callable[[Canvas], None]


def make_pdf(path: Path, *pages: Draw, encrypt: str | None = None) -> Path:
    standard = pdfencrypt.StandardEncryption(encrypt) if encrypt else None
    canvas = Canvas(str(path), pagesize=A4, encrypt=standard)
    for page in pages:
        page(canvas)
        canvas.showPage()
    canvas.save()
    return path


def lines(*rows: tuple[float, float, str], font: str = "Helvetica", left: float = 72) -> Draw:
    """A page with text: points from the top, size, words."""

    def draw(canvas: Canvas) -> None:
        for top, size, words in rows:
            canvas.setFont(font, size)
            canvas.drawString(left, HEIGHT - top, words)

    return draw


def together(*parts: Draw) -> Draw:
    def draw(canvas: Canvas) -> None:
        for part in parts:
            canvas.saveState()
            part(canvas)
            canvas.restoreState()

    return draw


def prose(first: float, count: int, *, left: float = 72, size: float = 10) -> Draw:
    """Lines of one paragraph."""
    rows = [(first + 12 * n, size, f"Line {n} of {PROSE}"[:90]) for n in range(count)]
    return lines(*rows, left=left)


def grid(rows: Sequence[Sequence[str]], *, bottom: float = 400) -> Draw:
    """A table with a line around every cell."""

    def draw(canvas: Canvas) -> None:
        table = Table(rows, style=[("GRID", (0, 0), (-1, -1), 1, colors.black)])
        table.wrapOn(canvas, 400, 700)
        table.drawOn(canvas, 72, bottom)

    return draw


def picture(canvas: Canvas) -> None:
    """A picture over the whole page."""
    from PIL import Image  # noqa: PLC0415 - comes with reportlab

    image = Image.new("RGB", (300, 400), "white")
    for x in range(50, 250):
        image.putpixel((x, 100), (0, 0, 0))
    canvas.drawImage(ImageReader(image), 0, 0, WIDTH, HEIGHT)
