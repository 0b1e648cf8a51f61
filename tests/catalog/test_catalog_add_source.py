from pathlib import Path

import pytest

from okf_server.catalog.base import open_base
from okf_server.catalog.write import add_folder_source, create_base
from okf_server.errors import ConfigError


def test_a_base_made_for_a_folder_gets_a_folder_of_its_own_as_last_source(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    base = create_base(tmp_path / "base", tmp_path / "docs")
    before = (base.directory / "okf.yaml").read_text(encoding="utf-8").splitlines()

    grown = add_folder_source(base, "documents")
    after = (base.directory / "okf.yaml").read_text(encoding="utf-8").splitlines()

    assert [source.mount for source in grown.config.sources] == ["", "documents"]
    assert Path(grown.config.sources[1].path) == base.directory / "documents"
    assert [line for line in after if line in before] == before


def test_sources_over_several_lines_are_kept(tmp_path: Path) -> None:
    text = "name: base\nsources:\n- kind: folder\n  path: ..\n\n# the end\nkeep: 4\n"
    (tmp_path / "okf.yaml").write_text(text, encoding="utf-8")

    grown = add_folder_source(open_base(tmp_path), "documents")

    assert [source.mount for source in grown.config.sources] == ["", "documents"]
    assert grown.config.keep == 4


def test_sources_on_one_line_are_left_to_their_owner(tmp_path: Path) -> None:
    text = "name: base\nsources: [{kind: folder, path: ..}]\n"
    (tmp_path / "okf.yaml").write_text(text, encoding="utf-8")

    with pytest.raises(ConfigError, match="no folder of its own") as caught:
        add_folder_source(open_base(tmp_path), "documents")

    assert "mount: documents" in caught.value.hint
    assert (tmp_path / "okf.yaml").read_text(encoding="utf-8") == text
