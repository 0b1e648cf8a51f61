"""Measure how much of the text of Hangul documents is read, against their raw XML and a second reader.

python bench/hangul.py FOLDER [--each]   every .hwpx and .hwp below the folder; --each prints a line a file

Recall and precision of words, and recall of table cells that hold no other table. The truth of a .hwpx is the
text of the sections' `hp:t` without deleted text, read by the standard library; the second reader is
python-hwpx. A .hwp is compared with dochan alone, where both read it.
"""

import json
import re
import sys
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

from okf_server.extract import hwp, hwpx
from okf_server.model.document import Extracted, Partial

_WORD = re.compile(r"[^\W_]+")
_CELL = re.compile(r"(?<!\\)\|")
_MARK = re.compile(r"\[\^e?\w+\]:?")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_SPACES = {"tab", "nbSpace", "fwSpace", "lineBreak"}


@dataclass(slots=True)
class Score:
    """Counts over files: words and cells of the truth, of what was read, and of both."""

    truth: int = 0
    read: int = 0
    both: int = 0
    cells: int = 0
    cells_found: int = 0

    def add(self, other: "Score") -> None:
        """Count another file."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def figures(self) -> dict[str, float | int | None]:
        """The shares, and how much they were taken of."""
        return {
            "token_recall": _share(self.both, self.truth),
            "token_precision": _share(self.both, self.read),
            "cell_recall": _share(self.cells_found, self.cells),
            "tokens": self.truth,
            "cells": self.cells,
        }


@dataclass(slots=True)
class Truth:
    """What the sections of a file say, paragraph by paragraph, and the text of its table cells."""

    texts: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)


def truth_of(path: Path) -> Truth:
    """The raw text of a file."""
    truth = Truth()
    with zipfile.ZipFile(path) as package:
        for name in package.namelist():
            if re.fullmatch(r"Contents/section\d+\.xml", name, re.IGNORECASE):
                root = ET.fromstring(package.read(name))  # noqa: S314 - files that the caller chose
                truth.texts += _paragraphs(root)
                truth.cells += _leaf_cells(root)
    return truth


def _name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


class _Walk:
    """One walk that keeps a tracked deletion in mind."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._own: list[str] = []
        self._deleting: set[str] = set()

    def below(self, node: ET.Element, *, inside: bool) -> None:
        for child in node:
            name = _name(child)
            if name == "p":
                self._paragraph(child)
                continue
            self._mark(name, child.get("Id", ""))
            text = inside or name == "t"
            self._say(" " if inside and name in _SPACES else "")
            self._say(child.text if text else None)
            self.below(child, inside=text)
            self._say(child.tail if inside else None)

    def _paragraph(self, paragraph: ET.Element) -> None:
        """The text of a paragraph without that of paragraphs inside of it."""
        kept, self._own = self._own, []
        self.below(paragraph, inside=False)
        self.texts.append("".join(self._own))
        self._own = kept

    def _mark(self, name: str, key: str) -> None:
        if name == "deleteBegin":
            self._deleting.add(key)
        elif name == "deleteEnd":
            self._deleting.discard(key)

    def _say(self, text: str | None) -> None:
        if text and not self._deleting:
            self._own.append(text)


def _paragraphs(element: ET.Element) -> list[str]:
    walk = _Walk()
    walk.below(element, inside=False)
    return walk.texts


def _leaf_cells(root: ET.Element) -> Iterator[str]:
    for cell in root.iter():
        if _name(cell) == "tc" and not any(_name(e) == "tc" for e in cell.iter() if e is not cell):
            yield " ".join(_paragraphs(cell))


def words(text: str) -> Counter[str]:
    """The words of a text, letter forms made alike."""
    return Counter(_WORD.findall(unicodedata.normalize("NFKC", text)))


def _squeezed(text: str) -> str:
    return "".join(_WORD.findall(unicodedata.normalize("NFKC", text)))


def score(truth: Truth, markdown: str) -> Score:
    """How a Markdown text compares with the truth."""
    expected, got = words("\n".join(truth.texts)), words(_MARK.sub(" ", markdown))
    lines = [_squeezed(line) for line in markdown.split("\n")]
    table = Counter(
        _squeezed(cell)
        for line in markdown.split("\n")
        if line.lstrip().startswith("|")
        for cell in _CELL.split(line)
    )
    cells = Counter(filter(None, map(_squeezed, truth.cells)))
    found = 0
    for cell, count in cells.items():
        held = min(count, table[cell])
        frames = 0 if held == count else sum(cell == line for line in lines)
        found += min(count, held + frames)
    return Score(
        truth=expected.total(),
        read=got.total(),
        both=(expected & got).total(),
        cells=cells.total(),
        cells_found=found,
    )


def ours(path: Path) -> str:
    """The Markdown of our reader; empty where it read nothing."""
    outcome = (hwpx if path.suffix == ".hwpx" else hwp).extract(path)
    return outcome.document.body if isinstance(outcome, Extracted | Partial) else ""


def theirs(path: Path) -> str:
    """The Markdown of python-hwpx; empty where it fails."""
    from hwpx import HwpxDocument  # noqa: PLC0415 - of the extra `evaluate`

    text = ""
    try:
        with HwpxDocument.open(str(path)) as document:
            text = _TAG.sub(" ", str(document.text.markdown(rich=True)))
    except Exception as error:  # noqa: BLE001 - a failure of the other reader is a figure, too
        print(f"second reader: {path.name}: {error}", file=sys.stderr)
    return text


def dochans(path: Path) -> str:
    """The plain text of dochan."""
    from dochan import Dochan  # noqa: PLC0415 - of the extra `evaluate`

    return str(Dochan(str(path)).to_plain_text())


def binaries(paths: list[Path], *, each: bool) -> Score:
    """Our words of Hangul 5 files against those of dochan, where both read any."""
    total = Score()
    for path in paths:
        mine, other = ours(path), dochans(path)
        if mine and other:
            row = score(Truth(texts=[other]), mine)
            total.add(row)
            if each:
                print(path.name, json.dumps(row.figures()))
    return total


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def main(arguments: list[str]) -> int:
    """Print the figures of a folder as JSON."""
    folders = [argument for argument in arguments if not argument.startswith("--")]
    if not folders:
        print(__doc__, file=sys.stderr)
        return 2
    totals = {"okf": Score(), "python-hwpx": Score(), "okf against python-hwpx": Score()}
    files = sorted(p for folder in folders for p in Path(folder).rglob("*.hwpx"))
    for path in files:
        truth, mine, other = truth_of(path), ours(path), theirs(path)
        rows = {
            "okf": score(truth, mine),
            "python-hwpx": score(truth, other),
            "okf against python-hwpx": score(Truth(texts=[other]), mine),
        }
        for name, row in rows.items():
            totals[name].add(row)
        if "--each" in arguments:
            print(path.name, json.dumps({name: row.figures() for name, row in rows.items()}))
    old = sorted(p for folder in folders for p in Path(folder).rglob("*.hwp"))
    totals["okf against dochan (.hwp)"] = binaries(old, each="--each" in arguments)
    report = {name: total.figures() for name, total in totals.items()}
    print(json.dumps({"files": len(files) + len(old), **report}, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
