"""Take a MIME message apart: which parts are its text, and which are attachments (RFC 2045 to 2049)."""

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from email.errors import CloseBoundaryNotFoundDefect, StartBoundaryNotFoundDefect
from email.generator import BytesGenerator
from email.message import Message
from email.policy import compat32
from html import unescape
from io import BytesIO
from quopri import decodestring

from okf_server.extract.embedded import beyond
from okf_server.extract.mail_header import decoded
from okf_server.extract.mail_letter import Body
from okf_server.extract.mail_name import safe_name
from okf_server.extract.mail_signed import content_of
from okf_server.extract.mail_text import text_of
from okf_server.extract.refusals import CUT_OFF
from okf_server.model.document import Member

ENCRYPTED = "a part of it is encrypted"
MOST_PARTS = 5000
_SIGNATURES = frozenset(
    ["application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"]
)
_SMIME = frozenset(["application/pkcs7-mime", "application/x-pkcs7-mime"])
_SUFFIXES = {
    "text/plain": ".txt",
    "text/html": ".html",
    "text/csv": ".csv",
    "text/calendar": ".ics",
    "text/markdown": ".md",
    "application/pdf": ".pdf",
    "application/json": ".json",
    "application/xml": ".xml",
    "application/zip": ".zip",
    "application/msword": ".doc",
    "application/rtf": ".rtf",
    "application/vnd.ms-excel": ".xls",
    "application/vnd.ms-powerpoint": ".ppt",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/tiff": ".tif",
    "image/webp": ".webp",
    "message/rfc822": ".eml",
    "message/delivery-status": ".txt",
}
"""Suffixes for attachments that have no name."""

_ASIDE = re.compile(r"<(/?)(?:script|style|head)\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_MORE = 3  # words that plain text leaves out
_TAG = re.compile(r"<[^<>]{0,5000}>")


@dataclass(slots=True)
class Parts:
    """What was found in a message so far."""

    bodies: list[Body] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    missing: str = ""
    count: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class _Step:
    """A part still to look at. The texts of a `silent` one are said by another; a `related` one is shown in it."""

    part: Message
    number: str
    silent: bool = False
    related: bool = False


def parts_of(message: Message) -> Parts:
    """The texts and attachments of a message, in their order."""
    found = Parts()
    waiting = [_Step(message, "")]
    if is_cut_off(message):
        found.missing = CUT_OFF
    while waiting and not found.missing.startswith("more than"):
        step = waiting.pop()
        found.count += 1
        if found.count > MOST_PARTS:
            found.missing = f"more than {MOST_PARTS} parts: the rest is missing"
        elif step.part.get_content_maintype() == "multipart" and step.part.is_multipart():
            waiting += reversed(_children(step, found))
        else:
            _leaf(step if step.number else replace(step, number="1"), found)
    return found


def is_cut_off(message: Message) -> bool:
    """Whether the line that ends the parts of a message is missing."""
    ends = (CloseBoundaryNotFoundDefect, StartBoundaryNotFoundDefect)
    return any(isinstance(defect, ends) for defect in message.defects)


def _children(step: _Step, found: Parts) -> list[_Step]:
    kind = step.part.get_content_subtype()
    prefix = f"{step.number}." if step.number else ""
    steps = [
        _Step(part, f"{prefix}{number}", step.silent, step.related)
        for number, part in enumerate(_payload(step.part), 1)
    ]
    if kind == "encrypted":
        found.missing = found.missing or ENCRYPTED
        return []
    if kind == "signed":
        return steps[:1]
    if kind == "alternative":
        return _alternatives(steps)
    return (
        [steps[0], *(replace(one, related=True) for one in steps[1:])]
        if kind == "related"
        else steps
    )


def _payload(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else []


def _alternatives(steps: Sequence[_Step]) -> list[_Step]:
    """All of them, silent but for the one that is read: plain text, unless HTML, which programs show, says more."""
    plain = [one for one in steps if one.part.get_content_type() == "text/plain"]
    rich = [one for one in steps if _holds_html(one.part)]
    chosen = (plain or rich or list(steps))[0]
    if plain and rich and (_words(rich[-1].part) - _words(plain[0].part)).total() >= _MORE:
        chosen = rich[-1]
    return [
        replace(one, silent=one.silent or one is not chosen)
        for one in steps
        if one is chosen or one.part.get_content_maintype() != "text" or _is_invitation(one.part)
    ]


def _is_invitation(part: Message) -> bool:
    """Whether a part says what the others do not: times and people."""
    return part.get_content_type() == "text/calendar"


def _holds_html(part: Message) -> bool:
    return _html_in(part) is not None


def _html_in(part: Message) -> Message | None:
    """The HTML of an alternative, alone or with its pictures."""
    if part.get_content_type() == "text/html":
        return part
    children = _payload(part) if part.get_content_maintype() == "multipart" else []
    return next((one for one in children if one.get_content_type() == "text/html"), None)


def _words(part: Message) -> "Counter[str]":
    page = _html_in(part)
    text, _ = text_of(_data(page or part), _charset(page or part))
    return Counter(_WORD.findall(unescape(_TAG.sub(" ", _seen(text))) if page else text))


def _seen(html: str) -> str:
    """A page without its head, scripts and styles."""
    first, *pieces = _ASIDE.split(html)
    return first + "".join(text for end, text in zip(pieces[::2], pieces[1::2], strict=True) if end)


def _leaf(step: _Step, found: Parts) -> None:
    part, kind = step.part, step.part.get_content_type()
    name = _name(part)
    if kind in _SIGNATURES:
        return
    if kind in _SMIME and _smime(step, found):
        return
    attached = part.get_content_disposition() == "attachment" or bool(name) or step.related
    if kind in ("text/plain", "text/html") and not attached:
        if not step.silent:
            text, warning = text_of(_data(part), _charset(part))
            found.bodies.append(Body(part=step.number, text=text, html=kind == "text/html"))
            found.warnings += [warning] if warning else []
        return
    _attach(step, name, found)


def _smime(step: _Step, found: Parts) -> bool:
    """Whether a part that is signed or encrypted as a whole was dealt with."""
    opened = content_of(_data(step.part))
    if opened is None:
        found.missing = found.missing or ENCRYPTED
        return True
    _add(Member(name="signed.eml", data=opened), found)
    return True


def _attach(step: _Step, name: str, found: Parts) -> None:
    part, kind = step.part, step.part.get_content_type()
    if part.get_content_maintype() == "message" and part.is_multipart():
        data = _unwrapped(b"\n".join(_written(one) for one in _payload(part)), part)
        nested = _payload(part)[:1] if kind == "message/rfc822" else []
        name = name or next((decoded(str(one.get("Subject", ""))) for one in nested), "")
    else:
        data = _data(part)
    suffix = _SUFFIXES.get(kind, "")
    name = safe_name(name) or f"attachment {step.number}"
    if suffix and (kind == "message/rfc822" or not re.search(r"\.\w{1,8}$", name)):
        name = name if name.lower().endswith(suffix) else f"{name}{suffix}"
    inline = part.get_content_maintype() == "image" and (step.related or "Content-ID" in part)
    _add(Member(name=name, data=data, inline=inline), found)


def _add(member: Member, found: Parts) -> None:
    found.size += len(member.data)
    if over := beyond(len(found.members) + 1, found.size):
        found.missing = over
    else:
        found.members.append(member)


def _name(part: Message) -> str:
    try:
        return decoded(part.get_filename("") or "")
    except (ValueError, LookupError, TypeError):
        return ""


def _charset(part: Message) -> str:
    try:
        return part.get_content_charset("") or ""
    except (ValueError, LookupError, TypeError):
        return ""


def _data(part: Message) -> bytes:
    """The bytes of a part that holds no other."""
    try:
        data = part.get_payload(decode=True)
    except (ValueError, LookupError, TypeError):
        return b""
    return data if isinstance(data, bytes) else b""


def _unwrapped(data: bytes, part: Message) -> bytes:
    """A message that its program encoded, which RFC 2046 forbids."""
    coding = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    if coding == "base64":
        with suppress(ValueError):
            return b64decode(data)
    return decodestring(data) if coding == "quoted-printable" else data


def _written(message: Message) -> bytes:
    """A message as a file of its own."""
    out = BytesIO()
    try:
        BytesGenerator(out, mangle_from_=False, maxheaderlen=0, policy=compat32).flatten(message)
    except (ValueError, LookupError, TypeError, AttributeError):
        return b""
    return out.getvalue()
