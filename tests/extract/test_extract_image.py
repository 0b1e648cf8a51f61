import struct
import zlib
from pathlib import Path

import pytest
from pictures import ENGLISH, KOREAN, needs_nanum, needs_rapid, needs_tesseract, noise, page
from PIL import Image
from reading import document_of, failure_of, outcome_of

from okf_server.extract.image import grey, opened
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Extracted, Failed, Partial, Skipped
from okf_server.model.locator import PdfLocator

pytestmark = needs_tesseract


def _saved(path: Path, image: Image.Image | None = None) -> Path:
    (image or page(width=1600)).save(path)
    return path


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp"])
def test_a_picture_of_text_is_read_with_its_place(tmp_path: Path, suffix: str) -> None:
    document = document_of(_saved(tmp_path / f"a{suffix}"))
    assert " ".join(document.body.split()) == " ".join(ENGLISH)
    assert all(isinstance(s.locator, PdfLocator) and s.locator.page == 1 for s in document.spans)
    assert (
        sum(len(s.locator.boxes) for s in document.spans if isinstance(s.locator, PdfLocator)) == 3
    )


def test_the_frontmatter_names_engine_languages_and_confidence(tmp_path: Path) -> None:
    facts = document_of(_saved(tmp_path / "a.png")).details["extraction"]
    assert isinstance(facts, dict)
    confidence = facts.pop("confidence")
    assert 0.8 < confidence <= 1
    assert facts.pop("engine").startswith("tesseract/")
    assert facts == {"method": "ocr", "languages": ["eng"], "pages": {"1": confidence}}


def test_a_picture_named_as_another_kind_is_read_as_what_it_is(tmp_path: Path) -> None:
    path = _saved(tmp_path / "a.png").rename(tmp_path / "a.pdf")
    assert "hotel limit" in document_of(path).body


def test_every_frame_of_a_tiff_is_a_page(tmp_path: Path) -> None:
    path = tmp_path / "fax.tif"
    first, blank, third = (
        page(ENGLISH[:1], width=1600),
        page((), width=1600),
        page(ENGLISH[1:], width=1600),
    )
    first.save(path, save_all=True, append_images=[blank, third])
    document = document_of(path)
    pages = [s.locator.page for s in document.spans if isinstance(s.locator, PdfLocator)]
    assert sorted(set(pages)) == [1, 3]
    assert document.details["pages"] == 3


def test_a_photograph_has_nothing_to_read_and_is_skipped(tmp_path: Path) -> None:
    path = _saved(tmp_path / "a.jpg", noise((1200, 900)))
    assert outcome_of(path) == Skipped(reason="no text found in the image")


@needs_nanum
def test_a_picture_in_another_language_is_skipped_and_the_setting_is_named(tmp_path: Path) -> None:
    shown = page(KOREAN, size=46, font="NanumMyeongjo.ttf")
    outcome = outcome_of(_saved(tmp_path / "a.png", shown))
    assert isinstance(outcome, Skipped)
    assert "are its languages in documents.ocr?" in outcome.reason


@needs_rapid
@needs_nanum
def test_a_picture_in_another_language_names_the_setting_whichever_engine_looks(
    tmp_path: Path,
) -> None:
    shown = page(KOREAN, size=60, font="NanumGothic.ttf", width=1600)
    outcome = outcome_of(_saved(tmp_path / "a.png", shown), DocumentsConfig(ocr="cjk"))
    assert isinstance(outcome, Skipped)
    assert "are its languages in documents.ocr?" in outcome.reason


def test_a_picture_is_read_as_viewers_turn_it(tmp_path: Path) -> None:
    path = tmp_path / "phone.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6  # shown a quarter turn clockwise
    page(width=1600).rotate(90, expand=True).save(path, exif=exif)
    (place, *_) = [s.locator for s in document_of(path).spans]
    assert isinstance(place, PdfLocator)
    left, top, _, bottom = place.boxes[0]
    assert left < 0.15
    assert top < bottom < 0.15


@pytest.mark.parametrize("mode", ["1", "P", "LA", "RGBA", "RGB", "CMYK", "I;16", "I", "F"])
def test_pictures_of_every_mode_become_black_on_white(tmp_path: Path, mode: str) -> None:
    shown = page(ENGLISH[:1], width=1200)
    if mode == "I;16":
        shown = shown.convert("I").point(lambda level: level * 257).convert("I;16")
    elif mode in {"LA", "RGBA"}:
        ink = shown.point([255 - level for level in range(256)])
        shown = Image.new("L", shown.size, 0)
        shown.putalpha(ink)  # black letters on nothing
    shown = shown if shown.mode == mode else shown.convert(mode)
    path = _saved(tmp_path / ("a.tif" if mode in {"CMYK", "I", "F"} else "a.png"), shown)
    with opened(path) as image:
        made = grey(image, 1)
    assert made.mode == "L"
    assert made.getextrema() == (0, 255)
    assert sum(made.histogram()[128:]) > 0.9 * made.width * made.height
    assert "hotel limit in London" in document_of(path).body


def _png(width: int, height: int) -> bytes:
    """A PNG that says it is this large, with hardly anything in it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(10_000, 9_000), (100_000, 100_000), (2**31 - 1, 2**31 - 1)])
def test_a_picture_larger_than_memory_is_refused_before_it_is_decoded(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(_png(*size))
    found = failure_of(path)
    assert found.reason.startswith("too many pixels")
    assert found.hint


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n",
        b"\x89PNG\r\n\x1a\n" + b"\0" * 500,
        b"\xff\xd8\xff\xe0" + b"\xff" * 300,
        b"II*\0\xff\xff\xff\xff",
        b"II*\0\x08\0\0\0\xff\xff" + b"\x01" * 200,
        b"RIFF\xff\xff\xff\xffWEBPVP8 ",
        _png(100, 100),
    ],
)
def test_damaged_pictures_fail_with_a_reason(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(data)
    found = failure_of(path)
    assert "not a readable" in found.reason
    assert str(tmp_path) not in found.reason
    assert found.hint


def test_a_cut_off_picture_fails_with_a_reason(tmp_path: Path) -> None:
    path = _saved(tmp_path / "a.jpg")
    path.write_bytes(path.read_bytes()[:3000])
    assert "truncated" in failure_of(path).reason


def test_a_damaged_frame_costs_itself_alone(tmp_path: Path) -> None:
    path = tmp_path / "fax.tif"
    second = noise((1600, 2240))
    page(width=1600).save(path, save_all=True, append_images=[second], compression="packbits")
    with opened(path) as image:
        image.seek(1)
        last_strip: int = image.getexif()[273][-1]
    data = path.read_bytes()
    at = data.rfind(last_strip.to_bytes(4, "little"))
    path.write_bytes(data[:at] + b"\xff\xff\xff\x7f" + data[at + 4 :])  # far behind the end
    outcome = outcome_of(path)
    assert isinstance(outcome, Partial), outcome
    assert outcome.reason.startswith("page 2 could not be read: ")
    assert "hotel limit" in outcome.document.body


def test_what_time_allowed_is_kept_and_the_rest_is_named(tmp_path: Path) -> None:
    path = tmp_path / "fax.tif"
    frames = [page(ENGLISH * 8, size=40) for _ in range(6)]
    frames[0].save(path, save_all=True, append_images=frames[1:], compression="tiff_deflate")
    outcome = outcome_of(path, DocumentsConfig(timeout_s=3))
    match outcome:
        case Partial(document=document, reason=reason):
            assert "hotel limit" in document.body
            assert reason.startswith("no time was left for page")
            assert "documents.timeout_s" in reason
        case Failed(reason=reason):
            assert reason.startswith("no time was left")  # a slow machine
        case _:
            raise AssertionError(outcome)


def test_the_same_picture_makes_the_same_document(tmp_path: Path) -> None:
    path = _saved(tmp_path / "a.png")
    assert isinstance(outcome_of(path), Extracted)
    assert outcome_of(path) == outcome_of(path)


def test_other_languages_and_more_time_are_another_reading() -> None:
    from reading import reader  # noqa: PLC0415 - beside its use

    given = [DocumentsConfig(), DocumentsConfig(ocr="deu"), DocumentsConfig(timeout_s=600)]
    identities = {found.identity for one in given if (found := reader(".png", one))}
    assert len(identities) == 3
