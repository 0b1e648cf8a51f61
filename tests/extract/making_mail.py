"""Mails for tests: with parts as a program writes them, and as none should."""

from email.message import EmailMessage
from pathlib import Path

from reading import outcome_of

from okf_server.model.document import Document, Extracted, Outcome, Partial
from okf_server.model.locator import MailLocator

HEAD = "From: Ann <ann@example.com>\nTo: Bob <bob@example.com>\nSubject: Trip\nDate: Mon, 2 Nov 2026 10:00:00 +0100\n"


def letter(text: str = "Hello Bob.\n", subject: str = "Trip") -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Ann <ann@example.com>"
    message["To"] = "Bob <bob@example.com>"
    message["Subject"] = subject
    message["Date"] = "Mon, 02 Nov 2026 10:00:00 +0100"
    message.set_content(text)
    return message


def read_mail(folder: Path, data: bytes | str | EmailMessage, name: str = "a.eml") -> Outcome:
    path = folder / name
    if isinstance(data, EmailMessage):
        data = data.as_bytes()
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return outcome_of(path)


def mail_document(folder: Path, data: bytes | str | EmailMessage) -> Document:
    outcome = read_mail(folder, data)
    assert isinstance(outcome, Extracted | Partial), outcome
    return outcome.document


def placed(document: Document) -> list[tuple[str, tuple[str, int, int]]]:
    """The text of each block with its part and lines."""
    found = []
    for span in document.spans:
        place = span.locator
        assert isinstance(place, MailLocator), span
        found.append((document.body[span.start : span.end], (place.part, place.first, place.last)))
    return found
