from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

import pypdf
import pytest

from building import Shelf, shelf
from okf_server.ingest import members
from okf_server.ingest.report import Ending
from okf_server.model.item import ItemRecord, State, outermost


def letter(subject: str, text: str = "Hello.\n") -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Ann <ann@example.com>"
    message["Subject"] = subject
    message.set_content(text)
    return message


def with_files(subject: str, *files: tuple[str, bytes]) -> EmailMessage:
    message = letter(subject)
    for name, data in files:
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message


def nested(depth: int) -> EmailMessage:
    message = letter(f"Level {depth}")
    if depth:
        message.add_attachment(nested(depth - 1))
    return message


@pytest.fixture
def inbox(tmp_path: Path) -> Shelf:
    made = shelf(tmp_path)
    inner = with_files("Inner letter", ("deep.txt", b"Deep words.\n"))
    mail = with_files("Budget", ("Q3 figures.csv", b"region,amount\nnorth,12\n"))
    mail.add_attachment(inner)
    made.write("inbox/mail.eml", mail.as_bytes())
    return made


def _states(made: Shelf) -> dict[str, tuple[State, str]]:
    records = made.current.manifest.items
    return {record.path: (record.state, record.reason or record.concept) for record in records}


def test_attachments_are_items_of_their_own(inbox: Shelf) -> None:
    report = inbox.build()
    assert report.ending is Ending.PUBLISHED
    assert _states(inbox) == {
        "inbox/mail.eml": (State.INDEXED, "inbox/mail"),
        "inbox/mail.eml!1": (State.INDEXED, "inbox/mail!1"),
        "inbox/mail.eml!2": (State.INDEXED, "inbox/mail!2"),
        "inbox/mail.eml!2!1": (State.INDEXED, "inbox/mail!2!1"),
    }
    figures = inbox.concept("inbox/mail!1")
    assert "title: Q3 figures\n" in figures
    assert "resource: okf://source/inbox/mail.eml%211\n" in figures
    assert "title: Q3 figures.csv\n" in figures  # of its source
    assert "| north | 12 |" in figures
    assert "title: Inner letter\n" in inbox.concept("inbox/mail!2")
    assert "Deep words." in inbox.concept("inbox/mail!2!1")
    assert inbox.record("inbox/mail.eml!1").modified == inbox.record("inbox/mail.eml").modified


def test_a_member_is_read_by_the_kind_of_its_bytes(tmp_path: Path) -> None:
    made = shelf(tmp_path)
    page = b"<!doctype html><title>Report</title><h1>Report</h1><p>Words.</p>"
    files = [("report.pdf", page), ("all.zip", b"PK\3\4"), ("a.vcf", b"BEGIN"), ("b.txt", b"")]
    made.write("mail.eml", with_files("Files", *files).as_bytes())
    made.build()
    assert _states(made) == {
        "mail.eml": (State.INDEXED, "mail"),
        "mail.eml!1": (State.INDEXED, "mail!1"),
        "mail.eml!2": (
            State.SKIPPED,
            "archive: save it from the file that it is in, and unpack it",
        ),
        "mail.eml!3": (State.SKIPPED, "unsupported kind: .vcf"),
        "mail.eml!4": (State.SKIPPED, "empty"),
    }
    assert made.record("mail.eml!1").extractor.startswith("html/")


def test_an_attachment_that_fails_is_an_item_that_failed(tmp_path: Path) -> None:
    made = shelf(tmp_path)
    made.write("mail.eml", with_files("Files", ("a.pdf", b"%PDF-1.4 rubbish")).as_bytes())
    made.build(allow_failures=True)
    record = made.record("mail.eml!1")
    assert (record.state, record.concept) == (State.FAILED, "")
    assert made.record("mail.eml").state is State.INDEXED


def test_archives_among_the_items_are_told_to_be_unpacked(tmp_path: Path) -> None:
    made = shelf(tmp_path)
    for name in ("a.zip", "b.tar.gz", "c.7z", "d.rar", "e.tgz"):
        made.write(name, b"x")
    made.write("f.md", "# F")
    made.build()
    reasons = {r.reason for r in made.current.manifest.items if r.state is State.SKIPPED}
    assert reasons == {"archive: unpack it"}


def _lists(made: Shelf) -> dict[str, tuple[str, ...]]:
    manifest = made.current.manifest
    return {one.path: manifest.access[one.access_class].allow for one in manifest.items}


def test_a_member_has_the_access_list_of_its_mail(inbox: Shelf) -> None:
    inbox.write(
        "_okf.yaml",
        "access:\n  inbox/: [group:all]\n"
        "documents:\n  inbox/mail.eml:\n    access: [group:hr, group:it]\n"
        "  inbox/mail.eml!2:\n    access: [group:it, group:world]\n",
    )
    inbox.build()
    assert _lists(inbox) == {
        "inbox/mail.eml": ("group:hr", "group:it"),
        "inbox/mail.eml!1": ("group:hr", "group:it"),
        "inbox/mail.eml!2": ("group:it",),  # its own list narrows and never widens
        "inbox/mail.eml!2!1": ("group:it",),
    }


def test_rules_of_a_mail_hold_for_its_members_but_not_what_names_or_verifies_it(
    inbox: Shelf,
) -> None:
    inbox.write(
        "_okf.yaml",
        "types:\n  inbox/: Letter\n"
        "documents:\n  inbox/mail.eml:\n    title: The budget\n    status: deprecated\n    tags: [money]\n"
        "    description: What we spend.\n    verified: [{by: 'human:ann', at: 2026-01-01}]\n"
        "  inbox/mail.eml!1:\n    type: Table\n    status: stable\n",
    )
    assert inbox.build().warnings == ()
    figures, inner = inbox.concept("inbox/mail!1"), inbox.concept("inbox/mail!2")
    assert "type: Table\n" in figures
    assert "status: stable\n" in figures
    assert "tags: [money]\n" in figures
    assert "type: Letter\n" in inner
    assert "status: deprecated\n" in inner
    for text in (figures, inner):
        assert "The budget" not in text
        assert "What we spend" not in text
        assert "verified" not in text


def test_nothing_is_read_again_that_has_not_changed(inbox: Shelf) -> None:
    assert inbox.build().converted > 0
    assert inbox.build().ending is Ending.UNCHANGED
    inbox.write("other.md", "# Other")
    assert inbox.build().converted == 0
    assert inbox.record("inbox/mail.eml!2!1").state is State.INDEXED


def _published(made: Shelf) -> dict[str, bytes]:
    root = made.current.path
    return {
        file.relative_to(root).as_posix(): file.read_bytes()
        for part in ("bundle", "locators")
        for file in sorted((root / part).rglob("*"))
        if file.is_file() and file.name != "log.md"
    }


def test_an_incremental_build_equals_a_full_one(inbox: Shelf, tmp_path: Path) -> None:
    inbox.build()
    changed = with_files(
        "Budget", ("note.txt", b"New words.\n"), ("Q3 figures.csv", b"region,amount\nnorth,12\n")
    )
    inbox.write("inbox/mail.eml", changed.as_bytes())
    inbox.write(
        "inbox/copy.eml", with_files("Copy", ("same.csv", b"region,amount\nnorth,12\n")).as_bytes()
    )
    inbox.build(accept_deletions=True)
    fresh = shelf(tmp_path / "fresh")
    for file in inbox.docs.rglob("*.eml"):
        fresh.write(file.relative_to(inbox.docs).as_posix(), file.read_bytes())
    fresh.build()
    assert _published(inbox) == _published(fresh)
    assert inbox.current.manifest.items == fresh.current.manifest.items


def test_members_of_equal_content_are_read_once_and_are_no_news(tmp_path: Path) -> None:
    made = shelf(tmp_path)
    page = b"<p>The same page in every mail.</p>"
    for number in range(3):
        made.write(f"{number}.eml", with_files(f"Mail {number}", ("a.html", page)).as_bytes())
    report = made.build()
    assert report.converted == 4  # three mails, one page
    assert report.warnings == ()
    assert {made.record(f"{number}.eml!1").concept for number in range(3)} == {"0!1", "1!1", "2!1"}


def test_mails_within_mails_are_read_to_a_depth(tmp_path: Path) -> None:
    made = shelf(tmp_path)
    made.write("a.eml", nested(7).as_bytes())
    made.build()
    states = _states(made)
    assert states["a.eml" + "!1" * 5] == (State.INDEXED, "a" + "!1" * 5)
    reason = f"more than {members.DEEPEST} files within each other"
    assert states["a.eml" + "!1" * 6] == (State.SKIPPED, reason)
    assert len(states) == 7


def test_all_members_of_an_item_share_a_budget(tmp_path: Path) -> None:
    made = shelf(tmp_path)
    many = with_files("Inner", *[(f"{n}.xyz", b"x") for n in range(450)])
    message = letter("Outer")
    for _ in range(3):
        message.add_attachment(many)
    made.write("a.eml", message.as_bytes())
    made.build()
    over = f"more than {members.MOST_MEMBERS} attachments"
    skipped = [r for r in made.current.manifest.items if r.reason == over]
    assert len(made.current.manifest.items) == 1 + 3 + 3 * 450
    assert len(skipped) == 3 + 3 * 450 - members.MOST_MEMBERS


def test_members_count_in_the_progress(inbox: Shelf) -> None:
    read: list[tuple[int, int]] = []
    report = inbox.build(
        progress=lambda stage, done, total, _: (
            read.append((done, total)) if stage == "read" else None
        )
    )
    assert read[-1] == (len(report.records), len(report.records)) == (4, 4)
    assert [done for done, _ in read] == sorted(done for done, _ in read)


def test_a_file_that_is_called_like_a_member_keeps_its_path(inbox: Shelf) -> None:
    inbox.write("inbox/mail.eml!1", "words")
    inbox.build()
    states = _states(inbox)
    assert states["inbox/mail.eml!1"][0] is State.SKIPPED
    assert states["inbox/mail.eml!!1"] == (State.INDEXED, "inbox/mail!!1")


def test_an_attachment_that_names_a_path_writes_nowhere(tmp_path: Path) -> None:
    made = shelf(tmp_path)
    made.write("a.eml", with_files("Up", ("../../../evil.txt", b"Words.\n")).as_bytes())
    made.build()
    assert made.record("a.eml!1").concept == "a!1"
    assert "title: evil\n" in made.concept("a!1")
    assert not list(tmp_path.rglob("evil*"))


def test_a_picture_that_a_mail_shows_is_skipped_where_it_has_no_text(tmp_path: Path) -> None:
    made = shelf(tmp_path)
    message = letter("News")
    message.add_alternative('<p>See <img src="cid:x"></p>', subtype="html")
    rich = message.get_payload(1)
    assert isinstance(rich, EmailMessage)
    rich.add_related(b"\x89PNG\r\n\x1a\nrubbish", "image", "png", cid="<x>", filename="logo.png")
    made.write("a.eml", message.as_bytes())
    made.build()
    assert made.record("a.eml!1").state is State.SKIPPED


def test_a_copy_of_an_original_is_kept_for_the_mail_alone(tmp_path: Path) -> None:
    made = shelf(tmp_path, "originals: copy\n")
    made.write("a.eml", with_files("Files", ("b.txt", b"Words.\n")).as_bytes())
    made.build()
    kept = {file.name for file in (made.base.state / "originals").iterdir()}
    assert kept == {made.record("a.eml").revision.removeprefix("sha256:")}


def test_a_moved_mail_takes_its_attachments_along(inbox: Shelf) -> None:
    inbox.build()
    data = (inbox.docs / "inbox/mail.eml").read_bytes()
    (inbox.docs / "inbox/mail.eml").unlink()
    inbox.write("archive/old.eml", data)
    inbox.build()
    assert inbox.current.manifest.moved["inbox/mail!2!1"] == "archive/old!2!1"


@pytest.mark.parametrize(
    ("path", "parted"),
    [
        ("a/mail.eml!2", ("a/mail.eml", (2,))),
        ("mail.eml!2!13", ("mail.eml", (2, 13))),
        ("mail.eml!!2", ("mail.eml", (2,))),
        ("a!2.eml", ("a!2.eml", ())),
        ("a!2/b.md", ("a!2/b.md", ())),
    ],
)
def test_the_item_around_a_member_is_told_by_its_path(
    path: str, parted: tuple[str, tuple[int, ...]]
) -> None:
    assert outermost(path) == parted


def test_every_item_has_one_state(inbox: Shelf) -> None:
    report = inbox.build()
    assert sum(report.totals.values()) == len(report.records) == 4
    assert all(isinstance(record, ItemRecord) for record in report.records)


def test_files_in_a_document_are_items_of_their_own(tmp_path: Path) -> None:
    inner = pypdf.PdfWriter()
    inner.add_blank_page(200, 200)
    inner.add_attachment("note.txt", b"The words of the note.\n")
    data = BytesIO()
    inner.write(data)
    outer = pypdf.PdfWriter()
    outer.add_blank_page(200, 200)
    outer.add_attachment("inner.pdf", data.getvalue())
    made = shelf(tmp_path)
    outer.write(made.write("a.pdf", ""))
    made.build()
    assert _states(made) == {
        "a.pdf": (State.INDEXED, "a"),
        "a.pdf!1": (State.INDEXED, "a!1"),
        "a.pdf!1!1": (State.INDEXED, "a!1!1"),
    }
    assert "The words of the note." in made.concept("a!1!1")
