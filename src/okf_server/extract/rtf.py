"""Read texts in Rich Text Format."""

from pathlib import Path

from okf_server.extract.decode import is_noise
from okf_server.extract.refusals import CUT_OFF, NOT_TEXT, UNMARKED, unreadable
from okf_server.extract.rtf_reader import Reading
from okf_server.extract.rtf_tokens import tokens
from okf_server.extract.text_flow import finish
from okf_server.model.document import Failed, Outcome, Partial

_MARK = b"{\\rtf"
_MARK_WITHIN = 1024
_CHANGED = "tracked changes were read as accepted"
_DEEP = "its groups are nested too deep: the rest was not read"


def extract(path: Path) -> Outcome:
    """The document of an .rtf file; footnotes and comments follow the paragraph that refers to them."""
    data = path.read_bytes()
    start = data.find(_MARK, 0, _MARK_WITHIN)
    if start < 0 and data.lstrip().startswith(b"{\\"):
        start = 0  # a fragment, as other programs paste it
    if start < 0:
        return unreadable(".rtf", "it is no rich text")
    reading = Reading()
    reason = _read(data[start:], reading)
    if reason == NOT_TEXT.reason:
        return NOT_TEXT
    remarks = [_CHANGED] if reading.changed else []
    if reading.is_open and not reason:
        remarks.append(UNMARKED)
    found = finish(reading.flow, remarks)
    if not reason or isinstance(found, Failed):
        return found
    return Partial(document=found.document, reason=reason)


def _read(source: bytes, reading: Reading) -> str:
    """Read all tokens; returns why not everything could be, empty where it could."""
    held = bytearray()
    reason = ""
    try:
        for token in tokens(source):
            held += token.data if len(token.data) > 1 else b""  # one alone is written as its number
            reading.take(token)
    except ValueError:
        reason = _DEEP
    if reading.is_open and not source.rstrip(b"\0\r\n\t ").endswith(b"}"):
        reason = reason or CUT_OFF  # what ends with a group may have lost count of them
    reading.end()
    return NOT_TEXT.reason if is_noise(held.decode("latin-1")) else reason
