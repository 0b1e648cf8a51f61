"""Write a mail as a file of its own (.eml), the same bytes for the same mail."""

from base64 import encodebytes
from collections.abc import Iterator
from hashlib import sha256
from urllib.parse import quote

from okf_server.extract.mail_letter import Letter


def written(letter: Letter) -> bytes:
    """The mail with its texts and attachments, as a program would have sent it."""
    head = [f"{field.name}: {field.text}" for field in letter.fields]
    parts = [*_texts(letter), *_attachments(letter)]
    if not parts:
        return _utf8([*head, "", ""])
    boundary = sha256(_utf8(head) + b"".join(parts)).hexdigest()
    head.append(f'Content-Type: multipart/mixed; boundary="{boundary}"')
    mark = f"--{boundary}\n".encode()
    return b"".join(
        [_utf8([*head, "", ""]), *(mark + part for part in parts), f"--{boundary}--\n".encode()]
    )


def _texts(letter: Letter) -> Iterator[bytes]:
    for body in letter.bodies:
        kind = "html" if body.html else "plain"
        head = [
            f"Content-Type: text/{kind}; charset=utf-8",
            "Content-Transfer-Encoding: base64",
            "",
            "",
        ]
        yield _utf8(head) + encodebytes(body.text.encode("utf-8", "replace"))


def _attachments(letter: Letter) -> Iterator[bytes]:
    for member in letter.members:
        head = [
            "Content-Type: application/octet-stream",
            f"Content-Disposition: attachment; filename*=utf-8''{quote(member.name, safe='')}",
            "Content-Transfer-Encoding: base64",
            "",
            "",
        ]
        yield _utf8(head) + encodebytes(member.data)


def _utf8(lines: list[str]) -> bytes:
    return "\n".join(lines).encode("utf-8", "replace")
