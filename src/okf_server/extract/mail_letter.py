"""A mail, whatever file it comes in: its header, the texts of its body, and its attachments."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from email.utils import parsedate_to_datetime

from okf_server.extract import markup
from okf_server.extract.blocks import Block
from okf_server.extract.compose import compose
from okf_server.extract.decode import is_noise
from okf_server.extract.mail_text import text_blocks
from okf_server.extract.web_document import UNSEEN, read_page
from okf_server.extract.web_flow import Stretch
from okf_server.extract.web_page import Placing
from okf_server.model.document import BlockKind, Extracted, Member, Outcome, Partial
from okf_server.model.locator import MAIL_HEADER, MailLocator

SHOWN = ("From", "To", "Cc", "Date")
"""Fields of the header that stand at the top of a document, below the subject."""

SUBJECT = "Subject"
_LONGEST = 2000  # of a field; lists of a thousand receivers say no more
_MOST_NAMED = 50
_NOISE = "a part of it is encrypted or damaged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a header, decoded, and its first and last line."""

    name: str
    text: str
    lines: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A text of a mail's body, with LF line ends, and the number of its part."""

    part: str
    text: str
    html: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A mail. `missing` says what could not be read of it, `warnings` what should be known."""

    fields: tuple[Field, ...]
    bodies: tuple[Body, ...]
    members: tuple[Member, ...] = ()
    missing: str = ""
    warnings: tuple[str, ...] = ()


def outcome_of(letter: Letter) -> Outcome:
    """The document of a mail: subject, who wrote to whom and when, then its texts."""
    subject = next((field.text for field in letter.fields if field.name == SUBJECT), "")
    blocks = [*_header(letter.fields)]
    hidden: list[str] = []
    missing = letter.missing
    for body in letter.bodies:
        if is_noise(body.text):
            missing = missing or _NOISE
            continue
        if not body.html:
            blocks += text_blocks(body.text, body.part)
            continue
        read = read_page(body.text, _placing(body.part))
        blocks += read.page.blocks
        hidden += read.page.hidden
        missing = missing or read.missing
    warnings = [*dict.fromkeys(letter.warnings), *([UNSEEN] if hidden else [])]
    document = compose(blocks, title=subject, details=_details(letter), warnings=warnings)
    document = replace(document, hidden=tuple(hidden), members=letter.members)
    return Partial(document=document, reason=missing) if missing else Extracted(document=document)


def _header(fields: Sequence[Field]) -> Iterator[Block]:
    """The subject as a heading, and the other fields as a list."""
    for name in (SUBJECT, *SHOWN):
        for field in fields:
            if field.name != name:
                continue
            heading = name == SUBJECT
            text = markup.inline(field.text[:_LONGEST])
            yield Block(
                kind=BlockKind.HEADING if heading else BlockKind.LIST,
                level=1 if heading else 0,
                text=text if heading else f"{name}: {text}",
                locator=MailLocator(MAIL_HEADER, *field.lines),
            )


def _placing(part: str) -> Placing:
    def place(_path: Sequence[str], first: Stretch, last: Stretch) -> MailLocator | None:
        top, bottom = first.lines[0], last.lines[1]
        return MailLocator(part, top, max(top, bottom)) if top else None

    return place


def _details(letter: Letter) -> dict[str, object]:
    details: dict[str, object] = {}
    for field in letter.fields:
        if field.name in SHOWN and field.text:
            details.setdefault(field.name.lower(), field.text[:_LONGEST])
    sent = sent_at(str(details.get("date", "")))
    if sent:
        details["date"] = sent
    if letter.members:
        details["attachments"] = [member.name for member in letter.members[:_MOST_NAMED]]
    return details


def sent_at(date: str) -> str:
    """The time of a Date field in ISO 8601, in UTC where it names its zone; empty for what is no date."""
    try:
        moment = parsedate_to_datetime(date)
        zoned = moment.tzinfo is not None
        return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if zoned else moment.isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""
