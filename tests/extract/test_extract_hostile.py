"""Files that were made to harm: each ends within its limit, and the process that builds stays small."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hostile_files import MAKERS

from okf_server.extract.pool import Job, Pool
from okf_server.model.document import Extracted, Failed, Outcome, Partial, Skipped

_LIMIT_S = 8
_LATE_S = 5
_MEMORY_MB = 700
_GROWTH_MB = 50

_REASONS = {
    "zip-bomb.docx": "too large inside: ",
    "zip-bomb.xlsx": "too large inside: ",
    "bomb.epub": "too large inside: ",
    "zip-of-many.docx": "too large inside: 20001 parts",
    "laughs.xml": "declares entities",
    "outside.xml": "declares entities",
    "quadratic.xml": "declares entities",
    "deep.xml": "more than 500 elements inside each other",
    "laughs.epub": "not a readable .epub file: it declares entities",
    "climbing.epub": "not a readable .epub file: a part that every book has is missing",
    "locked.docx": "password required",
    "locked.pdf": "password required",
    "nul.txt": "not a text file",
    "huge.txt": "more than 32 MB of text",
    "pipe.txt": "not a file",
    "folder.txt": "not a file",
    "nowhere.docx": "cannot be read: No such file or directory",
    "empty.pdf": "empty file",
    "truncated.docx": "not a readable .docx file: ",
    "truncated.epub": "not a readable .epub file: ",
}


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
    assert isinstance(outcome, Extracted | Partial | Skipped | Failed)
    if not isinstance(outcome, Extracted):
        assert outcome.reason.startswith(_REASONS.get(name, ""))
        assert outcome.reason.strip()
        assert "Traceback" not in outcome.reason
    else:
        assert name not in _REASONS
        assert "root:" not in outcome.document.body
    assert not Path("/tmp/okf-evil").exists()


def test_there_are_forty_of_them() -> None:
    assert len(MAKERS) >= 40
    assert set(_REASONS) <= set(MAKERS)
