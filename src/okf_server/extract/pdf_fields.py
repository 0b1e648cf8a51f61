"""Make what is written into the fields of a PDF form, and in notes on its pages, a part of the pages.

Readers of text pass over annotations, but a person sees them: the name in a form, a typed remark.
"""

import io
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

_MARKS = re.compile(rb"/(?:AcroForm|FreeText|Widget)\b")
_KEPT = 0.98  # share of a page's words that must still be read
_DONE = 1  # what the engine answers where it has changed a page


def with_fields(data: bytes, in_time: Callable[[], bool]) -> bytes:
    """The file with fields and typed remarks as text of its pages; as it is where that would cost words."""
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        return data
    try:
        if not _MARKS.search(data) and document.get_formtype() == pypdfium2.raw.FORMTYPE_NONE:
            return data
        document.init_forms()
        changed = [_flatten(document, index) for index in range(len(document)) if in_time()]
        if not any(changed) or not all(kept is not False for kept in changed):
            return data
        file = io.BytesIO()
        document.save(file)
        return file.getvalue()
    except pypdfium2.PdfiumError:
        return data
    finally:
        document.close()


def _flatten(document: Any, index: int) -> bool | None:
    """Make the annotations of a page a part of it: None where it has none, else whether its words are kept."""
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    page = document[index]
    kinds = (pypdfium2.raw.FPDF_ANNOT_WIDGET, pypdfium2.raw.FPDF_ANNOT_FREETEXT)
    if not any(_kind(page, number) in kinds for number in range(_count(page))):
        page.close()
        return None
    before = _words(page)
    done = flatten(page)
    page.close()
    if not done:
        return None
    after = _words(document[index])
    return (before & after).total() >= before.total() * _KEPT


def flatten(page: Any) -> bool:
    """Make the annotations of a page a part of it; whether it has changed.

    The engine forgets a size that a page has from its file, and gives it that of American paper.
    """
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    if page.get_mediabox(fallback_ok=False) is None:
        page.set_mediabox(*page.get_bbox())
    done = pypdfium2.raw.FPDFPage_Flatten(page, pypdfium2.raw.FLAT_NORMALDISPLAY)
    return bool(done == _DONE)


def _count(page: Any) -> int:
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    return int(pypdfium2.raw.FPDFPage_GetAnnotCount(page))


def _kind(page: Any, number: int) -> int:
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    annotation = pypdfium2.raw.FPDFPage_GetAnnot(page, number)
    try:
        return int(pypdfium2.raw.FPDFAnnot_GetSubtype(annotation))
    finally:
        pypdfium2.raw.FPDFPage_CloseAnnot(annotation)


def _words(page: Any) -> Counter[str]:
    textpage = page.get_textpage()
    words = Counter[str](textpage.get_text_range().split())
    textpage.close()
    return words
