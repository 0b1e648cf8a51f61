"""Read web pages."""

from pathlib import Path

from okf_server.extract.web_document import page_outcome
from okf_server.extract.web_tree import text_of
from okf_server.model.document import Outcome


def extract(path: Path) -> Outcome:
    """The document of an .html file."""
    return page_outcome(*text_of(path.read_bytes()))
