"""Reading concepts, confined to their bundle."""

import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from okf_server.bundle.read import read_concept
from okf_server.errors import ChangedError, NotFoundError, StorageError


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "bundle"
    (root / "sub").mkdir(parents=True)
    (root / "sub" / "a b.md").write_bytes(b"---\ntype: X\nkept: [1]\n---\n\r\nBody\r\n")
    (root / "index.md").write_text("# Index\n")
    (root / "folder.md").mkdir()
    (tmp_path / "secret.md").write_text("secret\n")
    (root / "out.md").symlink_to(tmp_path / "secret.md")
    (root / "in.md").symlink_to(root / "sub" / "a b.md")
    (root / "loop.md").symlink_to(root / "loop.md")
    (root / "up").symlink_to(tmp_path)
    return root


def test_a_concept_is_read_with_its_metadata_and_body(root: Path) -> None:
    read = read_concept(root, "sub/a b")
    assert (read.id, read.meta, read.body) == ("sub/a b", {"type": "X", "kept": [1]}, "Body\n")
    assert read_concept(root, "in").body == "Body\n"


@pytest.mark.parametrize(
    "asked",
    ["none", "sub/none", "../secret", "sub/../../secret", "/etc/hostname", "index", "folder", "out", "loop",
     "up/secret", "", ".", "sub/", "a\0b", "x" * 5_000, "sub\\a b"],
)  # fmt: skip
def test_what_is_no_concept_below_the_root_is_not_found(root: Path, asked: str) -> None:
    with pytest.raises(NotFoundError):
        read_concept(root, asked)


def test_missing_and_confined_read_alike(root: Path) -> None:
    messages = []
    for asked in ("out", "abc"):
        with pytest.raises(NotFoundError) as caught:
            read_concept(root, asked)
        messages.append(str(caught.value).replace(asked, "*"))
    assert messages[0] == messages[1]


def test_a_file_beyond_the_limit_is_refused(root: Path) -> None:
    with pytest.raises(StorageError, match="longer than 10 bytes"):
        read_concept(root, "sub/a b", max_bytes=10)


def test_a_concept_that_is_not_what_was_published_is_told_from_a_snapshot_that_is_gone(
    root: Path,
) -> None:
    file = root / "sub" / "a b.md"
    digest = sha256(file.read_bytes()).hexdigest()
    assert read_concept(root, "sub/a b", digest=digest).body == "Body\n"

    for change in (lambda: file.write_text("other\n"), file.unlink):
        change()
        with pytest.raises(ChangedError, match="changed after it was published"):
            read_concept(root, "sub/a b", digest=digest)
    shutil.rmtree(root)
    with pytest.raises(StorageError) as caught:
        read_concept(root, "sub/a b", digest=digest)
    assert not isinstance(caught.value, ChangedError)
