"""Whatever happens to a build, what was published before stays whole."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from building import HashEmbedder, shelf
from okf_server.errors import StorageError
from okf_server.ingest.report import Ending
from okf_server.model.item import State
from okf_server.snapshot.verify import verify

KILLED = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from building import HashEmbedder, Shelf
kb = Shelf(directory=Path(sys.argv[2]), docs=Path(sys.argv[3]), minutes=7, embedder=HashEmbedder())

def kill(stage, done, total, current):
    if stage == sys.argv[4]:
        os.kill(os.getpid(), signal.SIGKILL)

kb.build(progress=kill)
"""


@pytest.mark.parametrize("stage", ["list", "read", "embed", "write", "index", "check", "publish"])
def test_a_killed_build_leaves_the_snapshot_before_it(tmp_path: Path, stage: str) -> None:
    kb = shelf(tmp_path)
    kb.embedder = HashEmbedder()
    kb.write("a.md", "# A\n")
    first = kb.build()
    kb.write("b.md", "# B\n")
    command = [sys.executable, "-c", KILLED, str(Path(__file__).parent)]
    done = subprocess.run([*command, str(kb.directory), str(kb.docs), stage], check=False)
    assert done.returncode == -9
    assert kb.current.id == first.snapshot
    assert verify(kb.current).problems == ()
    assert kb.build().published
    assert verify(kb.current).problems == ()
    assert list((kb.base.state / "staging").iterdir()) == []
    assert len(kb.store.list()) == 2


_MAIL = """From: ana@example.org
Subject: Lease
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=part

--part
Content-Type: text/plain

See the attached file.
--part
Content-Type: text/plain
Content-Disposition: attachment; filename=lease.txt

The lease ends in June.
--part--
"""


def test_what_a_killed_build_left_in_the_temporary_directory_goes_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    monkeypatch.setenv("TMPDIR", str(temporary))
    kb = shelf(tmp_path)
    kb.write("mail.eml", _MAIL)
    command = [sys.executable, "-c", KILLED, str(Path(__file__).parent)]
    done = subprocess.run([*command, str(kb.directory), str(kb.docs), "read"], check=False)
    assert done.returncode == -9
    left = sorted(folder.name.split("-")[2] for folder in temporary.iterdir())
    assert left == ["members", "reader"]
    assert next(temporary.glob("okf-work-members-*/*")).read_text() == "The lease ends in June."

    report = kb.build()

    assert report.published
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("free_kb", [0, 4, 12, 24, 48, 96, 160, 240])
def test_a_full_disk_at_any_stage_leaves_the_snapshot_before_it(
    small_disk: Path, tmp_path: Path, free_kb: int
) -> None:
    kb = shelf(tmp_path, "originals: copy\n")
    kb.embedder = HashEmbedder()
    (kb.directory / ".okf").symlink_to(small_disk)
    kb.write("a.md", "# A\n")
    first = kb.build()
    for number in range(20):
        kb.write(f"{number}.md", f"# {number}\n\n" + f"word{number} " * 300)
    filler = small_disk / "filler"
    usage = os.statvfs(small_disk)
    filler.write_bytes(b"x" * (usage.f_bavail * usage.f_frsize - free_kb * 1024))
    with pytest.raises(StorageError) as caught:
        kb.build()
    assert caught.value.exit_code == 7
    assert kb.current.id == first.snapshot
    assert verify(kb.current).problems == ()
    assert not list(kb.base.state.glob("staging/*"))
    filler.unlink()
    assert kb.build().published


HOSTILE = {
    "nul.md": b"# A\0B\n",
    "binary.md": bytes(range(256)) * 20,
    "latin.txt": "Grüße".encode("latin-1"),
    "utf16.md": "# Hallo\n\nText\n".encode("utf-16"),
    "bom.md": b"\xef\xbb\xbf---\r\ntype: T\r\n---\r\n\r\n# Head\r\n",
    "surrogate.md": b'---\ntitle: "\\ud800"\n---\n\n# \xed\xa0\x80\n',
    "bomb.md": b"---\na: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\ntype: T\n---\n\nText\n",
    "broken.md": b"---\ntype: [\n---\n\n# Broken\n",
    "deep.md": b"---\nx: " + b"[" * 500 + b"\n---\n" + b"> " * 3_000 + b"deep\n",
    "odd.md": b"---\ntype: 3\ntags: {a: b}\nverified: ana\nsources: x\ngenerated: y\n---\n\nText\n",
    "cr.txt": b"one\rtwo\r\nthree\n",
    "one line.txt": b"x " * 150_000,
    "one word.txt": b"x" * 300_000,
    "blank.md": b"\n \n\t\n",
    "fake.pdf": b"%PDF-1.4 nothing",
    "fake.docx": b"PK\x03\x04 nothing",
    "fake.xlsx": b"\xd0\xcf\x11\xe0" * 40,
    "rule.md": b"---\n---\n---\n",
    "separators.md": "# A\u2028B\x0c\x85C\n\nText\x1c.\n".encode(),
    "index.md": b"# Index\n",
    "log.md": b"# Log\n",
    "Con: *?<>|\"'.md": b"# Odd name\n",
    "new\nline.md": b"# New line\n",
    "-.md": b"# Dash\n",
    "..md": b"# Dots\n",
    "%2e%2e.md": b"# Percent\n",
}


def test_hostile_files_never_stop_the_rest(tmp_path: Path) -> None:
    kb = shelf(tmp_path)
    kb.embedder = HashEmbedder()
    for name, data in HOSTILE.items():
        kb.write(name, data)
    kb.write("good.md", "# Good\n")
    report = kb.build(workers=2)
    assert report.published
    assert kb.record("good.md").state is State.INDEXED
    states = {record.path: record.state for record in report.records}
    hidden = {"..md"}
    assert set(states) == {*HOSTILE, "good.md"}
    assert {path for path, state in states.items() if state is State.SKIPPED} == hidden
    failed = {path for path, state in states.items() if state is State.FAILED}
    assert failed == {
        "nul.md", "binary.md", "blank.md", "fake.pdf", "fake.docx", "fake.xlsx", "one word.txt",
    }  # fmt: skip
    assert verify(kb.current).problems == ()
    assert kb.build(workers=2).ending is Ending.UNCHANGED
