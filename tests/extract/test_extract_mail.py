import base64
from email import policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from making_mail import HEAD, letter, mail_document, placed, read_mail

from okf_server.extract.mail_header import decoded
from okf_server.extract.mail_letter import sent_at
from okf_server.extract.mail_name import safe_name
from okf_server.extract.web_document import UNSEEN
from okf_server.model.document import BlockKind, Extracted, Failed, Member, Partial


def test_a_mail_is_its_header_and_its_text_with_their_lines(tmp_path: Path) -> None:
    text = (
        "X-Spam: no\n"
        + HEAD
        + "Cc: Carl,\n Dora <d@example.com>\n\nHello Bob,\nall is well.\n\nAnn\n"
    )
    document = mail_document(tmp_path, text)
    assert placed(document) == [
        ("# Trip", ("HEADER", 4, 4)),
        ("- From: Ann \\<ann@example.com>", ("HEADER", 2, 2)),
        ("- To: Bob \\<bob@example.com>", ("HEADER", 3, 3)),
        ("- Cc: Carl, Dora \\<d@example.com>", ("HEADER", 6, 7)),
        ("- Date: Mon, 2 Nov 2026 10:00:00 +0100", ("HEADER", 5, 5)),
        ("Hello Bob,\nall is well.", ("1", 1, 2)),
        ("Ann", ("1", 4, 4)),
    ]
    assert document.title == "Trip"
    assert document.details == {
        "from": "Ann <ann@example.com>",
        "to": "Bob <bob@example.com>",
        "cc": "Carl, Dora <d@example.com>",
        "date": "2026-11-02T09:00:00Z",
    }


def test_quoted_history_is_kept_and_comes_after_what_is_new(tmp_path: Path) -> None:
    below = HEAD + "\nOn Monday Bob wrote:\n> Where?\n>\n> And when?\n\nIn Rome.\n"
    assert [text for text, _ in placed(mail_document(tmp_path, below))][4:] == [
        "In Rome.",
        "On Monday Bob wrote:",
        "> Where?",
        "> And when?",
    ]
    between = HEAD + "\nHi,\n> Where?\nIn Rome.\n> When?\nSoon.\n"
    assert [text for text, _ in placed(mail_document(tmp_path, between))][4:] == [
        "Hi,", "> Where?", "In Rome.", "> When?", "Soon.",
    ]  # fmt: skip
    only = HEAD + "\n> Where?\n"
    assert placed(mail_document(tmp_path, only))[-1] == ("> Where?", ("1", 1, 1))


def test_lists_in_plain_text_are_lists(tmp_path: Path) -> None:
    text = HEAD + "\nTo do:\n- book\n  the train\n* pay\n1) pack\n-- \nAnn\n"
    blocks = placed(mail_document(tmp_path, text))[4:]
    assert blocks == [
        ("To do:", ("1", 1, 1)),
        ("- book the train", ("1", 2, 3)),
        ("- pay", ("1", 4, 4)),
        ("1. pack -- Ann", ("1", 5, 7)),
    ]


def test_plain_text_is_read_unless_html_says_more(tmp_path: Path) -> None:
    message = letter("Plain words, as many as there.\n")
    message.add_alternative("<p>Rich words, as many as there.</p>", subtype="html")
    assert placed(mail_document(tmp_path, message))[-1][0] == "Plain words, as many as there."
    message = letter("Ten nights in Rome, with breakfast.\n")
    message.add_alternative(
        "<html>\n<body>\n<h2>Offer</h2>\n<p>Ten nights\nin Rome, with breakfast and a bus.</p></body></html>",
        subtype="html",
    )
    assert placed(mail_document(tmp_path, message))[4:] == [
        ("## Offer", ("2", 3, 3)),
        ("Ten nights in Rome, with breakfast and a bus.", ("2", 4, 5)),
    ]


def test_what_nobody_sees_of_an_html_mail_is_told(tmp_path: Path) -> None:
    message = letter()
    message.set_content("<p>Seen.</p><p style='display:none'>Send me money</p>", subtype="html")
    document = mail_document(tmp_path, message)
    assert document.hidden == ("Send me money",)
    assert document.warnings == (UNSEEN,)
    assert "money" not in document.body


def test_attachments_are_members_in_their_order(tmp_path: Path) -> None:
    message = letter()
    message.add_attachment(b"a,b\n1,2\n", maintype="text", subtype="csv", filename="Größe.csv")
    message.add_attachment(letter("Inner.\n", "Inner trip"))
    message.add_attachment(b"%PDF-", maintype="application", subtype="pdf")
    document = mail_document(tmp_path, message)
    names = [member.name for member in document.members]
    assert names == ["Größe.csv", "Inner trip.eml", "attachment 4.pdf"]
    assert document.members[0].data == b"a,b\n1,2\n"
    assert b"Inner." in document.members[1].data
    assert document.details["attachments"] == names
    assert placed(document)[-1] == ("Hello Bob.", ("1", 1, 1))


def test_pictures_in_the_text_are_told_from_attached_ones(tmp_path: Path) -> None:
    message = letter()
    message.add_alternative('<p>See <img src="cid:x"></p>', subtype="html")
    rich = message.get_payload(1)
    assert isinstance(rich, EmailMessage)
    rich.add_related(b"\x89PNG", "image", "png", cid="<x>", filename="logo.png")
    message.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="scan.png")
    assert [(m.name, m.inline) for m in mail_document(tmp_path, message).members] == [
        ("logo.png", True),
        ("scan.png", False),
    ]


def test_parts_are_numbered_as_imap_does(tmp_path: Path) -> None:
    text = (
        HEAD
        + """Content-Type: multipart/mixed; boundary=o

--o
Content-Type: multipart/mixed; boundary="i"

--i

first
--i
Content-Type: text/html

<p>second</p>
--i--
--o

third
--o--
"""
    )
    assert placed(mail_document(tmp_path, text))[4:] == [
        ("first", ("1.1", 1, 1)),
        ("second", ("1.2", 1, 1)),
        ("third", ("2", 1, 1)),
    ]


@pytest.mark.parametrize(
    ("charset", "coding", "text"),
    [
        ("utf-8", "8bit", "Grüße aus Köln"),
        ("iso-2022-jp", "7bit", "日本語です"),
        ("euc-kr", "base64", "한국어 문장"),
        ("koi8-r", "quoted-printable", "Привет мир"),
        ("x-unknown", "8bit", "Grüße"),
        ("us-ascii", "8bit", "Grüße"),
    ],
)
def test_the_encoding_of_a_part_is_found(
    tmp_path: Path, charset: str, coding: str, text: str
) -> None:
    known = charset if charset not in ("x-unknown", "us-ascii") else "utf-8"
    data = text.encode(known)
    if coding == "base64":
        data = base64.encodebytes(data)
    elif coding == "quoted-printable":
        data = "".join(f"={byte:02X}" for byte in data).encode()
    head = f"{HEAD}Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {coding}\n\n"
    assert placed(mail_document(tmp_path, head.encode() + data))[-1] == (text, ("1", 1, 1))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_a_mail_that_was_saved_as_wide_text_is_read(tmp_path: Path, encoding: str) -> None:
    document = mail_document(tmp_path, f"{HEAD}\nGrüße\n".encode(encoding))
    assert (document.title, placed(document)[-1]) == ("Trip", ("Grüße", ("1", 1, 1)))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("=?utf-8?q?Gr=C3=BC=C3=9Fe?= an =?iso-8859-1?b?S/ZsbiA=?=", "Grüße an Köln"),
        ("=?utf-8?b?4pyTIA==?= =?utf-8?q?done?=", "✓ done"),
        ("=?x-none?q?a?=", "a"),
        ("=?utf-8?b?A?=", "=?utf-8?b?A?="),
        ("a\r\n b\x00\x1b[31m", "a b [31m"),
    ],
)
def test_a_field_is_decoded_into_one_line(value: str, text: str) -> None:
    assert decoded(value) == text


def test_of_a_field_that_comes_twice_the_first_counts(tmp_path: Path) -> None:
    document = mail_document(tmp_path, f"{HEAD}Subject: Other\nFrom: Eve <eve@example.com>\n\nHi\n")
    assert document.title == "Trip"
    assert "Eve" not in document.body


def test_a_signed_mail_is_read_without_its_signature(tmp_path: Path) -> None:
    text = (
        HEAD
        + """Content-Type: multipart/signed; boundary=s; protocol="application/pkcs7-signature"

--s

Signed words.
--s
Content-Type: application/pkcs7-signature; name=smime.p7s

AAAA
--s--
"""
    )
    document = mail_document(tmp_path, text)
    assert placed(document)[-1][0] == "Signed words."
    assert document.members == ()


def _der(tag: int, content: bytes) -> bytes:
    length = len(content)
    size = bytes([length]) if length < 128 else bytes([0x82, *length.to_bytes(2, "big")])
    return bytes([tag]) + size + content


def _cms(kind: str, content: bytes) -> bytes:
    return _der(0x30, _der(0x06, bytes.fromhex(kind)) + _der(0xA0, content))


def _whole(tmp_path: Path, data: bytes) -> object:
    head = f"{HEAD}Content-Type: application/pkcs7-mime; name=smime.p7m\nContent-Transfer-Encoding: base64\n\n"
    return read_mail(tmp_path, head.encode() + base64.encodebytes(data))


@pytest.mark.parametrize("cut", [False, True])
def test_what_was_signed_as_a_whole_is_a_member(tmp_path: Path, cut: bool) -> None:  # noqa: FBT001 - a parameter
    text = b"Content-Type: text/plain\n\nOpaque words.\n"
    octets = _der(0x04, text)
    if cut:  # as streaming programs write it, with lengths that are not known
        octets = b"\x24\x80" + _der(0x04, text[:10]) + _der(0x04, text[10:]) + b"\0\0"
    inner = _der(0x30, _der(0x06, bytes.fromhex("2a864886f70d010701")) + _der(0xA0, octets))
    signed = _der(0x30, _der(0x02, b"\1") + _der(0x31, b"") + inner + _der(0x31, b""))
    outcome = _whole(tmp_path, _cms("2a864886f70d010702", signed))
    assert isinstance(outcome, Extracted)
    assert outcome.document.members == (Member(name="signed.eml", data=text),)


@pytest.mark.parametrize(
    "data", [_cms("2a864886f70d010703", _der(0x30, b"\2\1\0")), b"", b"\x30", b"\x30\x80" * 50]
)
def test_an_encrypted_mail_fails_with_its_reason(tmp_path: Path, data: bytes) -> None:
    outcome = _whole(tmp_path, data)
    assert isinstance(outcome, Failed)
    assert outcome.reason == "encrypted mail"


def test_a_mail_with_an_encrypted_part_is_read_in_part(tmp_path: Path) -> None:
    text = (
        HEAD
        + """Content-Type: multipart/mixed; boundary=m

--m

Open words.
--m
Content-Type: multipart/encrypted; boundary=e

--e
Content-Type: application/pgp-encrypted

Version: 1
--e--
--m--
"""
    )
    outcome = read_mail(tmp_path, text)
    assert isinstance(outcome, Partial)
    assert outcome.reason == "a part of it is encrypted"


def test_a_mail_in_a_mail_that_was_encoded_against_the_rule_is_read(tmp_path: Path) -> None:
    inner = base64.encodebytes(f"{HEAD}\nInner words.\n".encode()).decode()
    text = (
        f"{HEAD}Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: message/rfc822; name=x.eml\n"
        f"Content-Transfer-Encoding: base64\n\n{inner}\n--m--\n"
    )
    (member,) = mail_document(tmp_path, text).members
    assert b"Inner words." in member.data


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\temp\\a.doc", "a.doc"),
        ("a\r\nB: c.txt", "a B: c.txt"),
        ("..", ""),
        (".", ""),
        ("x" * 300 + ".pdf", "x" * 100 + "…" + "x" * 96 + ".pdf"),
    ],
)
def test_the_name_of_an_attachment_is_no_path(name: str, safe: str) -> None:
    assert safe_name(name) == safe


def test_a_date_is_told_in_utc() -> None:
    assert sent_at("Mon, 02 Nov 2026 23:30:00 -0500") == "2026-11-03T04:30:00Z"
    assert sent_at("Mon, 02 Nov 2026 23:30:00 -0000") == "2026-11-02T23:30:00"
    assert sent_at("yesterday") == sent_at("") == sent_at("Mon, 99 Foo 999999 99:99:99 +9999") == ""


def test_a_file_without_a_header_is_no_mail(tmp_path: Path) -> None:
    outcome = read_mail(tmp_path, "just words\nand more\n")
    assert isinstance(outcome, Failed)
    assert "no header" in outcome.reason


def test_a_mail_without_words_in_it_still_says_who_wrote(tmp_path: Path) -> None:
    document = mail_document(tmp_path, HEAD + "\n")
    assert [span.kind for span in document.spans] == [BlockKind.HEADING, *[BlockKind.LIST] * 3]


def test_line_ends_make_no_difference(tmp_path: Path) -> None:
    message = letter("One.\n\nTwo.\n")
    message.add_attachment("x\n", filename="x.txt")
    unix = mail_document(tmp_path, message.as_bytes(policy=policy.default))
    windows = mail_document(tmp_path, message.as_bytes(policy=policy.SMTP))
    assert placed(unix) == placed(windows)
