"""Read the messages that Outlook saves (.msg, [MS-OXMSG])."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from okf_server.extract import mail_rtf
from okf_server.extract.embedded import beyond
from okf_server.extract.mail_header import decoded
from okf_server.extract.mail_letter import SUBJECT, Body, Field, Letter, outcome_of
from okf_server.extract.mail_name import safe_name
from okf_server.extract.mail_signed import content_of
from okf_server.extract.mail_store import Store
from okf_server.extract.mail_write import written
from okf_server.extract.refusals import ENCRYPTED_MAIL, MISSING, unreadable
from okf_server.model.document import Member, Outcome

_DEEPEST = 6
_MOST_RECEIVERS = 200
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".emf", ".wmf")
_TO, _CC = 1, 2
_SENT = ("0039", "0E06", "3007")  # submitted, delivered, made


def extract(path: Path) -> Outcome:
    """The document of a message; its attachments are its members, in their order."""
    try:
        import olefile  # noqa: PLC0415 - not in a core installation
    except ImportError:
        return MISSING
    try:
        with olefile.OleFileIO(path) as ole:
            return _outcome(Store(ole))
    except (OSError, ValueError, IndexError, RecursionError) as error:
        return unreadable(".msg", error)


def _outcome(store: Store) -> Outcome:
    if not store.exists():
        return unreadable(".msg", "it has no message in it")
    if "SMIME" in store.text("001A").upper():
        return _protected(store)
    budget = _Budget()
    return outcome_of(_letter(store, budget, depth=0))


def _protected(store: Store) -> Outcome:
    """A message that is signed or encrypted: what was signed is its member."""
    attached = [one.data("3701") for one in store.stores("__attach_version1.0_")]
    data = attached[0] if attached else b""
    opened = (
        data
        if data.lower().lstrip().startswith((b"content-type", b"mime-version"))
        else content_of(data)
    )
    if opened is None:
        return ENCRYPTED_MAIL
    members = (Member(name="signed.eml", data=opened),)
    return outcome_of(Letter(fields=tuple(_fields(store)), bodies=(), members=members))


@dataclass(slots=True)
class _Budget:
    """What the attachments of a message have taken, those of messages in it included."""

    missing: str = ""
    count: int = 0
    size: int = 0

    def takes(self, size: int) -> bool:
        self.count += 1
        self.size += size
        self.missing = self.missing or beyond(self.count, self.size)
        return not self.missing


def _letter(store: Store, budget: _Budget, *, depth: int) -> Letter:
    members = tuple(_members(store, budget, depth))
    return Letter(
        fields=tuple(_fields(store)),
        bodies=_bodies(store),
        members=members,
        missing=budget.missing if not depth else "",
    )


def _fields(store: Store) -> Iterator[Field]:
    """The fields that are shown; their lines are their order, for such a message has no header of lines."""
    sender = store.text("0C1A") or store.text("0042")
    address = next((a for n in ("5D01", "5D02", "0C1F", "0065") if "@" in (a := store.text(n))), "")
    values = {
        SUBJECT: store.text("0037"),
        "From": _named(sender, address),
        "To": _receivers(store, _TO) or store.text("0E04"),
        "Cc": _receivers(store, _CC) or store.text("0E03"),
        "Date": next((at for number in _SENT if (at := store.time(number))), ""),
    }
    told = [(name, text) for name, value in values.items() if (text := decoded(value))]
    for line, (name, text) in enumerate(told, 1):
        yield Field(name=name, text=text, lines=(line, line))


def _receivers(store: Store, kind: int) -> str:
    receivers = store.stores("__recip_version1.0_")[:_MOST_RECEIVERS]
    return ", ".join(
        _named(
            one.text("3001"), next((a for n in ("39FE", "3003") if "@" in (a := one.text(n))), "")
        )
        for one in receivers
        if one.number("0C15") == kind
    )


def _named(name: str, address: str) -> str:
    name = name.strip().strip("'\"")
    if not address or name == address:
        return name or address
    return f"{name} <{address}>" if name else address


def _bodies(store: Store) -> tuple[Body, ...]:
    """The body as plain text, else as HTML, else as RTF; each is the whole of it."""
    text = store.text("1000")
    if text.strip():
        return (Body(part="1", text=_lines(text)),)
    html = store.html()
    if html.strip():
        return (Body(part="1", text=_lines(html), html=True),)
    rtf = mail_rtf.text_of(mail_rtf.inflated(store.data("1009")))
    return (Body(part="1", text=_lines(rtf)),) if rtf.strip() else ()


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _members(store: Store, budget: _Budget, depth: int) -> Iterator[Member]:
    for number, attached in enumerate(store.stores("__attach_version1.0_"), 1):
        inner = attached.embedded() if depth < _DEEPEST else None
        name = safe_name(attached.text("3707") or attached.text("3704") or attached.text("3001"))
        if inner is None:
            data = attached.data("3701")
        else:
            data = written(_letter(inner, budget, depth=depth + 1))
            name = f"{name.removesuffix('.msg') or 'message'}.eml"
        if not budget.takes(len(data)):
            return
        shown = attached.is_shown() and name.lower().endswith(_PICTURES)
        yield Member(name=name or f"attachment {number}", data=data, inline=shown)
