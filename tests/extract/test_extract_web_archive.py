from pathlib import Path

import pytest
from making_mail import read_mail
from reading import texts_of

from okf_server.model.document import Document, Extracted, Failed
from okf_server.model.locator import SectionLocator

_ARCHIVE = """From: <Saved by Blink>
Subject: Leave
MIME-Version: 1.0
Content-Type: multipart/related; type="text/html"; boundary="x"{start}

--x
Content-Type: text/css
Content-Location: cid:css

p {{color: red}}
--x
Content-Type: text/html; charset={charset}
Content-ID: <frame>
Content-Transfer-Encoding: quoted-printable

<html><body><h1>Leave</h1><p>Gr=C3=BC=C3=9Fe, =
thirty days.</p></body></html>
--x
Content-Type: text/html
Content-ID: <other>

<p>Another page.</p>
--x--
"""


def _document(folder: Path, name: str = "a.mhtml", **fields: str) -> Document:
    text = _ARCHIVE.format(**{"start": "", "charset": "utf-8", **fields})
    outcome = read_mail(folder, text, name)
    assert isinstance(outcome, Extracted)
    return outcome.document


def test_a_saved_page_is_read_as_the_page(tmp_path: Path) -> None:
    document = _document(tmp_path)
    assert texts_of(document) == ["# Leave", "Grüße, thirty days."]
    assert document.title == "Leave"
    assert document.spans[1].locator == SectionLocator(path=("Leave",), block=2)


@pytest.mark.parametrize("name", ["a.mht", "a.doc", "a"])
def test_a_saved_page_is_known_by_its_bytes(tmp_path: Path, name: str) -> None:
    text = _ARCHIVE.format(start="", charset="utf-8").replace(
        "From: <Saved by Blink>\nSubject: Leave\n", ""
    )
    assert isinstance(read_mail(tmp_path, text, name), Extracted)


def test_the_page_that_the_file_names_as_its_start_is_read(tmp_path: Path) -> None:
    assert texts_of(_document(tmp_path, start='; start="<other>"')) == ["Another page."]
    assert texts_of(_document(tmp_path, start='; start="<none>"'))[0] == "# Leave"


def test_an_archive_without_a_page_fails(tmp_path: Path) -> None:
    outcome = read_mail(tmp_path, "MIME-Version: 1.0\nContent-Type: text/plain\n\nx\n", "a.mhtml")
    assert isinstance(outcome, Failed)
    assert outcome.reason == "not a readable .mhtml file: there is no page in it"
