"""Compare the Markdown of a document with the Markdown that is known to be right."""

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from bench.conversion.notation import one_notation

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_IMAGE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_LINK = re.compile(
    r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+\"[^\"\n]*\")?\)"
)
_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*$", re.MULTILINE)
_ROW = re.compile(r"^\s*\|(.*)\|\s*$")
_DELIMITER = re.compile(r"^[\s|:-]+$")
_PIPE = re.compile(r"(?<!\\)\|")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_BOX = re.compile(r"\[[ xX]\]")
_WORD = re.compile(r"\w+")
_RAISED = re.compile(r"[\u00b2\u00b3\u00b9\u2070-\u209c]+")
_LEVEL = " / "  # between the names of a header of several rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """How many things both have, and how many each has."""

    both: int = 0
    found: int = 0
    wanted: int = 0

    def __add__(self, other: "Overlap") -> "Overlap":
        return Overlap(
            both=self.both + other.both,
            found=self.found + other.found,
            wanted=self.wanted + other.wanted,
        )

    @property
    def recall(self) -> float | None:
        """Share of the wanted things that were found; None where none was wanted."""
        return self.both / self.wanted if self.wanted else None

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None where there is nothing on either side."""
        total = self.found + self.wanted
        return 2 * self.both / total if total else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How a document agrees with its truth: its words, the texts of its headings, the cells of its tables.

    `cells` is strict. `values` compares them in one notation: numbers, percentages, dates and times by what they
    say and not by how they are written, and a cell is also found where its text is a paragraph or a heading of its
    own. Both count the value of a span once.
    """

    tokens: Overlap
    headings: Overlap
    cells: Overlap
    values: Overlap


def score(found: str, wanted: str) -> Score:
    """Compare as multisets.

    A value that stands in neighbouring cells counts once, because Markdown has no merged cells, and a header of
    several rows counts as these rows, because Markdown has one. A box to tick counts as a sign, whether it is
    drawn or written as `[x]`, and digits above or below the line as a word of their own, joined or not.
    """
    found, wanted = _without_repeats(found), _without_repeats(wanted)
    return Score(
        tokens=_overlap(_tokens(found), _tokens(wanted)),
        headings=_overlap(_headings(found), _headings(wanted)),
        cells=_overlap(_cells(found), _cells(wanted)),
        values=_overlap(_values(found, lines=True), _values(wanted, lines=False)),
    )


def _overlap(found: "Counter[str]", wanted: "Counter[str]") -> Overlap:
    return Overlap(both=(found & wanted).total(), found=found.total(), wanted=wanted.total())


def _tokens(markdown: str) -> "Counter[str]":
    lines = (line for line in markdown.split("\n") if not _DELIMITER.match(line))
    return Counter(_words(_bare("\n".join(lines))))


def _headings(markdown: str) -> "Counter[str]":
    texts = (" ".join(_words(_bare(text))) for _, text in _HEADING.findall(_fenceless(markdown)))
    return Counter(text for text in texts if text)


def _cells(markdown: str) -> "Counter[str]":
    rows = (_row(line) for line in markdown.split("\n"))
    texts = ("".join(_words(_bare(cell))) for row in rows for cell in row)
    return Counter(text for text in texts if text)


def _values(markdown: str, *, lines: bool) -> "Counter[str]":
    """The cells in one notation, with lines that are no rows of a table as well where asked for."""
    rows = [(line, _row(line)) for line in _fenceless(markdown).split("\n")]
    cells = [cell for _, row in rows for cell in row]
    alone = [_HEADING.sub(r"\2", line) for line, row in rows if lines and not row]
    texts = (one_notation(_bare(text)) for text in (*cells, *alone))
    return Counter(text for text in texts if text)


def _without_repeats(markdown: str) -> str:
    """The text with each cell empty that equals the one to its left or above it."""
    lines = list(_unfolded(_COMMENT.sub(" ", markdown).split("\n")))
    rows = [[" ".join(cell.split()) for cell in _row(line)] for line in lines]
    written: list[str] = []
    last: list[str] = []
    for line, row in zip(lines, rows, strict=True):
        kept = [
            cell
            if cell not in (row[at - 1] if at else "", last[at] if at < len(last) else "")
            else ""
            for at, cell in enumerate(row)
        ]
        written.append(f"| {' | '.join(kept)} |" if row else line)
        last = last if _DELIMITER.match(line) and line.strip() else row
    return "\n".join(written)


def _unfolded(lines: Sequence[str]) -> Iterator[str]:
    """The lines with a header that names several levels, `Budget / Plan`, as a row for each of them."""
    for line, below in zip(lines, (*lines[1:], ""), strict=True):
        row = _row(line) if "-" in below and _DELIMITER.match(below) else []
        if not row:
            yield line
            continue
        names = [cell.strip().split(_LEVEL) for cell in row]
        for level in zip_longest(*names, fillvalue=""):
            yield f"| {' | '.join(level)} |"


def _row(line: str) -> list[str]:
    found = _ROW.match(line)
    if found is None or _DELIMITER.match(line):
        return []
    return _PIPE.split(found[1])


def _fenceless(markdown: str) -> str:
    return re.sub(r"^```.*?^```", "", markdown, flags=re.MULTILINE | re.DOTALL)


def _bare(markdown: str) -> str:
    text = _IMAGE.sub(r"\1", markdown)
    text = _ESCAPE.sub(r"\1", _LINK.sub(r"\1", _BOX.sub(" ", text)))
    return html.unescape(re.sub(r"</?[a-z]+/?>", " ", text)).replace("_", " ")


def _words(text: str) -> list[str]:
    apart = _RAISED.sub(r" \g<0> ", text.replace("\xad", ""))
    normal = unicodedata.normalize("NFKC", apart).casefold()
    return _WORD.findall(normal)
