"""Citations of a base are looked up where its sources are."""

import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path

import pytest

from okf_server.app.building import build_base
from okf_server.app.fidelity import citation_report
from okf_server.app.knowledge import Knowledge
from okf_server.errors import NotFoundError
from okf_server.extract.folder import Folder
from okf_server.ingest.report import BuildOptions


@pytest.fixture
def knowledge(tmp_path: Path) -> Knowledge:
    """A base with two mounted sources, not built yet."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text(f"# A\n\nThe text of {name} is this.\n")
    sources = ", ".join(
        f"{{kind: folder, path: ../{name}, mount: {name}}}" for name in ("one", "two")
    )
    (tmp_path / "base").mkdir()
    (tmp_path / "base/okf.yaml").write_text(f"name: base\nsources: [{sources}]\n")
    return Knowledge(tmp_path / "base")


def test_every_citation_of_mounted_sources_is_found(knowledge: Knowledge) -> None:
    build_base(knowledge, BuildOptions(embeddings=False))
    report = citation_report(knowledge)
    assert report.fraction == 1.0
    assert report.formats["md"].checked == 2


def test_an_original_that_changed_since_is_a_miss(knowledge: Knowledge, tmp_path: Path) -> None:
    build_base(knowledge, BuildOptions(embeddings=False))
    (tmp_path / "two/a.md").write_text("Something else stands here now.\n")
    report = citation_report(knowledge)
    assert report.fraction == 0.5
    assert [miss.concept for miss in report.misses] == ["two/a"]


_LEFT = """
import os, signal, sys
from okf_server.extract.folder import Folder
Folder("originals")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_measurement_left_goes_with_the_next(
    knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    monkeypatch.setenv("TMPDIR", str(temporary))
    build_base(knowledge, BuildOptions(embeddings=False))
    subprocess.run([sys.executable, "-c", _LEFT], check=False)
    assert [folder.name[:18] for folder in temporary.iterdir()] == ["okf-work-originals"]

    with Folder("originals") as used:
        citation_report(knowledge)
        assert [str(folder) for folder in temporary.iterdir()] == [used.path]
    assert list(temporary.iterdir()) == []


def test_nothing_published_is_said(knowledge: Knowledge) -> None:
    with pytest.raises(NotFoundError, match="Nothing is published yet"):
        citation_report(knowledge)


def test_kept_copies_are_looked_at_where_a_base_keeps_them(
    knowledge: Knowledge, tmp_path: Path
) -> None:
    config = tmp_path / "base/okf.yaml"
    config.write_text(f"{config.read_text()}originals: copy\n")
    build_base(Knowledge(knowledge.directory), BuildOptions(embeddings=False))
    (tmp_path / "two/a.md").write_text("Something else stands here now.\n")
    report = citation_report(Knowledge(knowledge.directory))
    assert (report.fraction, report.formats["md"].checked) == (1.0, 2)


def test_attachments_are_looked_up_in_their_mails(tmp_path: Path) -> None:
    inner = EmailMessage()
    inner["Subject"] = "Inner"
    inner.set_content("Inner words of the letter.\n")
    inner.add_attachment("Deep words of a file.\n", filename="deep.txt")
    mail = EmailMessage()
    mail["Subject"] = "Outer"
    mail.set_content("Outer words of the letter.\n")
    mail.add_attachment("<h1>Page</h1><p>Words of a page.</p>", subtype="html", filename="a.html")
    mail.add_attachment(inner)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/mail.eml").write_bytes(mail.as_bytes())
    (tmp_path / "base").mkdir()
    (tmp_path / "base/okf.yaml").write_text(
        "name: base\nsources: [{kind: folder, path: ../docs}]\n"
    )
    knowledge = Knowledge(tmp_path / "base")
    build_base(knowledge, BuildOptions(embeddings=False))
    report = citation_report(knowledge)
    assert report.misses == ()
    assert {name: one.checked for name, one in report.formats.items()} == {
        "eml": 4,
        "html": 1,
        "txt": 1,
    }
    reading = knowledge.get("mail.eml!2!1")
    assert reading.text == "Deep words of a file.\n"
    assert reading.citation.uri == (tmp_path / "docs/mail.eml").as_uri() + "!2!1"
    without = EmailMessage()
    without["Subject"] = "Outer"
    without.set_content("Outer words of the letter.\n")
    (tmp_path / "docs/mail.eml").write_bytes(without.as_bytes())
    assert {miss.concept for miss in citation_report(knowledge).misses} == {
        "mail!1",
        "mail!2",
        "mail!2!1",
    }
