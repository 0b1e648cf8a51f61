import os
from pathlib import Path

import pytest

from okf_server.catalog.kind import kind_of_source
from okf_server.model.config import SourceKind

CONCEPT = "---\ntype: Policy\n---\n\n# A\n"


def _write(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_a_declared_bundle_is_one_whatever_else_it_holds(tmp_path: Path) -> None:
    index = '---\ntitle: x\nokf_version: "0.2"\n---\n# A\n'
    assert kind_of_source(_write(tmp_path, index_md=index, a_pdf="x")) is SourceKind.BUNDLE


def test_a_folder_of_concepts_alone_is_a_bundle(tmp_path: Path) -> None:
    files = {"a_md": CONCEPT, "b__c_md": CONCEPT, "index_md": "# A\n", "README_md": "hello"}
    assert kind_of_source(_write(tmp_path, **files, b__map_png="x")) is SourceKind.BUNDLE


@pytest.mark.parametrize(
    ("name", "text"), [("b_md", "# Plain\n"), ("b_pdf", "x"), ("b_txt", "x"), ("b_md", "---\nx: 1\n---\n")]
)  # fmt: skip
def test_one_document_that_is_no_concept_makes_it_a_folder(
    tmp_path: Path, name: str, text: str
) -> None:
    assert kind_of_source(_write(tmp_path, a_md=CONCEPT, **{name: text})) is SourceKind.FOLDER


def test_nothing_to_look_at_is_a_folder(tmp_path: Path) -> None:
    assert kind_of_source(tmp_path) is SourceKind.FOLDER
    assert kind_of_source(_write(tmp_path, index_md="# A\n")) is SourceKind.FOLDER
    assert kind_of_source(tmp_path / "gone") is SourceKind.FOLDER


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.md")
    assert kind_of_source(tmp_path) is SourceKind.FOLDER
