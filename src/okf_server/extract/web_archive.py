"""Read web pages that a browser saved with all that they show (.mhtml, RFC 2557)."""

from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from pathlib import Path

from okf_server.extract.mail_parts import is_cut_off
from okf_server.extract.refusals import CUT_OFF, for_these_reasons, unreadable
from okf_server.extract.web_document import page_outcome
from okf_server.extract.web_tree import text_of
from okf_server.model.document import Outcome

_PAGES = ("text/html", "application/xhtml+xml")
_MOST_PARTS = 20_000


def extract(path: Path) -> Outcome:
    """The document of the page; its pictures, frames and style sheets are not looked at."""
    message = message_from_bytes(path.read_bytes().lstrip(b"\r\n"), policy=compat32)
    page = _page(message)
    data = page.get_payload(decode=True) if page is not None else None
    if page is None or not isinstance(data, bytes):
        return unreadable(".mhtml", "there is no page in it")
    found = page_outcome(*text_of(data, declared=page.get_content_charset("") or ""))
    return for_these_reasons(found, [CUT_OFF] if is_cut_off(message) else [])


def _page(message: Message) -> Message | None:
    """The page itself: the part that the file names as its start, else the first page."""
    pages: list[Message] = []
    waiting = [message]
    for _ in range(_MOST_PARTS):
        if not waiting:
            break
        part = waiting.pop()
        payload = part.get_payload()
        if isinstance(payload, list):
            waiting += [one for one in reversed(payload) if isinstance(one, Message)]
        elif part.get_content_type() in _PAGES:
            pages.append(part)
    start = str(message.get_param("start") or "")
    named = (page for page in pages if start and str(page.get("Content-ID", "")).strip() == start)
    return next(named, pages[0] if pages else None)
