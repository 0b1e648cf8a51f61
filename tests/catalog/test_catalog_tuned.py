"""A tuned base says so in its okf.yaml, and keeps what else stands there."""

from pathlib import Path

import pytest

from okf_server.catalog.config import read_config
from okf_server.catalog.tuned import write_fusion
from okf_server.errors import ConfigError


@pytest.mark.parametrize(
    "text",
    [
        "name: a  # ours\n",
        "name: a  # ours\nsearch: {embedder: null, fusion: rrf, dense_weight: 0.5}  # by hand\nkeep: 4\n",
        "name: a  # ours\nsearch:\n    # why\n    embedder: null\n    fusion: rrf\nkeep: 4\n",
        "name: a  # ours\nsearch: {}\n",
    ],
)
def test_the_choice_is_written_and_comments_stay(tmp_path: Path, text: str) -> None:
    path = tmp_path / "okf.yaml"
    path.write_text(text)
    before = read_config(path)
    write_fusion(path, "convex", 0.3)
    after = read_config(path)
    assert (after.search.fusion, after.search.dense_weight) == ("convex", 0.3)
    assert (after.search.embedder, after.keep) == (before.search.embedder, before.keep)
    assert path.read_text().count("#") == text.count("#")
    assert [file.name for file in tmp_path.iterdir()] == ["okf.yaml"]


def test_what_cannot_be_edited_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "okf.yaml"
    path.write_text("name: a\nsearch: {embedder: null,\n  fusion: rrf}\n")
    with pytest.raises(ConfigError, match="not edited here"):
        write_fusion(path, "convex", 0.3)
    assert "rrf" in path.read_text()
