"""What the command line says of a damaged base."""

from pathlib import Path

import pytest
from cli_running import call_okf


@pytest.fixture
def base(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# Lamps\n\nThe lamps burn.\n")
    base = tmp_path / "base"
    assert call_okf("build", tmp_path / "docs", "--base", base, "--no-embeddings").code == 0
    return base


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("index/passages.jsonl", 40),
        ("index/meta.json", 0),
        ("bundle/a.md", 0),
        ("manifest.json", 0),
    ],
)
def test_all_damage_ends_with_one_exit_code_and_the_way_out(base: Path, name: str, at: int) -> None:
    path = base / ".okf" / "current" / name
    data = bytearray(path.read_bytes())
    data[at] = ord("X")
    path.write_bytes(data)
    ended = call_okf("get", "a", "--base", base)
    assert ended.code == 7
    assert "okf build" in ended.err or "Build the base again" in ended.err


def test_doctor_reads_every_published_file(base: Path) -> None:
    whole = call_okf("doctor", "--base", base)
    path = base / ".okf" / "current" / "index" / "carried.jsonl"
    path.write_bytes(path.read_bytes() + b"X")
    damaged = call_okf("doctor", "--base", base)
    assert "files as they were published" in whole.out
    assert damaged.code == 1
    assert "is damaged: index/carried.jsonl: changed" in damaged.out
    assert "okf snapshots verify" in damaged.out
