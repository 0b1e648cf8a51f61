"""Invitations are read as people read them."""

from email.message import EmailMessage
from pathlib import Path

import pytest
from making_mail import read_mail
from reading import blocks_of, document_of, failure_of, outcome_of, texts_of

from okf_server.model.document import BlockKind, Extracted, Partial
from okf_server.model.locator import LinesLocator

_INVITATION = r"""BEGIN:VCALENDAR
VERSION:2.0
METHOD:CANCEL
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:19701025T030000
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:1@example.com
DTSTART;TZID=Europe/Berlin:20261201T100000
DTEND:20261201T103015Z
SUMMARY:Budget\, second
  reading
LOCATION:Room 7
ORGANIZER;CN="Groß; Anne":mailto:anne@example.com
ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;CN=Bob:MAILTO:bob@example.com
ATTENDEE:mailto:eve@example.com
RRULE:FREQ=WEEKLY;COUNT=3
EXDATE;VALUE=DATE:20261208,20261215
DESCRIPTION:Bring the figures.\n\n1. Costs\; 2. Rest *now*\nSee C:\\plans
BEGIN:VALARM
DESCRIPTION:Reminder
END:VALARM
END:VEVENT
END:VCALENDAR
"""


def _calendar(folder: Path, text: str) -> Path:
    path = folder / "a.ics"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_invitation_says_what_when_where_and_who(tmp_path: Path) -> None:
    document = document_of(_calendar(tmp_path, _INVITATION))
    assert texts_of(document) == [
        "# Budget, second reading",
        "- Method: CANCEL",
        "- Start: 2026-12-01 10:00 (Europe/Berlin)",
        "- End: 2026-12-01 10:30:15 UTC",
        "- Repeats: FREQ=WEEKLY;COUNT=3",
        "- Not on: 2026-12-08, 2026-12-15",
        "- Place: Room 7",
        "- Organiser: Groß; Anne \\<anne@example.com>",
        "- Attendee: Bob \\<bob@example.com> (needs action)",
        "- Attendee: eve@example.com",
        "Bring the figures.",
        "1\\. Costs; 2. Rest *now*\nSee C:\\plans",
    ]
    assert blocks_of(document)[0][2] == LinesLocator(
        first=14, last=15, path=("Budget, second reading",)
    )
    assert document.title == "Budget, second reading"


def test_each_event_of_a_calendar_has_a_heading_and_the_file_is_its_title(tmp_path: Path) -> None:
    events = (
        f"BEGIN:{kind}\nSUMMARY:{name}\nDUE;VALUE=DATE:20261201\nEND:{kind}\n"
        for kind, name in (("VEVENT", "One"), ("VTODO", "Two"), ("VJOURNAL", ""))
    )
    document = document_of(
        _calendar(tmp_path, f"BEGIN:VCALENDAR\n{''.join(events)}END:VCALENDAR\n")
    )
    headings = [text for kind, text, _ in blocks_of(document) if kind is BlockKind.HEADING]
    assert headings == ["## One", "## Two", "## Event"]
    assert document.title == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Just text: here\n", "not a readable .ics file: no calendar begins in it"),
        ("BEGIN:VCALENDAR\nEND:VCALENDAR\n", "no text"),
    ],
)
def test_what_is_no_calendar_says_so(tmp_path: Path, text: str, reason: str) -> None:
    assert failure_of(_calendar(tmp_path, text)).reason.startswith(reason)


def test_an_invitation_that_breaks_off_is_read_up_to_there(tmp_path: Path) -> None:
    outcome = outcome_of(_calendar(tmp_path, _INVITATION[: _INVITATION.index("RRULE")]))
    assert isinstance(outcome, Partial)
    assert outcome.reason == "the calendar does not end in it"
    assert "Room 7" in outcome.document.body


def test_an_invitation_beside_the_text_of_a_mail_is_a_member_of_it(tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["Subject"] = "Budget"
    mail.set_content("Please come.\n")
    mail.add_alternative("<p>Please come.</p>", subtype="html")
    mail.add_alternative(_INVITATION, subtype="calendar", params={"method": "REQUEST"})
    outcome = read_mail(tmp_path, mail)
    assert isinstance(outcome, Extracted)
    (member,) = outcome.document.members
    assert member.name.endswith(".ics")
    assert b"SUMMARY:Budget" in member.data
    assert "BEGIN:VCALENDAR" not in outcome.document.body
