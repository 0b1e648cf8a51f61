"""Files that were made to harm: each ends within its limit, and the process that builds stays small."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hostile_files import MAKERS

from okf_server.extract.pool import Job, Pool
from okf_server.model.document import Extracted, Outcome

_LIMIT_S = 8
_LATE_S = 5
_MEMORY_MB = 700
_GROWTH_MB = 50

_REASONS = {
    "zip-bomb.docx": "too large inside: 200 MB",
    "zip-bomb-below-the-limit.docx": "damaged: word/document.xml",
    "flood.docx": "damaged: word/document.xml",
    "zip-bomb.xlsx": "too large inside: 100 MB",
    "bomb.epub": "too large inside: 100 MB",
    "bomb.odt": "too large inside: 100 MB",
    "zip-of-many.docx": "too large inside: 20001 parts",
    "lying-sizes.docx": "its parts are larger than it says",
    "laughs.docx": "not a readable .docx file: word/document.xml declares a document type",
    "outside.docx": "not a readable .docx file: word/document.xml declares a document type",
    "deep.docx": "damaged: word/document.xml (more than 256 elements inside each other)",
    "climbing.docx": "no text in it",
    "laughs.xml": "declares entities",
    "outside.xml": "declares entities",
    "quadratic.xml": "declares entities",
    "deep.xml": "more than 500 elements inside each other",
    "deep.html": "more than 2048 elements inside each other",
    "deep-tables.html": "more than 2048 elements inside each other",
    "deep.ipynb": "not a readable .ipynb file: what it holds is nested too deep",
    "deep.rtf": "its groups are nested too deep",
    "deep.eml": "its parts are nested too deep",
    "parts.eml": "more than 5000 parts",
    "arrows.srt": "not a readable .srt file: no cue with a time in it",
    "laughs.odt": "not a readable .odt file: content.xml declares a document type",
    "laughs.epub": "not a readable .epub file: it declares entities",
    "climbing.epub": "not a readable .epub file: a part that every book has is missing",
    "locked.docx": "password required",
    "locked.pdf": "password required",
    "nul.txt": "not a text file",
    "huge.txt": "more than 32 MB of text",
    "long-number.json": "no text: words of more than 100,000 letters",
    "one-word.txt": "no text: words of more than 100,000 letters",
    "base64.txt": "no text: words of more than 100,000 letters",
    "open-quote.csv": "no text: words of more than 100,000 letters",
    "page-loop.pdf": "not a readable .pdf file: a page that it names is missing",
    "deep-pages.pdf": "not a readable .pdf file: a page that it names is missing",
    "table-loop.pdf": "not a readable .pdf file: its structure is damaged",
    "truncated.pdf": "not a readable .pdf file: its structure is damaged",
    "many-pages.pdf": "no text in it",
    "vast-page.pdf": "no text in it",
    "vast.png": "too many pixels: ",
    "pipe.txt": "not a file",
    "folder.txt": "not a file",
    "loop.pdf": "cannot be read: Too many levels of symbolic links",
    "nowhere.docx": "cannot be read: No such file or directory",
    "empty.pdf": "empty file",
    "truncated.docx": "not a readable .docx file: it is cut off",
    "truncated.epub": "not a readable .epub file: it is cut off",
}
"""What is said of each; those that are not named here are read."""

_SPENT = ("took longer than ", "needs more than ", "more than 32 MB of text")
_GREEDY = frozenset(["attributes.html", "braces.tex", "flood.docx", "stream-bomb.pdf", "wide.csv"])
"""Files that a fast machine may read, and that run out of time or memory on others."""


@contextmanager
def _bounded(growth_mb: int) -> Iterator[None]:
    """Fail where this process grows, at any moment, by more than that."""
    before = _kilobytes("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # starts the peak anew
    yield
    grown = (_kilobytes("VmHWM") - before) >> 10
    assert grown <= growth_mb, f"grew by {grown} MB"


def _kilobytes(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(f"{name}:")).split()[1])


def _outcome(folder: Path, name: str) -> Outcome:
    path = folder / name
    MAKERS[name](path)
    started = time.monotonic()
    with _bounded(_GROWTH_MB):
        ((key, outcome),) = Pool(1, _LIMIT_S, memory_mb=_MEMORY_MB).run(
            [Job(name, path, path.suffix)]
        )
    assert key == name
    assert time.monotonic() - started < _LIMIT_S + _LATE_S
    return outcome


@pytest.mark.parametrize("name", MAKERS)
def test_a_hostile_file_ends_in_a_state_with_a_reason(tmp_path: Path, name: str) -> None:
    outcome = _outcome(tmp_path, name)
    if not isinstance(outcome, Extracted):
        known = (_REASONS[name],) if name in _REASONS else ()
        assert outcome.reason.startswith((*_SPENT, *known) if name in _GREEDY else known)
    else:
        assert name not in _REASONS or name in _GREEDY
        assert "root:" not in outcome.document.body
    assert not Path("/tmp/okf-evil").exists()


def test_there_are_forty_of_them() -> None:
    assert len(MAKERS) >= 40
    assert set(_REASONS) <= set(MAKERS)
