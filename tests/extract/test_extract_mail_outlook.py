from pathlib import Path

import pytest
from making_mail import mail_document, placed, read_mail

from making_ole import Tree, ole_file, outlook
from okf_server.extract.mail_rtf import inflated, text_of
from okf_server.model.document import Document, Extracted, Failed, Outcome

_SENT = 134_067_528_000_000_000  # 2025-11-04 18:00 in ticks since 1601
_HEAD = {"0037": "Trip", "0C1A": "Ann", "5D01": "ann@example.com"}
_ATTACHED, _RECEIVERS = "__attach_version1.0_", "__recip_version1.0_"


def _outcome(folder: Path, tree: Tree) -> Outcome:
    return read_mail(folder, ole_file(tree), "a.msg")


def _document(folder: Path, tree: Tree) -> Document:
    outcome = _outcome(folder, tree)
    assert isinstance(outcome, Extracted), outcome
    return outcome.document


def _attachment(texts: dict[str, str | bytes], numbers: dict[str, int] | None = None) -> Tree:
    return outlook(texts, numbers, header=8)


def test_a_message_is_its_fields_and_its_text(tmp_path: Path) -> None:
    receivers = [
        outlook({"3001": "Bob", "39FE": "bob@example.com"}, {"0C15": 1}, header=8),
        outlook({"3001": "'c@example.com'", "3003": "c@example.com"}, {"0C15": 2}, header=8),
    ]
    tree = outlook(
        {**_HEAD, "1000": "Hello Bob.\r\n\r\nAll is well.\r\n"},
        {"0039": _SENT},
        stores={_RECEIVERS: receivers},
    )
    assert placed(_document(tmp_path, tree)) == [
        ("# Trip", ("HEADER", 1, 1)),
        ("- From: Ann \\<ann@example.com>", ("HEADER", 2, 2)),
        ("- To: Bob \\<bob@example.com>", ("HEADER", 3, 3)),
        ("- Cc: c@example.com", ("HEADER", 4, 4)),
        ("- Date: 2025-11-04T18:00:00Z", ("HEADER", 5, 5)),
        ("Hello Bob.", ("1", 1, 1)),
        ("All is well.", ("1", 3, 3)),
    ]


def test_attachments_and_messages_in_messages_are_members(tmp_path: Path) -> None:
    inner = outlook(
        {"0037": "Inner", "1000": "Inner words.\r\n"},
        header=24,
        stores={_ATTACHED: [_attachment({"3707": "deep.txt", "3701": b"Deep words."})]},
    )
    attached = [
        _attachment({"3707": "Größe.csv", "3701": b"a,b\n1,2\n"}),
        {**_attachment({"3001": "Inner"}), "__substg1.0_3701000D": inner},
        _attachment({"3704": "../logo.png", "3701": b"\x89PNG", "3712": "cid"}),
    ]
    document = _document(tmp_path, outlook(_HEAD, stores={_ATTACHED: attached}))
    names = [(member.name, member.inline) for member in document.members]
    assert names == [("Größe.csv", False), ("Inner.eml", False), ("logo.png", True)]
    assert document.members[0].data == b"a,b\n1,2\n"
    below = mail_document(tmp_path, document.members[1].data)
    assert (below.title, placed(below)[-1]) == ("Inner", ("Inner words.", ("1", 1, 1)))
    assert [(member.name, member.data) for member in below.members] == [
        ("deep.txt", b"Deep words.")
    ]


@pytest.mark.parametrize(
    ("texts", "numbers", "words"),
    [
        ({"1013": "<p>Größe</p>".encode()}, {}, "Größe"),
        ({"1013": "<p>Größe</p>".encode("cp1252")}, {"3FDE": 1252}, "Größe"),
        ({"1000001E": "測試".encode("cp950")}, {"3FDE": 950}, "測試"),
        ({"1000001E": "Größe".encode()}, {"3FFD": 65001}, "Größe"),
        ({"1009": b"\0" * 4 + (21).to_bytes(4, "little") + b"MELA\0\0\0\0{\\rtf1 Gr\\'f6\\'dfe\\par}"}, {}, "Größe"),
    ],
)  # fmt: skip
def test_the_body_is_read_in_whatever_form_it_is_kept(
    tmp_path: Path, texts: dict[str, str | bytes], numbers: dict[str, int], words: str
) -> None:
    tree = outlook({**_HEAD, **texts}, numbers)
    assert placed(_document(tmp_path, tree))[-1] == (words, ("1", 1, 1))


def test_a_protected_message_is_opened_or_fails_with_its_reason(tmp_path: Path) -> None:
    head = {**_HEAD, "001A": "IPM.Note.SMIME"}
    locked = outlook(head, stores={_ATTACHED: [_attachment({"3701": b"\x30\x03abc"})]})
    outcome = _outcome(tmp_path, locked)
    assert isinstance(outcome, Failed)
    assert outcome.reason == "encrypted mail"
    signed = b"Content-Type: text/plain\r\n\r\nSigned words.\r\n"
    head["001A"] += ".MultipartSigned"
    opened = outlook(head, stores={_ATTACHED: [_attachment({"3701": signed})]})
    assert [member.data for member in _document(tmp_path, opened).members] == [signed]


@pytest.mark.parametrize("cut", [600, 1500, -1])
def test_a_damaged_message_fails_or_is_read(tmp_path: Path, cut: int) -> None:
    whole = ole_file(outlook({**_HEAD, "1000": "Words.\r\n" * 900}))
    outcome = read_mail(tmp_path, whole[:cut], "a.msg")
    assert isinstance(outcome, Extracted | Failed)
    assert not isinstance(outcome, Failed) or "failed:" not in outcome.reason


def test_another_ole_file_is_no_message(tmp_path: Path) -> None:
    outcome = read_mail(tmp_path, ole_file({"Something": b"x"}), "a.msg")
    assert isinstance(outcome, Failed)
    assert outcome.reason == "not a readable .msg file: it has no message in it"


def _compressed(rtf: bytes) -> bytes:
    """RTF compressed as bytes that all stand as they are."""
    out = b"".join(b"\0" + rtf[at : at + 8] for at in range(0, len(rtf), 8))
    return bytes(4) + len(rtf).to_bytes(4, "little") + b"LZFu" + bytes(4) + out


def test_compressed_rtf_is_inflated() -> None:
    rtf = b"{\\rtf1\\ansi some text that is longer\\par}"
    assert inflated(_compressed(rtf)) == rtf
    # a reference into the dictionary that both sides know: offset 0, six bytes, `{\rtf1`
    assert inflated(bytes(4) + b"\6\0\0\0LZFu" + bytes(4) + b"\1\0\4") == b"{\\rtf1"
    assert inflated(b"LZFu") == inflated(b"") == b""


@pytest.mark.parametrize(
    ("rtf", "text"),
    [
        (rb"{\rtf1{\fonttbl{\f0 Arial;}}Hello\par there\tab now}", "Hello\nthere\tnow"),
        (rb"{\rtf1\ansicpg1251 \'cf\'f0 \u8364?5}", "Пр €5"),
        (rb"{\rtf1 a\~b\_c\{d\}{\*\x hidden}\\}", "a b-c{d}\\"),
        (rb"{\rtf1\fromhtml1{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 Words\htmlrtf }\htmlrtf0}", "Words"),
        (rb"{\rtf1\u55357?\u56842? \u55357? x", "\U0001f60a \ufffd x"),
        (rb"}}}{{{\par", "\n"),
        (b"", ""),
    ],
)  # fmt: skip
def test_rtf_is_told_as_text(rtf: bytes, text: str) -> None:
    assert text_of(rtf) == text
