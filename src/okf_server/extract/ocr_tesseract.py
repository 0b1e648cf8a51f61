"""Read pictures with Tesseract, as a program that is given one picture and says what it found.

Nothing is written to disk, and the picture goes in as raw grey pixels: its libraries for image formats never
see a byte that somebody else wrote.
"""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import groupby
from statistics import median
from typing import TYPE_CHECKING

from okf_server.extract.ocr_lines import Line, confidence_of, score
from okf_server.extract.refusals import first_line

if TYPE_CHECKING:
    from PIL.Image import Image

_PROGRAM = "tesseract"
_ROW = re.compile(r"([1-5])\t((?:\d+\t){9})(-?[\d.]+)\t(.*)")
_HEAD = "level\tpage_num\t"
_LINE_LEVEL, _WORD_LEVEL = 4, 5
_TURN = re.compile(r"^Rotate: (\d+)$", re.MULTILINE)
_COLUMNS = "3"  # page segmentation: find columns and blocks
_ONE_COLUMN = "4"  # one column of lines of different sizes
_MUCH_MORE = 1.25  # times what was read in columns: less may be noise between them
_SURER = 0.02
_HANGUL = "kor"
_LOOK_S = 20.0  # seconds to say which version it is


class OcrError(Exception):
    """A picture could not be read by the engine."""


class OutOfTimeError(Exception):
    """There was not enough time left to read a picture."""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of the engine's table: its line (block, paragraph, line), its box, its confidence."""

    line: tuple[int, ...]
    box: tuple[int, int, int, int]
    confidence: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tesseract:
    """The program with some of its languages."""

    version: str
    languages: tuple[str, ...]

    @property
    def name(self) -> str:
        """Engine and version."""
        return f"{_PROGRAM}/{self.version}"

    def read(self, image: "Image", until: float) -> Sequence[Line]:
        """The lines of a grey picture; raises OcrError, or OutOfTimeError at `until` (time.monotonic).

        The wide words of Hangul may look like columns to the engine, which then loses most of a page: there
        the picture is also read as one column.
        """
        lines = self._lines(image, _COLUMNS, until)
        if _HANGUL not in self.languages:
            return lines
        other = self._lines(image, _ONE_COLUMN, until)
        surer = confidence_of(other) > confidence_of(lines) + _SURER
        more = score(other) > score(lines) * (1.0 if surer else _MUCH_MORE)
        return other if more else lines

    def turn(self, image: "Image", until: float) -> int | None:
        """Degrees (90, 180, 270) clockwise that make a picture upright; 0 if it is, None where unknown."""
        try:
            output = _run(["-l", "osd", "--psm", "0", "--dpi", "300"], image, until)
        except OcrError:
            return None  # too few letters, or the model for it is not installed
        found = _TURN.search(output)
        return int(found[1]) % 360 if found else None

    def _lines(self, image: "Image", layout: str, until: float) -> list[Line]:
        options = ["-l", "+".join(self.languages), "--psm", layout, "--dpi", "300"]
        for setting in (
            "tessedit_create_tsv=1",
            "tessedit_create_txt=1",
            "preserve_interword_spaces=1",
            "page_separator=",
        ):
            options += ["-c", setting]
        return list(_parsed(_run(options, image, until)))


@cache
def version() -> str:
    """The version of the program that is installed; empty where there is none."""
    found = re.search(r"tesseract v?(\d+(?:\.\d+)*)", _ask("--version"))
    return found[1] if found else ""


@cache
def installed_languages() -> frozenset[str]:
    """The languages that the program has data for."""
    return frozenset(_ask("--list-langs").split("\n")[1:]) - {""}


def _ask(question: str) -> str:
    program = shutil.which(_PROGRAM)
    if program is None:
        return ""
    try:
        done = subprocess.run(  # noqa: S603 - every argument is ours
            [program, question], capture_output=True, check=False, timeout=_LOOK_S, text=True
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


def _run(options: Sequence[str], image: "Image", until: float) -> str:
    left = until - time.monotonic()
    program = shutil.which(_PROGRAM)
    if left <= 0:
        raise OutOfTimeError
    if program is None:
        raise OcrError("tesseract is gone")
    pixels = BytesIO()
    image.save(pixels, "PPM")
    # one thread: the pool has a process for each core, and threads would fight for them
    environment = os.environ | {"OMP_THREAD_LIMIT": "1"}  # noqa: TID251 - what a program inherits
    try:
        done = subprocess.run(  # noqa: S603 - every argument is ours
            [program, "stdin", "stdout", *options],
            input=pixels.getvalue(),
            capture_output=True,
            check=False,
            timeout=left,
            env=environment,
        )
    except subprocess.TimeoutExpired as error:
        raise OutOfTimeError from error
    except OSError as error:
        raise OcrError(first_line(error)) from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise OcrError(first_line(said[-1] if said else f"exit status {done.returncode}"))
    return done.stdout.decode("utf-8", "replace")


def _parsed(output: str) -> Iterator[Line]:
    """The lines of what the engine says: a table of words, and the same words as text.

    The table has no spaces between words, and parts Hangul and Han into single letters; the text has the
    spaces as they were seen.
    """
    rows, texts = [], []
    for line in output.split("\n"):
        row = _ROW.fullmatch(line)
        rows += [row] if row else []
        texts += [] if row or line.startswith(_HEAD) else [line]
    words, boxes = _words(rows)
    spaced = _spaced([word.text for word in words], "\n".join(texts))
    paragraphs: dict[tuple[int, ...], int] = {}
    for key, pairs in groupby(zip(words, spaced, strict=True), key=lambda pair: pair[0].line):
        group = list(pairs)
        text = "".join(text for _, text in group).strip()
        if any(map(str.isalnum, text)):
            yield Line(
                text=text,
                confidence=_mean([word for word, _ in group]),
                box=boxes[key],
                size=median(word.box[3] - word.box[1] for word, _ in group),
                paragraph=paragraphs.setdefault(key[:2], len(paragraphs)),
            )


def _words(
    rows: Sequence[re.Match[str]],
) -> tuple[list[_Word], dict[tuple[int, ...], tuple[int, int, int, int]]]:
    """The words with text, and the box of each line."""
    words: list[_Word] = []
    boxes: dict[tuple[int, ...], tuple[int, int, int, int]] = {}
    for row in rows:
        block, paragraph, line, _, left, top, width, height = map(int, row[2].split("\t")[1:9])
        key, box = (block, paragraph, line), (left, top, left + width, top + height)
        if int(row[1]) == _LINE_LEVEL:
            boxes[key] = box
        elif int(row[1]) == _WORD_LEVEL and row[4].strip():
            words.append(_Word(key, box, float(row[3]) / 100, row[4].strip()))
    return words, boxes


def _spaced(words: Sequence[str], text: str) -> list[str]:
    """The words with a space before each that has one in the text; before all where the two differ."""
    found: list[str] = []
    at = 0
    for word in words:
        start = at
        while at < len(text) and text[at].isspace():
            at += 1
        if not text.startswith(word, at):
            return [f" {each}" for each in words]
        found.append(f" {word}" if at > start else word)
        at += len(word)
    return found


def _mean(words: Sequence[_Word]) -> float:
    letters = sum(len(word.text) for word in words)
    return min(max(sum(w.confidence * len(w.text) for w in words) / letters, 0.0), 1.0)
