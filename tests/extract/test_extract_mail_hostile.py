import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from making_mail import HEAD, letter, mail_document, placed, read_mail

from okf_server.extract.decode import lines_of
from okf_server.extract.limits import MOST_ATTACHMENTS
from okf_server.extract.mail_parts import MOST_PARTS
from okf_server.model.document import Extracted, Failed, Partial

_PART = "--b\nContent-Type: text/plain\n\nhi\n"
_FILE = "--b\nContent-Disposition: attachment; filename=a.txt\n\nhi\n"
_ALTERNATIVE = (
    b"Subject: x\nContent-Type: multipart/alternative; boundary=b\n\n"
    b"--b\nContent-Type: text/plain\n\nhi\n--b\nContent-Type: text/html\n\n"
)
_MIXED = f"{HEAD}Content-Type: multipart/mixed; boundary=b\n\n"


def test_of_a_hundred_thousand_parts_the_first_are_read(tmp_path: Path) -> None:
    outcome = read_mail(tmp_path, _MIXED + _PART * 100_000 + "--b--\n")
    assert isinstance(outcome, Partial)
    assert outcome.reason == f"more than {MOST_PARTS} parts: the rest is missing"


def test_of_a_thousand_attachments_the_first_are_members(tmp_path: Path) -> None:
    outcome = read_mail(tmp_path, _MIXED + _FILE * 1000 + "--b--\n")
    assert isinstance(outcome, Partial)
    assert len(outcome.document.members) == MOST_ATTACHMENTS
    assert outcome.reason == f"more than {MOST_ATTACHMENTS} attachments: the rest is missing"


def test_mails_that_are_nested_too_deep_fail_with_their_reason(tmp_path: Path) -> None:
    nested = "".join(
        f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(3000)
    )
    for text in (HEAD + nested, HEAD + "Content-Type: message/rfc822\n\n" * 3000):
        outcome = read_mail(tmp_path, text)
        assert isinstance(outcome, Failed)
        assert outcome.reason == "its parts are nested too deep"


@pytest.mark.parametrize(
    "data",
    [
        b"Subject: " + b"=?utf-8?q?a?= " * 20_000,
        b"Subject: " + b"=?" * 100_000,
        b"From: " + b"a@b.c, " * 100_000,
        b"Subject: x\n" + b" folded\n" * 100_000,
        b"Subject: x\nContent-Type: " + b"a/b;" * 100_000,
        b"Subject: x\nContent-Type: multipart/mixed; boundary=\n\n--\n--\n--",
        b"Subject: x\nContent-Type: multipart/mixed\n\nno boundary",
        b"Subject: x\nContent-Transfer-Encoding: base64\n\n" + b"!" * 1_000_000,
        b"Subject: x\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 a\nM\nend\n",
        b"Subject: x\nContent-Type: text/plain; charset*0=a; charset*2=b; charset*1*=%%\n\nhi",
        b"Subject: x\nContent-Disposition: attachment; filename*=utf-99''%ff\n\nhi",
        b"Subject: \xff\xfe\x00\nFrom: \xed\xa0\x80\n\n\xff\xfe\x00\xed\xa0\x80",
        b"Subject: x\n\n" + b"> " * 200_000,
        b"Subject: x\n\n" + b"=?a?b?c?=\n>\n" * 50_000,
        _ALTERNATIVE + b"<script " * 100_000,
        _ALTERNATIVE + b"<" * 1_000_000,
        b"\n" * 100_000,
        b":\n:\n:",
    ],
)
def test_a_hostile_mail_ends_soon(tmp_path: Path, data: bytes) -> None:
    started = time.perf_counter()
    assert isinstance(read_mail(tmp_path, data), Extracted | Partial | Failed)
    assert time.perf_counter() - started < 20


def test_a_header_cannot_start_another(tmp_path: Path) -> None:
    subject = "=?utf-8?q?Hi=0D=0AFrom=3A_Eve?="
    document = mail_document(tmp_path, f"Subject: {subject}\nFrom: Ann\n\nText.\n")
    assert document.title == "Hi From: Eve"
    assert [text for text, _ in placed(document)] == ["# Hi From: Eve", "- From: Ann", "Text."]


_words = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"), max_size=30)


@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(st.lists(_words, max_size=12), st.binary(max_size=200))
def test_every_block_of_a_mail_stands_in_its_lines(
    tmp_path: Path, lines: list[str], attached: bytes
) -> None:
    message = letter("\n".join(lines) + "\n")
    message.add_attachment(
        attached, maintype="application", subtype="octet-stream", filename="a.bin"
    )
    document = mail_document(tmp_path, message)
    assert [(member.name, member.data) for member in document.members] == [("a.bin", attached)]
    told = lines_of("\n".join(lines))
    for text, (part, first, last) in placed(document):
        if part == "1":
            letters = "".join(c for c in text if c.isalnum())
            assert letters == "".join(c for c in "".join(told[first - 1 : last]) if c.isalnum())


@settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(st.binary(max_size=400))
def test_any_bytes_end_in_an_outcome(tmp_path: Path, data: bytes) -> None:
    for suffix in (".eml", ".mhtml", ".html", ".msg"):
        outcome = read_mail(tmp_path, b"MIME-Version: 1.0\n" + data, f"a{suffix}")
        assert not isinstance(outcome, Failed) or "failed:" not in outcome.reason
