"""Read decks: every block with the number of its slide, title first, then in reading order."""

import zipfile
from pathlib import Path

from okf_server.extract import docling
from okf_server.extract.compose import compose
from okf_server.extract.embedded import with_embedded
from okf_server.extract.embedded_office import embedded_in
from okf_server.extract.opc import DAMAGED, Package
from okf_server.extract.refusals import ENCRYPTED, MISSING, for_these_reasons, unreadable
from okf_server.extract.sections import block
from okf_server.extract.slides_deck import document_of
from okf_server.extract.slides_old import read_old
from okf_server.extract.slides_open import slides_of
from okf_server.extract.slides_package import Presentation
from okf_server.model.document import Extracted, Outcome, Partial

_NO_NUMBERS = "damaged: its text was read, the numbers of its slides are unknown"


def extract(path: Path) -> Outcome:
    """The document of a .pptx file; each slide's title is a heading, notes and comments follow its shapes.

    Charts are tables of the data they show, diagrams lists of their texts. Hidden slides are read and named
    in `details`; numbers, dates, headers and footers of slides are left out.
    """
    try:
        with Package(path) as package:
            found = document_of(Presentation(package).slides())
            files = embedded_in(package)
            return with_embedded(for_these_reasons(found, package.damage), files)
    except ImportError:
        return MISSING
    except (zipfile.BadZipFile, *DAMAGED) as error:
        return unreadable(".pptx", error)


def extract_open_document(path: Path) -> Outcome:
    """The document of an .odp file."""
    try:
        with Package(path) as package:
            return for_these_reasons(document_of(slides_of(package)), package.damage)
    except ImportError:
        return MISSING
    except (zipfile.BadZipFile, *DAMAGED) as error:
        return unreadable(".odp", error)


def extract_old(path: Path) -> Outcome:
    """The document of a .ppt file; through docling-rs, without places, where its records are damaged."""
    try:
        found = document_of(read_old(path))
    except ImportError:
        return MISSING
    except PermissionError:
        return ENCRYPTED
    except (OSError, ValueError) as error:
        found = unreadable(".ppt", error)
    if isinstance(found, Extracted | Partial) and found.document.body:
        return found
    return _without_places(path) or found


def _without_places(path: Path) -> Partial | None:
    """The text of a deck whose slides cannot be told apart, if there is any."""
    pieces = docling.read(path, ".ppt")
    document = compose(block(p) for p in pieces) if isinstance(pieces, list) else None
    return Partial(document=document, reason=_NO_NUMBERS) if document and document.body else None
