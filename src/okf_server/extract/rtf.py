"""Read texts in Rich Text Format; their blocks have no places, for nothing else can check them."""

from dataclasses import replace
from pathlib import Path

from okf_server.extract.compose import compose
from okf_server.extract.refusals import unreadable
from okf_server.extract.rtf_reader import Reading
from okf_server.extract.rtf_tokens import tokens
from okf_server.extract.text_flow import hidden_remark
from okf_server.model.document import Extracted, Outcome, Partial

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
    try:
        for token in tokens(data[start:]):
            reading.take(token)
    except ValueError:
        reason = _DEEP
    reading.end()
    hidden = tuple(reading.flow.hidden)
    remarks = [*hidden_remark(hidden), *([_CHANGED] if reading.changed else [])]
    document = replace(compose(reading.flow.blocks, warnings=remarks), hidden=hidden)
    return Partial(document=document, reason=reason) if reason else Extracted(document=document)
