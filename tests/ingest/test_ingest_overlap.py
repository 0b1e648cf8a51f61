"""Sources that hold the same files."""

from pathlib import Path

import pytest

from building import Shelf, shelf
from okf_server.errors import ConfigError
from okf_server.ingest.report import Ending


def _with_sources(tmp_path: Path, sources: str) -> Shelf:
    kb = shelf(tmp_path)
    kb.write("a.md", "# A\n")
    kb.write("hr/b.md", "# B\n")
    (kb.directory / "okf.yaml").write_text(f"name: kb\nsources:\n{sources}")
    return kb


def test_the_same_folder_twice_names_both_entries(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("docs")
    kb = _with_sources(
        tmp_path,
        "  - {kind: folder, path: ../docs}\n  - {kind: folder, path: ../link, mount: more}\n",
    )
    with pytest.raises(ConfigError) as raised:
        kb.build()
    assert raised.value.message == (
        f"okf.yaml: sources[0] and sources[1] are the same folder, {kb.docs}."
    )
    assert raised.value.hint == "Remove one of them."


@pytest.mark.parametrize("mount", ["", "company"])
def test_a_folder_in_another_source_names_both_and_what_to_do(tmp_path: Path, mount: str) -> None:
    kb = _with_sources(
        tmp_path,
        f"  - {{kind: folder, path: ../docs/hr}}\n  - {{kind: folder, path: ../docs, mount: '{mount}'}}\n",
    )
    with pytest.raises(ConfigError) as raised:
        kb.build()
    assert raised.value.message == (
        f"okf.yaml: sources[0] ({kb.docs}/hr) lies inside sources[1] ({kb.docs}): "
        "its documents would be read twice."
    )
    assert "Remove sources[0]" in raised.value.hint
    assert "/hr/" in raised.value.hint
    assert ".okfignore" in raised.value.hint


def test_a_folder_that_the_outer_source_leaves_out_may_be_a_source(tmp_path: Path) -> None:
    kb = _with_sources(
        tmp_path,
        "  - {kind: folder, path: ../docs}\n  - {kind: folder, path: ../docs/hr, mount: people}\n",
    )
    kb.write(".okfignore", "/hr/\n")

    report = kb.build()

    assert report.ending is Ending.PUBLISHED
    assert {record.concept for record in report.records} == {"a", "people/b", ""}


def test_folders_side_by_side_are_two_sources(tmp_path: Path) -> None:
    kb = _with_sources(
        tmp_path,
        "  - {kind: folder, path: ../docs/hr}\n  - {kind: folder, path: ../docs/hr-old}\n",
    )
    kb.write("hr-old/c.md", "# C\n")
    assert kb.build().ending is Ending.PUBLISHED
