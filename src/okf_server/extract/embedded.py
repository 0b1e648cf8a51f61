"""Files that a document has inside become its members, as a mail's attachments are those of the mail."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from okf_server.extract import markup
from okf_server.extract.blocks import Block
from okf_server.extract.compose import compose
from okf_server.extract.limits import LARGEST_ATTACHMENTS, MOST_ATTACHMENTS
from okf_server.extract.mail_name import safe_name
from okf_server.extract.refusals import NO_TEXT, for_these_reasons
from okf_server.model.document import (
    BlockKind,
    Document,
    Extracted,
    Failed,
    Member,
    Outcome,
    Partial,
    Skipped,
)

_MOST_NAMED = 50
_NUMBERS = re.compile(r"(\d{1,18})", re.ASCII)


@dataclass(slots=True)
class Embedded:
    """The files found so far, and what is to be said of those that are not read."""

    members: list[Member] = field(default_factory=list)
    missing: str = ""
    warnings: list[str] = field(default_factory=list)
    _size: int = 0

    def add(self, name: str, data: bytes) -> None:
        """Add a file, unless it is beyond what one document may have."""
        self._size += len(data)
        if over := beyond(len(self.members) + 1, self._size):
            self.missing = over
        else:
            named = safe_name(name) or f"file {len(self.members) + 1}"
            self.members.append(Member(name=named, data=data))

    def unread(self, name: str) -> None:
        """Say that a file cannot be taken out."""
        self.warnings.append(f"a file in it could not be taken out: {safe_name(name) or 'unnamed'}")


def beyond(count: int, size: int) -> str:
    """Which limit so many attachments of so many bytes are over; empty for none."""
    if count > MOST_ATTACHMENTS:
        return f"more than {MOST_ATTACHMENTS} attachments: the rest is missing"
    if size > LARGEST_ATTACHMENTS:
        return f"more than {LARGEST_ATTACHMENTS >> 20} MB of attachments: the rest is missing"
    return ""


def with_embedded(outcome: Outcome, found: Embedded) -> Outcome:
    """The outcome with these files as members; a document without text of its own is the list of them."""
    missing = [found.missing] if found.missing else []
    match outcome:
        case Extracted(document=document) | Partial(document=document):
            whole = replace(outcome, document=_holding(document, found))
            return for_these_reasons(whole, missing)
        case Failed() if found.members:
            reasons = missing if outcome is NO_TEXT else [outcome.reason, *missing]
            document = _holding(compose([]), found)
            if not reasons:
                return Extracted(document=document)
            return Partial(document=document, reason="; ".join(reasons), hint=outcome.hint)
        case Failed() | Skipped():
            return outcome


def _holding(document: Document, found: Embedded) -> Document:
    names = [member.name for member in found.members]
    details: Mapping[str, object] = {"attachments": names[:_MOST_NAMED]} if names else {}
    if names and not document.body.strip():
        listed = compose(_listed(names))
        document = replace(document, body=listed.body, spans=listed.spans)
    return replace(
        document,
        details={**document.details, **details},
        warnings=(*document.warnings, *dict.fromkeys(found.warnings)),
        members=(*document.members, *found.members),
    )


def _listed(names: Iterable[str]) -> Iterator[Block]:
    for name in names:
        yield Block(kind=BlockKind.LIST, locator=None, text=markup.inline(name))


def in_order(names: Iterable[str]) -> list[str]:
    """Names with their numbers in order: 2 before 10."""
    return sorted(names, key=_with_numbers)


def _with_numbers(name: str) -> list[tuple[int, str]]:
    return [
        (int(part) if part.isdecimal() else 0, part) for part in _NUMBERS.split(name.casefold())
    ]
