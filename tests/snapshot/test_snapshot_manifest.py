import json
from pathlib import Path

import pytest
from published import manifest, record

from okf_server.errors import FormatVersionError, StorageError
from okf_server.index import layout
from okf_server.model.item import ItemRecord, State
from okf_server.snapshot.manifest import (
    FORMATS,
    manifest_from_json,
    manifest_to_json,
    read_manifest,
)

FULL = manifest(
    [
        record("a.md", "x"),
        ItemRecord(path="b\udcff.zip", state=State.FAILED, reason="broken", hint="mend", source=2),
    ],
    moved={"old": "a"},
    warnings=("two alike",),
    files={"bundle/a.md": "00"},
)


def test_a_manifest_comes_back_as_it_was_written() -> None:
    text = manifest_to_json(FULL)
    assert manifest_from_json(text) == FULL
    assert manifest_to_json(manifest_from_json(text)) == text


def test_an_item_has_a_line_of_its_own() -> None:
    lines = [line for line in manifest_to_json(FULL).splitlines() if '"a.md"' in line]
    assert [json.loads(line.rstrip(","))["state"] for line in lines] == ["indexed"]


@pytest.mark.parametrize("part", FORMATS)
@pytest.mark.parametrize(
    ("version", "words"),
    [(9, ["newer format 9", "like okf-server/9.9"]), (0, ["older format 0", "okf build"])],
)
def test_another_version_of_a_part_is_refused_with_what_to_do(
    part: str, version: int, words: list[str]
) -> None:
    formats = {**FORMATS, part: version}
    text = manifest_to_json(manifest([], formats=formats, generator="okf-server/9.9"))
    with pytest.raises(FormatVersionError) as caught:
        manifest_from_json(text)
    assert caught.value.exit_code == 6
    assert [word for word in [part, *words] if word not in str(caught.value)] == []


def test_a_version_comes_before_keys_that_it_may_have_changed() -> None:
    with pytest.raises(FormatVersionError):
        manifest_from_json('{"formats": {"manifest": 7}}')


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "{}", '{"formats": 1}', '{"formats": {"manifest": 1, "bundle": 1, "locators": 2, "index": 1}}', "{"],
)  # fmt: skip
def test_what_is_no_manifest_is_damaged(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises((StorageError, FormatVersionError), match=r"damaged|build"):
        read_manifest(tmp_path)


def test_a_manifest_that_is_not_utf8_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_bytes(b"\xff")
    with pytest.raises(StorageError, match="rollback"):
        read_manifest(tmp_path)


def test_a_missing_manifest_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_manifest(tmp_path)


def test_the_index_has_the_version_that_manifests_name() -> None:
    assert FORMATS["index"] == layout.FORMAT
