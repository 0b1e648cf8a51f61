"""Read calendars by their lines, as they stand and as their texts and times are meant."""

import re

from okf_server.evaluate.originals_text import TextOriginal

_FOLD = re.compile(r"\n[ \t]")
_SIGN = re.compile(r"\\([;,\\])")
_PERSON = re.compile(r"^(?:ORGANIZER|ATTENDEE)[^\n]*$", re.MULTILINE)
_NAME = re.compile(r";CN=(\"[^\"]*\"|[^;:]*)")
_ANSWER = re.compile(r";PARTSTAT=([^;:]*)")
_ADDRESS = re.compile(r":(?:mailto:)?([^:\s]+)$", re.IGNORECASE)
_DAY = re.compile(r"(\d{8})(?:T(\d{4})(\d\d)(Z?))?")
_ZONE = re.compile(r"TZID=([^:;\n]*):([^\n]*)")
_CALLED = {
    "LOCATION": "Place",
    "RRULE": "Repeats",
    "RDATE": "Also on",
    "EXDATE": "Not on",
    "URL": "Address",
    "ATTACH": "Attachment",
}
_CALLED_NAME = re.compile(rf"^({'|'.join(_CALLED)})(?=[;:])", re.MULTILINE)


class CalendarOriginal(TextOriginal):
    """An .ics file, long lines that were folded in one."""

    def seen(self, text: str) -> str:
        """The lines, their texts without escapes, their times without the letters in them, their people."""
        whole = _CALLED_NAME.sub(lambda found: _CALLED[found[1]], _FOLD.sub("", text))
        said = _SIGN.sub(r"\1", re.sub(r"\\[nN]", "\n", whole))
        timed = _DAY.sub(_moment, _ZONE.sub(r":\2 \1", said))
        return "\n".join([said, timed, *map(_person, _PERSON.findall(whole))])


def _moment(found: re.Match[str]) -> str:
    day, minutes, seconds, zulu = found.groups()
    seconds = "" if seconds in (None, "00") else seconds
    return f" {day}{minutes or ''}{seconds}{' UTC' if zulu else ''} "


def _person(line: str) -> str:
    parts = (pattern.search(line) for pattern in (_NAME, _ADDRESS, _ANSWER))
    label = "Organiser" if line.startswith("ORGANIZER") else "Attendee"
    return " ".join([label, *(found[1].strip('"') for found in parts if found)])
