from pathlib import Path

import pytest

from okf_server.errors import StorageError
from okf_server.extract.cache import ExtractionCache
from okf_server.model.document import Document, Extracted, Failed, Partial, Skipped

_READ = Extracted(document=Document(body="# Title\n", spans=(), title="Title"))
_READER = "liteparse/2.18.0+1"


def test_what_was_put_is_got_by_content_and_reader(tmp_path: Path) -> None:
    cache = ExtractionCache(tmp_path)
    cache.put("sha256:aa", _READER, _READ)
    assert cache.get("sha256:aa", _READER) == _READ
    assert cache.get("sha256:bb", _READER) is None
    assert cache.get("sha256:aa", "liteparse/2.19.0+1") is None


def test_a_part_is_kept_and_a_failure_is_not(tmp_path: Path) -> None:
    cache = ExtractionCache(tmp_path)
    part = Partial(document=_READ.document, reason="page 3 could not be read")
    cache.put("sha256:aa", _READER, part)
    cache.put("sha256:bb", _READER, Failed(reason="took longer than 120 s"))
    cache.put("sha256:cc", _READER, Skipped(reason="hidden"))
    assert cache.get("sha256:aa", _READER) == part
    assert cache.get("sha256:bb", _READER) is None
    assert len(list(tmp_path.rglob("*.gz"))) == 1


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "other"])
def test_a_damaged_entry_is_a_miss(tmp_path: Path, damage: str) -> None:
    cache = ExtractionCache(tmp_path)
    cache.put("sha256:aa", _READER, _READ)
    (entry,) = tmp_path.rglob("*.gz")
    data = entry.read_bytes()
    middle = len(data) // 2
    changed = {
        "cut": data[:middle],
        "flip": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
        "empty": b"",
        "other": b"not gzip at all",
    }
    entry.write_bytes(changed[damage])
    assert cache.get("sha256:aa", _READER) is None
    cache.put("sha256:aa", _READER, _READ)
    assert cache.get("sha256:aa", _READER) == _READ


def test_the_same_outcome_is_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        ExtractionCache(tmp_path / name).put("sha256:aa", _READER, _READ)
    one, two = sorted(tmp_path.rglob("*.gz"))
    assert one.read_bytes() == two.read_bytes()


def test_a_directory_that_cannot_be_written_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="extraction cache"):
        ExtractionCache(tmp_path / "file").put("sha256:aa", _READER, _READ)


def test_text_with_lone_surrogates_is_kept(tmp_path: Path) -> None:
    odd = Extracted(document=Document(body="a\udc80b", spans=()))
    ExtractionCache(tmp_path).put("sha256:aa", _READER, odd)
    assert ExtractionCache(tmp_path).get("sha256:aa", _READER) == odd
