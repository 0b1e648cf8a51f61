"""Read mails (.eml)."""

import codecs
from email import message_from_bytes
from email.policy import compat32
from pathlib import Path

from okf_server.extract.decode import decode
from okf_server.extract.mail_header import fields_of
from okf_server.extract.mail_letter import Letter, outcome_of
from okf_server.extract.mail_parts import ENCRYPTED, parts_of
from okf_server.extract.refusals import ENCRYPTED_MAIL, MISSING, unreadable
from okf_server.model.document import Failed, Outcome

_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_TOO_DEEP = Failed(
    reason="its parts are nested too deep",
    hint="It may be made to harm. Leave it out of the source.",
)


def extract(path: Path) -> Outcome:
    """The document of a mail; its attachments are its members, in their order."""
    try:
        return outcome_of_bytes(path.read_bytes())
    except RecursionError:
        return _TOO_DEEP
    except ImportError:
        return MISSING


def outcome_of_bytes(data: bytes) -> Outcome:
    """The document of a mail's bytes."""
    data = narrow(data)
    fields = fields_of(data)
    message = message_from_bytes(data.lstrip(b"\r\n"), policy=compat32)
    if not message.keys():
        return unreadable(".eml", "it has no header of a mail")
    parts = parts_of(message)
    if parts.missing == ENCRYPTED and not (parts.bodies or parts.members):
        return ENCRYPTED_MAIL
    return outcome_of(
        Letter(
            fields=fields,
            bodies=tuple(parts.bodies),
            members=tuple(parts.members),
            missing=parts.missing,
            warnings=tuple(parts.warnings),
        )
    )


def narrow(data: bytes) -> bytes:
    """A mail that a program saved as UTF-16 text, in UTF-8; any other as it is."""
    data = data.removeprefix(codecs.BOM_UTF8)
    if data.startswith(_WIDE) or b"\0" in data[:2] or b"\0" in data[2:4]:
        text, _ = decode(data)
        return text.encode("utf-8", "replace")
    return data
