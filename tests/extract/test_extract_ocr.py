import time
from pathlib import Path

import pytest
from pictures import (
    ENGLISH,
    JAPANESE,
    KOREAN,
    needs_korean,
    needs_nanum,
    needs_rapid,
    needs_tesseract,
    noise,
    page,
)
from PIL import Image

from okf_server.extract import ocr, ocr_rapid, ocr_tesseract
from okf_server.extract.limits import MOST_DRAWN
from okf_server.extract.ocr_lines import Line, confidence_of
from okf_server.extract.ocr_tesseract import OutOfTimeError
from okf_server.extract.ocr_upright import Engine, read_upright, skew
from okf_server.model.document import Failed

ENGINES = [
    pytest.param("eng", marks=needs_tesseract, id="tesseract"),
    pytest.param("cjk", marks=needs_rapid, id="rapidocr"),
]


def engine(languages: str) -> Engine:
    found = ocr.engine_for(languages)
    assert not isinstance(found, Failed), found
    return found


def read(image: Image.Image, languages: str = "eng") -> list[Line]:
    return list(read_upright(engine(languages), image, time.monotonic() + 50))


def text(lines: list[Line]) -> str:
    return "\n".join(line.text for line in lines)


@pytest.mark.parametrize("languages", ENGINES)
def test_an_engine_reads_the_lines_of_a_page_with_their_boxes_and_how_sure_it_is(
    languages: str,
) -> None:
    lines = read(page(), languages)
    assert text(lines) == "\n".join(ENGLISH)
    assert 0.8 < confidence_of(lines) <= 1
    for number, line in enumerate(lines):
        left, top, right, bottom = line.box
        middle = (48 * 3 + number * int(48 * 1.7) + 24) / 3472
        assert top < middle < bottom < top + 0.03
        assert left == pytest.approx(144 / 2480, abs=0.01)
        assert 0.3 < right < 0.7


@pytest.mark.parametrize("languages", ENGINES)
def test_an_engine_finds_nothing_on_a_blank_page(languages: str) -> None:
    assert read(Image.new("L", (800, 1000), 255), languages) == []


@pytest.mark.parametrize("languages", ENGINES)
def test_an_engine_says_when_no_time_is_left(languages: str) -> None:
    with pytest.raises(OutOfTimeError):
        engine(languages).read(page(), time.monotonic() - 1)


@pytest.mark.parametrize("languages", ENGINES)
def test_an_engine_reads_the_same_twice(languages: str) -> None:
    assert read(page(), languages) == read(page(), languages)


@needs_tesseract
def test_an_engine_that_takes_too_long_is_ended() -> None:
    large = page(ENGLISH * 30, size=40)
    with pytest.raises(OutOfTimeError):
        engine("eng").read(large, time.monotonic() + 0.2)


@needs_tesseract
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_page_is_righted_and_its_boxes_lie_on_the_page_as_it_is(turn: int) -> None:
    upright = page(ENGLISH * 3, width=1600)
    lines = read(upright.rotate(turn, expand=True))
    assert text(lines) == "\n".join(ENGLISH * 3)
    for line, expected in zip(lines, read(upright), strict=True):
        left, top, right, bottom = expected.box
        turned = {
            90: (top, 1 - right, bottom, 1 - left),
            180: (1 - right, 1 - bottom, 1 - left, 1 - top),
            270: (1 - bottom, left, 1 - top, right),
        }[turn]
        assert line.box == pytest.approx(turned, abs=0.01)


@needs_tesseract
@pytest.mark.parametrize("angle", [-9.5, -2, 5])
def test_a_skewed_page_is_righted(angle: float) -> None:
    askew = page(ENGLISH, width=1600, size=36).rotate(angle, expand=True, fillcolor=255)
    assert text(read(askew)) == "\n".join(ENGLISH)


@pytest.mark.parametrize("angle", [-7.5, -1.2, 0, 0.1, 3.4, 11])
def test_the_skew_of_a_page_is_measured_to_a_fraction_of_a_degree(angle: float) -> None:
    askew = page(ENGLISH * 4).rotate(angle, expand=True, fillcolor=255)
    expected = -angle if abs(angle) > 0.3 else 0
    assert skew(askew) == pytest.approx(expected, abs=0.3)


def test_a_picture_without_lines_has_no_skew() -> None:
    for seed in range(10):
        assert skew(noise((900, 700), seed)) == 0
    assert skew(Image.new("L", (900, 700), 255)) == 0
    assert skew(Image.new("L", (1, 1), 0)) == 0


@needs_korean
@pytest.mark.parametrize("font", ["NanumMyeongjo.ttf", "NanumBarunGothic.ttf"])
def test_hangul_keeps_its_spaces_and_gets_no_others(font: str) -> None:
    lines = read(page(KOREAN * 2, size=42, font=font), "kor+eng")
    whole = text(lines)
    read_right = [line for line in KOREAN if line in whole]
    assert len(read_right) >= 3, whole
    assert "목 적" not in whole


@needs_korean
def test_hangul_with_wide_words_is_not_taken_for_columns() -> None:
    """The engine's own layout keeps less than half of this page."""
    lines = read(page(KOREAN, size=50, font="NanumGothic.ttf"), "kor+eng")
    assert sum(line.letters for line in lines) > 0.9 * sum(
        sum(map(str.isalnum, line)) for line in KOREAN
    )


@needs_rapid
@needs_nanum
def test_japanese_is_read_by_the_extra_engine() -> None:
    lines = read(page(JAPANESE, size=60, font="NanumGothic.ttf", width=1600), "jpn")
    assert text(lines) == "\n".join(JAPANESE)


@needs_rapid
@pytest.mark.parametrize("languages", ["cjk", "jpn", "chi_sim+eng", "chi_tra"])
def test_chinese_and_japanese_choose_the_extra_engine(languages: str) -> None:
    assert engine(languages).name.startswith("rapidocr/")


@needs_korean
@needs_rapid
def test_korean_chooses_the_engine_that_knows_hangul() -> None:
    assert engine("kor+eng").name.startswith("tesseract/")
    assert isinstance(ocr.engine_for("kor+jpn"), Failed)


@needs_tesseract
def test_a_language_that_is_not_installed_says_how_to_get_it() -> None:
    found = ocr.engine_for("eng+xyz")
    assert found == Failed(
        reason="ocr language missing: xyz",
        hint="Debian, Ubuntu: apt install tesseract-ocr-xyz. Or choose others in documents.ocr.",
    )


@pytest.mark.parametrize(
    "languages", ["", "+", "../../etc/passwd", "eng -c x=1", "eng+--psm", "a/b/c"]
)
def test_what_names_no_language_never_reaches_a_command_line(languages: str) -> None:
    found = ocr.engine_for(languages)
    assert isinstance(found, Failed)
    assert "names no languages" in found.reason


def test_without_any_engine_the_failure_says_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    _forget()
    try:
        found = ocr.engine_for("eng")
    finally:
        _forget()
    assert isinstance(found, Failed)
    assert found.reason == "ocr engine missing"
    assert "apt install tesseract-ocr" in found.hint


def test_a_program_that_answers_nonsense_is_no_engine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "tesseract"
    program.write_text("#!/bin/sh\necho what\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    _forget()
    try:
        assert isinstance(ocr.engine_for("eng"), Failed)
    finally:
        _forget()


def _forget() -> None:
    ocr_tesseract.version.cache_clear()
    ocr_tesseract.installed_languages.cache_clear()
    ocr_rapid.version.cache_clear()


def test_a_large_picture_is_made_smaller_before_it_is_read() -> None:
    large = Image.new("L", (10_000, 5_000), 255)
    fitted = ocr.fitted(large)
    assert fitted.width * fitted.height <= MOST_DRAWN
    assert fitted.width / fitted.height == pytest.approx(2, rel=0.01)


def test_pages_that_can_hardly_be_read_are_said() -> None:
    def line(confidence: float) -> Line:
        return Line(text="abc", confidence=confidence, box=(0, 0, 1, 1), size=9, paragraph=0)

    reader = ocr_tesseract.Tesseract(version="5", languages=("eng",))
    found = ocr.Recognised(engine=reader, pages={2: [line(0.5)], 3: [line(0.9)], 4: [line(0.6)]})
    assert found.warnings() == ("pages 2, 4 read with little confidence",)
    assert ocr.Recognised(engine=reader, pages={3: [line(0.9)]}).warnings() == ()
    assert found.facts()["pages"] == {"2": 0.5, "3": 0.9, "4": 0.6}
