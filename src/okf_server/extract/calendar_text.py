"""Read invitations and calendars (iCalendar, RFC 5545): each event with its times, its place and its people."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from okf_server.extract import markup
from okf_server.extract.blocks import Block
from okf_server.extract.compose import compose
from okf_server.extract.decode import lines_of, text_of
from okf_server.extract.refusals import NO_TEXT, unreadable
from okf_server.model.document import BlockKind, Extracted, Failed, Outcome, Partial
from okf_server.model.locator import LinesLocator

_PROPERTY = re.compile(
    r"(?P<name>[A-Za-z0-9-]{1,60})"
    r"(?P<parameters>(?:;[A-Za-z0-9-]{1,60}=(?:\"[^\"]*\"|[^\":;,]*)(?:,(?:\"[^\"]*\"|[^\":;,]*))*)*)"
    r":(?P<value>.*)",
    re.DOTALL,
)
_PARAMETER = re.compile(r";([A-Za-z0-9-]+)=(\"[^\"]*\"|[^;]*)")
_MOMENT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?", re.ASCII)
_ESCAPE = re.compile(r"\\([nN;,\\])")
_EVENTS = frozenset({"VEVENT", "VTODO", "VJOURNAL"})
_CALENDAR = "VCALENDAR"
_LABELS = {
    "METHOD": "Method",
    "STATUS": "Status",
    "DTSTART": "Start",
    "DTEND": "End",
    "DUE": "Due",
    "DURATION": "Duration",
    "RRULE": "Repeats",
    "RDATE": "Also on",
    "EXDATE": "Not on",
    "LOCATION": "Place",
    "ORGANIZER": "Organiser",
    "ATTENDEE": "Attendee",
    "CONTACT": "Contact",
    "CATEGORIES": "Categories",
    "RESOURCES": "Resources",
    "URL": "Address",
    "ATTACH": "Attachment",
}
"""What is told of an event in a list, in this order; by how it is called there."""
_TIMES = frozenset({"DTSTART", "DTEND", "DUE", "RDATE", "EXDATE"})
_TEXTS = ("DESCRIPTION", "COMMENT")
_LONGEST_ADDRESS = 2000  # what is longer is a file in letters


class _Property(NamedTuple):
    """A line, unfolded, with the lines that it stands in."""

    name: str
    parameters: dict[str, str]
    value: str
    place: LinesLocator


@dataclass(slots=True)
class _Event:
    """What is told of an event, a task or an entry of a journal."""

    first: int
    properties: list[_Property] = field(default_factory=list)


def extract(path: Path) -> Outcome:
    """The document of an .ics file: a heading for each event, its facts as a list, then what is said of it."""
    read = text_of(path)
    if isinstance(read, Failed):
        return read
    properties = list(_properties(lines_of(read.text)))
    if not any(one.name == "BEGIN" and one.value.upper() == _CALENDAR for one in properties):
        return unreadable(".ics", "no calendar begins in it")
    events = list(_events(properties))
    if not events:
        return NO_TEXT
    level = 1 if len(events) == 1 else 2  # the file is the title of several
    blocks = (block for event in events for block in _blocks(event, level=level))
    document = compose(blocks, warnings=read.warnings)
    if not any(one.name == "END" and one.value.strip().upper() == _CALENDAR for one in properties):
        return Partial(document=document, reason="the calendar does not end in it")
    return Extracted(document=document)


def _properties(lines: Sequence[str]) -> Iterator[_Property]:
    """The lines with those that go on with them, which begin with a blank."""
    at = 0
    while at < len(lines):
        first, parts = at, [lines[at]]
        at += 1
        while at < len(lines) and lines[at][:1] in (" ", "\t"):
            parts.append(lines[at][1:])
            at += 1
        found = _PROPERTY.fullmatch("".join(parts).strip("\r"))
        if found:
            parameters = {
                name.upper(): value.strip('"')
                for name, value in _PARAMETER.findall(found["parameters"])
            }
            place = LinesLocator(first=first + 1, last=at)
            yield _Property(found["name"].upper(), parameters, found["value"], place)


def _events(properties: Sequence[_Property]) -> Iterator[_Event]:
    """The events; what is said of a calendar as a whole is said of its first one, alarms and zones of none."""
    inside: list[str] = []
    event = _Event(first=1)
    for one in properties:
        if one.name == "BEGIN":
            inside.append(one.value.strip().upper())
            if inside[-1] in _EVENTS:
                event.first = one.place.first
        elif one.name == "END":
            if inside and inside.pop() in _EVENTS:
                yield event
                event = _Event(first=one.place.first)
        elif inside and (inside[-1] in _EVENTS or (inside == [_CALENDAR] and one.name == "METHOD")):
            event.properties.append(one)
    if _EVENTS & set(inside):
        yield event  # the file breaks off in it


def _blocks(event: _Event, *, level: int) -> Iterator[Block]:
    title, place = _summary(event)
    path = (title,)
    heading = place._replace(path=path)
    yield Block(kind=BlockKind.HEADING, locator=heading, text=markup.inline(title), level=level)
    for name, label in _LABELS.items():
        for one in event.properties:
            value = _value(one) if one.name == name else ""
            if value:
                text = markup.inline(f"{label}: {value}")
                yield Block(kind=BlockKind.LIST, locator=one.place._replace(path=path), text=text)
    for one in (one for one in event.properties if one.name in _TEXTS):
        place = one.place._replace(path=path)
        for text in re.split(r"\n\s*\n", _plain(one.value)):
            yield Block(kind=BlockKind.PARAGRAPH, locator=place, text=markup.plain(text.strip()))


def _summary(event: _Event) -> tuple[str, LinesLocator]:
    """What an event is called, and where that stands; `Event` where it has no name."""
    for one in event.properties:
        if one.name == "SUMMARY" and _plain(one.value).strip():
            return _plain(one.value).strip(), one.place
    return "Event", LinesLocator(first=event.first, last=event.first)


def _value(one: _Property) -> str:
    """What a property says in a list."""
    if one.name in _TIMES:
        zone = one.parameters.get("TZID", "")
        moments = ", ".join(_moment(text) for text in one.value.split(","))
        return f"{moments} ({zone})" if zone else moments
    if one.name in ("ORGANIZER", "ATTENDEE"):
        return _person(one)
    text = _plain(one.value).strip()
    return text if one.name != "ATTACH" or len(text) <= _LONGEST_ADDRESS else ""


def _moment(text: str) -> str:
    """A day or a time as ISO 8601 writes it; anything else as it stands."""
    found = _MOMENT.fullmatch(text.strip())
    if found is None:
        return text.strip()
    year, month, day, hour, minute, second, zulu = found.groups()
    seconds = "" if second in (None, "00") else f":{second}"
    time = f" {hour}:{minute}{seconds}{' UTC' if zulu else ''}" if hour else ""
    return f"{year}-{month}-{day}{time}"


def _person(one: _Property) -> str:
    """Somebody's name and address, and how the invitation was answered."""
    address = re.sub(r"^mailto:", "", one.value.strip(), flags=re.IGNORECASE)
    name = one.parameters.get("CN", "")
    answer = one.parameters.get("PARTSTAT", "").replace("-", " ").lower()
    who = f"{name} <{address}>" if name and name != address else address
    return f"{who} ({answer})" if answer else who


def _plain(value: str) -> str:
    """A text with its line ends and signs as they are meant."""
    return _ESCAPE.sub(lambda found: "\n" if found[1] in "nN" else found[1], value)
