"""Why a file could not be read, in the words that people see."""

from collections.abc import Sequence
from dataclasses import replace

from okf_server.extract.limits import LARGEST_TEXT, MOST_PAGES
from okf_server.extract.wordings import in_plain_words
from okf_server.model.document import Document, Extracted, Failed, Outcome, Partial
from okf_server.model.install import install_command

MISSING = Failed(reason="reader missing", hint=f"Install it: {install_command('documents')}")
EMPTY = Failed(reason="empty file", hint="Fill it, or leave it out of the source.")
NOT_A_FILE = Failed(reason="not a file", hint="Pipes, sockets and folders are not read.")
NOT_TEXT = Failed(
    reason="not a text file",
    hint="It holds bytes that no text has, such as NUL: remove them where it is text, or give binary data its own suffix.",
)
NO_TEXT = Failed(
    reason="no text in it", hint="Only pictures, blank pages, headers or footers were found."
)
NOTHING_READ = "Nothing else of it could be read: leave it out of the source."
ONLY_HIDDEN = Failed(
    reason="only hidden text in it",
    hint="Nobody sees its text who opens it; leave it out of the source, or make the text visible.",
)
ENCRYPTED = Failed(
    reason="password required",
    hint="Save a copy without a password, or leave it out of the source.",
)
RESTRICTED = Failed(
    reason="protected by rights management",
    hint="Only its own program shows it, and to certain people: save an unrestricted copy, or leave it out of the source.",
)
TOO_MANY_PAGES = Failed(
    reason=f"more than {MOST_PAGES:,} pages", hint="Split it into smaller files."
)
TOO_MUCH_TEXT = Failed(
    reason=f"more than {LARGEST_TEXT >> 20} MB of text", hint="Split it into smaller files."
)
ENCRYPTED_MAIL = Failed(
    reason="encrypted mail",
    hint="Save a decrypted copy of it, or leave it out of the source.",
)
CUT_OFF = "cut off: its end is missing"
"""Why a file is read in part of which what it begins with tells that more has to come."""

UNMARKED = "its end is not marked: it may be cut off"
_LONGEST = 160


def unreadable(kind: str, error: BaseException | str) -> Failed:
    """A file that is not what its name says, or is damaged."""
    return Failed(
        reason=f"not a readable {kind} file: {first_line(error)}",
        hint="Open it, save it again and build again, or leave it out of the source.",
    )


def as_far_as_read(document: Document, kind: str, damage: Sequence[str]) -> Outcome:
    """The document of a file of this kind, whole or up to where it is damaged; a failure where nothing was read."""
    if not damage:
        return Extracted(document=document)
    if not document.body:
        return unreadable(kind, damage[0])
    return Partial(document=document, reason=f"damaged: {damage[0]}")


def for_these_reasons(outcome: Outcome, reasons: Sequence[str]) -> Outcome:
    """The outcome; a document is partial for these reasons after its own, and one without text failed for them."""
    match outcome:
        case Extracted(document=document) if reasons:
            return Partial(document=document, reason="; ".join(reasons))
        case Partial(reason=own) if reasons:
            return replace(outcome, reason="; ".join(dict.fromkeys([own, *reasons])))
        case Failed() if reasons and outcome is NO_TEXT:
            return Failed(reason="; ".join(reasons), hint=NOTHING_READ)
        case _:
            return outcome


def first_line(error: BaseException | str) -> str:
    """The first line of an error's message, cut; the error's name where it has no message."""
    if isinstance(error, RecursionError):
        return "what it holds is nested too deep"
    text = in_plain_words(str(error)).strip() or type(error).__name__
    line = "".join(c for c in text.splitlines()[0] if c.isprintable())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
