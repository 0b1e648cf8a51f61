"""Read texts in Rich Text Format."""

from pathlib import Path

from okf_server.extract.decode import is_noise
from okf_server.extract.refusals import NOT_TEXT, unreadable
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
    reason = ""
    held = bytearray()
    try:
        for token in tokens(data[start:]):
            held += token.data
            reading.take(token)
    except ValueError:
        reason = _DEEP
    reading.end()
    if is_noise(held.decode("latin-1")):
        return NOT_TEXT
    if is_noise("".join(span.text for span in reading.flow.blocks)):
        return NOT_TEXT
    found = finish(reading.flow, [_CHANGED] if reading.changed else [])
    if not reason or isinstance(found, Failed):
        return found
    return Partial(document=found.document, reason=reason)
