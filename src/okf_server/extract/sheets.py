"""Read workbooks: each row of a table with its sheet and cell range, values as the sheet displays them.

Packages are read by their own XML, binary workbooks through python-calamine, which also takes over where a
package's XML is damaged. A formula is never computed: the result that the file holds is what a person saw.
Macros are never looked at.
"""

import zipfile
from pathlib import Path

from okf_server.extract.embedded import with_embedded
from okf_server.extract.embedded_office import embedded_in
from okf_server.extract.limits import MOST_CELLS
from okf_server.extract.opc import DAMAGED, Package
from okf_server.extract.refusals import ENCRYPTED, MISSING, for_these_reasons, unreadable
from okf_server.extract.sheets_binary import read_binary
from okf_server.extract.sheets_facts import Facts
from okf_server.extract.sheets_grid import Budget
from okf_server.extract.sheets_open import read_open_document
from okf_server.extract.sheets_package import Workbook
from okf_server.model.document import Failed, Outcome

_UNFORMATTED = "read without its number formats: the package is damaged"


def extract(path: Path) -> Outcome:
    """The document of an .xlsx or .xlsm file: a heading for each sheet, below it the tables in it.

    Hidden sheets are read as well and named in `details`; hidden rows and columns are kept apart. A merged cell's
    value stands once.
    """
    facts = Facts()
    try:
        with Package(path) as package:
            workbook = Workbook(package, facts)
            found = facts.document(workbook.sheets(Budget(MOST_CELLS)))
            files = embedded_in(package)
            return with_embedded(for_these_reasons(found, package.damage), files)
    except ImportError:
        return MISSING
    except (zipfile.BadZipFile, *DAMAGED) as error:
        found = _calamine(path, Facts(cuts=[_UNFORMATTED]))
        unread = isinstance(found, Failed) and found is not ENCRYPTED
        return unreadable(".xlsx", error) if unread else found


def extract_binary(path: Path) -> Outcome:
    """The document of an .xls or .xlsb file."""
    return _calamine(path, Facts())


def extract_open_document(path: Path) -> Outcome:
    """The document of an .ods file."""
    facts = Facts()
    try:
        with Package(path) as package:
            found = facts.document(read_open_document(package, Budget(MOST_CELLS)))
            return for_these_reasons(found, package.damage)
    except ImportError:
        return MISSING
    except (zipfile.BadZipFile, *DAMAGED) as error:
        return unreadable(".ods", error)


def _calamine(path: Path, facts: Facts) -> Outcome:
    try:
        import python_calamine as calamine  # noqa: PLC0415 - not in a core installation
    except ImportError:
        return MISSING
    try:
        return facts.document(read_binary(path, Budget(MOST_CELLS)))
    except (calamine.PasswordError, PermissionError):
        return ENCRYPTED
    except (calamine.CalamineError, OSError, ValueError) as error:
        return unreadable(".xlsb" if zipfile.is_zipfile(path) else ".xls", error)
