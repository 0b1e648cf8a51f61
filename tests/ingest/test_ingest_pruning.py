"""What the caches of a base keep, and what goes with time."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from building import NOW, HashEmbedder, Shelf, shelf
from okf_server.extract.cache import ExtractionCache
from okf_server.index.vector_cache import VectorCache
from okf_server.model.document import Document, Extracted

_DAY_S = 86_400
_READ = Extracted(document=Document(body="Read.\n", spans=()))


@pytest.fixture
def kb(tmp_path: Path) -> Shelf:
    return shelf(tmp_path, "cache_days: 10\nkeep: 2\n")


def _entries(kb: Shelf) -> list[Path]:
    return sorted((kb.base.state / "cache/extraction").glob("*/*.gz"))


def _age(kb: Shelf, days: int) -> None:
    """Make all that was extracted so many days old."""
    written = NOW.timestamp() - days * _DAY_S
    for entry in _entries(kb):
        os.utime(entry, (written, written))


def test_what_no_kept_snapshot_needs_goes_when_it_is_old(kb: Shelf) -> None:
    page = kb.write("a.html", "<p>One.</p>")
    kb.build()
    (first,) = _entries(kb)
    page.write_text("<p>Two.</p>")
    _age(kb, 11)
    kb.build()
    assert first.exists()
    page.write_text("<p>Three.</p>")
    kb.build()
    assert not first.exists()
    assert len(_entries(kb)) == len(kb.store.list()) == 2


def test_what_is_not_old_stays_though_nothing_needs_it(kb: Shelf) -> None:
    kb.write("a.html", "<p>One.</p>")
    cache = ExtractionCache(kb.base.state / "cache/extraction")
    cache.put("sha256:gone", "html/1", _READ)
    _age(kb, 9)
    kb.build()
    assert cache.get("sha256:gone", "html/1") == _READ
    _age(kb, 11)
    kb.write("b.html", "<p>Two.</p>")
    kb.build()
    assert cache.get("sha256:gone", "html/1") is None


def test_a_kept_snapshot_needs_no_reading_however_old_it_is(kb: Shelf) -> None:
    kb.write("a.html", "<p>One.</p>")
    kb.build()
    _age(kb, 1000)
    kb.write("b.html", "<p>Two.</p>")
    assert kb.build().converted == 1


def _vectors(kb: Shelf) -> int:
    path = kb.base.state / "cache/vectors.db"
    with closing(sqlite3.connect(path)) as database:
        (count,) = database.execute("SELECT count(*) FROM vectors").fetchone()
    return int(count)


def test_vectors_that_were_not_used_for_long_go(kb: Shelf) -> None:
    kb.embedder = HashEmbedder()
    note = kb.write("a.md", "# A\n\nOne.\n")
    kb.write("b.md", "# B\n\nStays.\n")
    kb.build()
    assert _vectors(kb) == 2
    note.write_text("# A\n\nTwo.\n")
    kb.build()
    assert _vectors(kb) == 3
    kb.minutes += 40 * 24 * 60
    for text in ("Three", "Four", "Five"):
        note.write_text(f"# A\n\n{text}.\n")
        kb.build()
    assert _vectors(kb) == 4
    kb.embedder.asked.clear()
    note.write_text("# A\n\nFive.\n\n# More\n\nSix.\n")
    kb.build()
    assert all("Stays." not in text for text in kb.embedder.asked)


def test_vectors_that_a_kept_snapshot_used_stay(kb: Shelf) -> None:
    kb.embedder = HashEmbedder()
    note = kb.write("a.md", "# A\n\nOne.\n")
    kb.build()
    kb.minutes += 400 * 24 * 60
    note.write_text("# A\n\nTwo.\n")
    kb.build()
    assert _vectors(kb) == 2


def test_two_processes_may_use_the_vectors_while_some_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "vectors.db"
    one, other = VectorCache(path), VectorCache(path)
    one.put("m", {key: [1.0, 0.0] for key in ("old", "new", "others")})
    one.retire("m", ["old", "new"], today=100, before=0)
    other.put("n", {"new": [0.0, 1.0]})
    other.retire("n", ["new"], today=150, before=0)
    one.retire("m", ["new"], today=150, before=120)
    assert set(other.get("m", ["old", "new", "others"])) == {"new"}
    assert set(one.get("n", ["new"])) == {"new"}
