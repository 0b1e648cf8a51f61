"""What every connector holds to."""

import hashlib
import os
import socket
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from okf_server.connectors.bundle import BundleConnector
from okf_server.connectors.folder import FolderConnector
from okf_server.connectors.place import Place
from okf_server.connectors.walk import walk
from okf_server.errors import SourceError
from okf_server.model.item import Item, Listing, Passed
from okf_server.model.seams import Connector

Make = Callable[..., Connector]


@pytest.fixture(params=[FolderConnector, BundleConnector])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    def made(
        root: Path = tmp_path / "source", *, mount: str = "", exclude: Sequence[Path] = ()
    ) -> Connector:
        connector: Connector = request.param(root, 3, mount, exclude=exclude)
        return connector

    return made


@pytest.fixture
def source(tmp_path: Path) -> Path:
    root = tmp_path / "source"
    root.mkdir()
    return root


def write(path: Path, text: str = "---\ntype: Note\n---\n\nHello.\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def paths(listing: Listing) -> list[str]:
    return [item.path for item in listing.items]


def passed(listing: Listing) -> dict[str, Passed]:
    return {entry.path: entry for entry in listing.passed}


def test_items_come_in_the_order_of_their_paths_with_all_that_is_known(
    make: Make, source: Path
) -> None:
    for name in ("b.md", "a/z.md", "a.md", "ä/日本.md"):
        write(source / name, name)
    os.utime(source / "b.md", (1_700_000_000.9, 1_700_000_000.9))
    listing = make().list()
    assert paths(listing) == ["a.md", "a/z.md", "b.md", "ä/日本.md"]
    assert listing.items[2] == Item(
        source=3,
        path="b.md",
        revision=f"sha256:{hashlib.sha256(b'b.md').hexdigest()}",
        size=4,
        modified="2023-11-14T22:13:20Z",
    )
    assert make().list() == listing


def test_an_item_is_fetched_as_it_was_listed(make: Make, source: Path) -> None:
    write(source / "a b.md", "Hello")
    connector = make(mount="hr/x")
    (item,) = connector.list().items
    assert item.path == "hr/x/a b.md"
    assert connector.fetch(item).read_text() == "Hello"
    assert connector.uri(item.path) == (source / "a b.md").as_uri()
    assert connector.uri(f"{item.path}!2!1") == (source / "a b.md").as_uri() + "!2!1"


def test_hidden_and_temporary_files_are_passed_over_with_their_reason(
    make: Make, source: Path
) -> None:
    write(source / ".git/config")
    write(source / "a/.hidden.md")
    write(source / "~$Report.md")
    listing = make(mount="m").list()
    assert paths(listing) == []
    assert {path: entry.reason for path, entry in passed(listing).items()} == {
        "m/.git/": "hidden",
        "m/a/.hidden.md": "hidden",
        "m/~$Report.md": "temporary file of an open document",
    }
    assert not any(entry.failed for entry in listing.passed)


def test_ignore_files_hold_at_every_level(make: Make, source: Path) -> None:
    for name in ("keep.md", "drafts/a.md", "a/x.tmp.md", "a/b/x.tmp.md", "a/secret.md"):
        write(source / name)
    write(source / ".gitignore", "drafts/\n*.tmp.md\n!\n")
    write(source / "a/.okfignore", "secret.md\n")
    write(source / "a/b/.gitignore", "!x.tmp.md\n")
    listing = make().list()
    assert paths(listing) == ["a/b/x.tmp.md", "keep.md"]
    assert {path: entry.reason for path, entry in passed(listing).items()} == {
        "a/secret.md": "ignored by a/.okfignore",
        "a/x.tmp.md": "ignored by .gitignore",
        "drafts/": "ignored by .gitignore",
    }


def test_okfignore_comes_before_gitignore(make: Make, source: Path) -> None:
    write(source / "build/a.md")
    write(source / "b.md")
    write(source / ".gitignore", "build/\n")
    write(source / ".okfignore", "!build/\nb.md\n")
    assert paths(make().list()) == ["build/a.md"]


def test_a_link_that_leaves_the_source_is_passed_over_with_its_reason(
    make: Make, source: Path, tmp_path: Path
) -> None:
    write(tmp_path / "outside/a.md")
    write(tmp_path / "source-2/b.md")
    (source / "file.md").symlink_to(tmp_path / "outside/a.md")
    (source / "folder").symlink_to(tmp_path / "outside")
    (source / "sibling.md").symlink_to("../source-2/b.md")
    listing = make().list()
    assert paths(listing) == []
    assert {entry.reason for entry in listing.passed} == {
        "link leaves the source: copy the file here, or make its folder a source of its own"
    }
    assert not any(entry.failed for entry in listing.passed)


def test_a_link_to_a_file_of_the_source_is_an_item_of_its_own(make: Make, source: Path) -> None:
    write(source / ".store/blob", "Hello")
    (source / "a.md").symlink_to(".store/blob")
    connector = make()
    (item,) = connector.list().items
    assert item.path == "a.md"
    assert connector.fetch(item).name == "a.md"  # its suffix says what kind of file it is
    assert connector.fetch(item).read_text() == "Hello"


def test_links_in_circles_end(make: Make, source: Path) -> None:
    write(source / "a/x.md")
    (source / "a/up").symlink_to("..")
    (source / "a/self").symlink_to(source)
    (source / "one.md").symlink_to("two.md")
    (source / "two.md").symlink_to("one.md")
    (source / "gone.md").symlink_to("nowhere.md")
    listing = make().list()
    assert paths(listing) == ["a/x.md"]
    found = passed(listing)
    assert found["a/up"].reason == found["a/self"].reason == "link to a folder"
    assert found["one.md"].failed
    assert "link leads nowhere" in found["gone.md"].reason


def test_special_files_are_passed_over_and_never_opened(make: Make, source: Path) -> None:
    os.mkfifo(source / "pipe.md")
    os.mkfifo(source / ".gitignore")
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind(str(source / "socket.md"))
        listing = make().list()
    assert {path: entry.reason for path, entry in passed(listing).items()} == {
        "pipe.md": "special file: named pipe",
        "socket.md": "special file: socket",
    }


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="this system has no /proc")
def test_a_pseudo_file_system_is_no_source(make: Make) -> None:
    with pytest.raises(SourceError) as raised:
        make(Path("/proc/self")).list()
    assert "pseudo file system (proc)" in raised.value.message
    assert "Name a folder of documents" in raised.value.hint


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="this system has no /proc")
def test_a_pseudo_file_system_below_a_source_is_passed_over() -> None:
    root = Place(root="/", source=0, mount="", own=frozenset(_all_but("proc")))
    (found,) = walk(root)
    assert found == Passed(path="proc/", reason="pseudo file system (proc): it holds no documents")


def _all_but(name: str) -> Iterator[str]:
    return (entry.path for entry in os.scandir("/") if entry.name != name)


def test_listing_tells_how_far_it_is_and_can_be_stopped(make: Make, source: Path) -> None:
    for number in range(5):
        write(source / f"{number}.md")
    told: list[tuple[str, int, int]] = []

    def progress(stage: str, done: int, total: int, current: str) -> None:
        told.append((stage, done, total))
        if done == 3:
            raise KeyboardInterrupt(current)

    with pytest.raises(KeyboardInterrupt):
        make().list(progress=progress)
    assert told == [("list", done, 0) for done in range(4)]


def test_a_name_that_is_not_utf8_fails_and_can_be_printed(make: Make, source: Path) -> None:
    write(source / "bad\udcff.md")
    write(source / ".bad\udcff.md")
    write(source / "bad\udcffdir/a.md")
    listing = make().list()
    assert paths(listing) == []
    assert [entry.path for entry in listing.passed] == [
        ".bad\\xff.md",
        "bad\\xff.md",
        "bad\\xffdir/",
    ]
    assert all(entry.failed for entry in listing.passed)


def test_odd_but_valid_names_are_items(make: Make, source: Path) -> None:
    names = [
        "new\nline.md",
        "tab\t.md",
        "a\\b.md",
        "%2e.md",
        "e\u0301.md",
        "é.md",
        f"{'x' * 252}.md",
    ]
    for name in names:
        write(source / name)
    connector = make()
    listing = connector.list()
    assert sorted(names) == paths(listing)
    assert all(connector.fetch(item).is_file() for item in listing.items)


def test_a_deep_tree_ends(make: Make, source: Path) -> None:
    here = os.open(source, os.O_RDONLY)
    for _ in range(1_200):
        os.mkdir("deep", dir_fd=here)
        below = os.open("deep", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    (entry,) = make().list().passed
    assert entry.failed
    assert "cannot be listed: File name too long" in entry.reason
    subprocess.run(["rm", "-rf", str(source)], check=True)


def test_the_files_of_a_base_inside_its_source_are_no_items(make: Make, source: Path) -> None:
    write(source / "a.md")
    write(source / "kb/okf.yaml")
    write(source / "kb/notes.md")
    write(source / "kb/.okf/x.md")
    listing = make(exclude=[source / "kb"]).list()
    assert paths(listing) == ["a.md"]
    assert listing.passed == ()


def test_a_base_may_be_its_own_source(make: Make, source: Path) -> None:
    for name in ("a.md", "okf.yaml", ".okf/x.md", ".okf-notes/n.md", "reviews.yaml"):
        write(source / name)
    (source / "link.md").symlink_to("okf.yaml")
    assert paths(make(exclude=[source]).list()) == ["a.md"]
    assert make(exclude=[source]).list().passed == ()
    write(source / "docs/b.md")
    assert paths(make(source / "docs", exclude=[source]).list()) == ["b.md"]


def test_the_rules_of_the_source_are_no_item(make: Make, source: Path) -> None:
    assert make().list().rules is None
    write(source / "_okf.yaml", "default_type: Note\n")
    listing = make().list()
    assert listing.rules == b"default_type: Note\n"
    assert (listing.items, listing.passed) == ((), ())


def test_a_source_that_is_not_there_cannot_be_listed(make: Make, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"cannot be listed: No such file.*okf\.yaml"):
        make(tmp_path / "nowhere").list()
    with pytest.raises(SourceError, match="Not a directory"):
        make(write(tmp_path / "file.md")).list()


def test_an_item_that_leads_out_of_the_source_is_not_fetched(
    make: Make, source: Path, tmp_path: Path
) -> None:
    write(tmp_path / "outside.md")
    connector = make()
    write(source / "a.md")
    (item,) = connector.list().items
    (source / "a.md").unlink()
    (source / "a.md").symlink_to(tmp_path / "outside.md")
    with pytest.raises(SourceError, match="not inside"):
        connector.fetch(item)
    for path in ("../outside.md", "x/../../outside.md", ".."):
        with pytest.raises(SourceError):
            connector.fetch(Item(source=3, path=path, revision="", size=0, modified=""))


def test_a_time_beyond_the_calendar_does_not_stop_the_listing(make: Make, source: Path) -> None:
    write(source / "a.md")
    os.utime(source / "a.md", (2**40, 2**40))
    assert len(make().list().items) == 1


@contextmanager
def nobody() -> Iterator[None]:
    """Be somebody without special rights: root may read everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_what_may_not_be_read_fails_and_the_rest_is_listed(make: Make) -> None:
    with TemporaryDirectory() as temporary:
        root = Path(temporary) / "source"
        write(root / "a.md")
        write(root / "locked.md").chmod(0)
        write(root / "shut/a.md").parent.chmod(0)
        write(root / "rules/.gitignore").chmod(0)
        Path(temporary).chmod(0o755)
        with nobody():
            listing = make(root).list()
        (root / "shut").chmod(0o755)
    assert paths(listing) == ["a.md"]
    assert [(entry.path, entry.failed, entry.reason) for entry in listing.passed] == [
        ("locked.md", True, "cannot be read: Permission denied"),
        ("rules/", True, "cannot be listed: Permission denied"),
        ("shut/", True, "cannot be listed: Permission denied"),
    ]


def test_rules_that_may_not_be_read_stop_the_listing(make: Make) -> None:
    with TemporaryDirectory() as temporary:
        root = Path(temporary)
        write(root / "_okf.yaml").chmod(0)
        root.chmod(0o755)
        with nobody(), pytest.raises(SourceError, match="access rules"):
            make(root).list()
