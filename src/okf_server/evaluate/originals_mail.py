"""Read mails and Outlook's messages by part and lines, with other readers than the extractor's."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from okf_server.evaluate.originals_mime import entities, header_text
from okf_server.evaluate.originals_web import WebOriginal
from okf_server.model.locator import MAIL_HEADER, Locator, MailLocator

_Lines = list[str]
_RECEIVER_KIND = 0x0C15


class _PartOriginal:
    """The lines of the parts of a mail; those of HTML are lines of its source."""

    exact = True

    def __init__(self, parts: dict[str, _Lines], pages: set[str]) -> None:
        self._parts = parts
        self._pages = pages

    def text_at(self, locator: Locator) -> str | None:
        """The text of the lines of a part."""
        lines = self._parts.get(locator.part) if isinstance(locator, MailLocator) else None
        if (
            not isinstance(locator, MailLocator)
            or lines is None
            or not 0 < locator.first <= len(lines)
        ):
            return None
        text = "\n".join(lines[locator.first - 1 : locator.last])
        if locator.part == MAIL_HEADER:
            return header_text(text)
        return _without_tags(text) if locator.part in self._pages else text

    def close(self) -> None:
        """Nothing is kept open."""


class MailOriginal(_PartOriginal):
    """An .eml file."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        first, *leaves = entities(data)
        above = len(data) - len(data.lstrip(b"\r\n"))
        blank = data[:above].count(b"\n")
        parts = {leaf.number: leaf.text().split("\n") for leaf in leaves}
        parts[MAIL_HEADER] = [*[""] * blank, *first.header.split("\n")]
        super().__init__(parts, {leaf.number for leaf in leaves if leaf.kind == "text/html"})


class OutlookOriginal(_PartOriginal):
    """A .msg file."""

    def __init__(self, path: Path) -> None:
        import oxmsg  # noqa: PLC0415 - of the extra `evaluate`

        message = oxmsg.Message.load(str(path))
        html = "" if (message.body or "").strip() else message.html_body or ""
        body = (message.body or html).replace("\r\n", "\n").replace("\r", "\n")
        parts = {MAIL_HEADER: list(_header(message)), "1": body.split("\n")}
        super().__init__(parts, {"1"} if html else set())


def _header(message: Any) -> Iterator[str]:
    """The fields of a message that has no header of lines, in the order in which they are shown."""
    receivers: dict[int, list[str]] = {}
    for one in message.recipients:
        kind = one.properties.int_prop_value(_RECEIVER_KIND) or 0
        known = "" if one.name.strip("'") == one.email_address else one.name
        receivers.setdefault(kind, []).append(f"{known} {one.email_address}")
    sender = re.sub(r'^"([^"]*)" <\1>$', r"\1", message.sender or "")
    values = {
        "Subject": message.subject,
        "From": sender,
        "To": ", ".join(receivers.get(1, ())),
        "Cc": ", ".join(receivers.get(2, ())),
        "Date": message.sent_date and f"{message.sent_date:%Y-%m-%dT%H:%M:%SZ}",
    }
    yield from (f"{name}: {value}" for name, value in values.items() if value and value.strip())


class ArchiveOriginal(WebOriginal):
    """An .mhtml file: the blocks of its first page."""

    def __init__(self, path: Path) -> None:
        pages = [leaf for leaf in entities(path.read_bytes()) if leaf.kind == "text/html"]
        super().__init__(path, pages[0].text() if pages else "")


class _Tagless(HTMLParser):
    """The text of a stretch of HTML, with what pictures say."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts.append(
            f" {dict(attrs).get('alt') or ''} " if tag in ("img", "br", "td", "p") else ""
        )


def _without_tags(html: str) -> str:
    parser = _Tagless()
    parser.feed(html)
    parser.close()
    return "".join(parser.texts)
