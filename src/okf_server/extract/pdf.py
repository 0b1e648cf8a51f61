"""Read PDF files: every block with its page and its boxes."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import merge
from pathlib import Path
from typing import Any

from okf_server.extract import ocr
from okf_server.extract.compose import compose
from okf_server.extract.embedded import Embedded, with_embedded
from okf_server.extract.layout import LaidOut, lay_out
from okf_server.extract.letters import squeeze
from okf_server.extract.limits import MOST_PAGES
from okf_server.extract.ocr import named
from okf_server.extract.pdf_bidi import Reader
from okf_server.extract.pdf_drafts import Draft, drafts, has_layout, lines_as_drafts
from okf_server.extract.pdf_engine import Reading
from okf_server.extract.pdf_fields import with_fields
from okf_server.extract.pdf_files import embedded_in
from okf_server.extract.pdf_garbled import is_garbled
from okf_server.extract.pdf_glyphs import Glyphs
from okf_server.extract.pdf_headings import with_headings
from okf_server.extract.pdf_hidden import Hidden, find_hidden
from okf_server.extract.pdf_items import whole_lists, with_single_items
from okf_server.extract.pdf_labels import label_runs
from okf_server.extract.pdf_layout import whole_tables, whole_words, without_running
from okf_server.extract.pdf_letters import Mender, are_letters
from okf_server.extract.pdf_outline import Outline
from okf_server.extract.pdf_outline_loops import without_endless_outline
from okf_server.extract.pdf_remarks import Remarks
from okf_server.extract.pdf_salvage import salvaged
from okf_server.extract.pdf_scans import Scans, merged, read_scans
from okf_server.extract.pdf_second import SecondLook, second_look
from okf_server.extract.pdf_stamps import has_poor_layer, is_stamped
from okf_server.extract.pdf_views import views
from okf_server.extract.refusals import (
    ENCRYPTED,
    MISSING,
    NO_TEXT,
    ONLY_HIDDEN,
    TOO_MANY_PAGES,
    first_line,
    unreadable,
)
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Document, Extracted, Failed, Outcome, Partial

_HEADER = b"%PDF-"
_READING = 0.8  # of the time limit: what is left is for putting the pages together
_LAYING_OUT = 0.45  # of the time limit, for layout models
_LOOKING = 0.25  # of the time limit, for what is hidden
_KEPT = 0.98  # of a page's letters: parts of it that have fewer are not all of it
_DEFAULTS = DocumentsConfig()


@dataclass(slots=True, kw_only=True)
class _Read:
    """What was read of a file, page by page."""

    reading: Reading
    hidden: Hidden
    second: SecondLook | None
    remarked_in: SecondLook | None
    files: Embedded
    laid_out: LaidOut
    glyphs: Glyphs
    outline: Outline
    drafts: list[Draft] = field(default_factory=list)
    remarked: list[Draft] = field(default_factory=list)
    without_text: list[int] = field(default_factory=list)
    stamped: list[int] = field(default_factory=list)
    scans: Scans = field(default_factory=Scans)
    garbled: list[int] = field(default_factory=list)
    spelt_out: list[int] = field(default_factory=list)
    labels: dict[int, str] = field(default_factory=dict)
    trouble: str = ""
    salvaged: bool = False


def extract(
    path: Path,
    *,
    documents: DocumentsConfig = _DEFAULTS,
    clock: Callable[[], float] = time.monotonic,
) -> Outcome:
    """The document of a .pdf file; partial where pages are pictures, fail, or come too late.

    `clock` counts seconds, for the limit that `documents` sets.
    """
    try:
        from liteparse import ParseError  # noqa: PLC0415 - not in a core installation
    except ImportError:
        return MISSING
    started, until_ocr = clock(), ocr.deadline(documents)
    data = path.read_bytes()
    # offsets count from the header, and the engine knows a PDF by its first bytes
    data = data[max(data.find(_HEADER), 0) :]
    with second_look(data) as opened:
        listed = salvaged(data) if opened is None else b""
    data = without_endless_outline(listed or data)
    until = started + documents.timeout_s * _LOOKING
    as_filed, data = data, with_fields(data, lambda: clock() < until)
    with second_look(data) as second, second_look(as_filed if data != as_filed else b"") as before:
        if second and second.total > MOST_PAGES:
            return TOO_MANY_PAGES
        hidden = find_hidden(second.document, data, lambda: clock() < until) if second else None
        hidden = hidden or Hidden(data=data)
        laid_out = LaidOut()
        if documents.layout_models is not None:
            seconds = documents.timeout_s * _LAYING_OUT
            laid_out = lay_out(hidden.data, Path(documents.layout_models), seconds)
        deadline = started + documents.timeout_s * _READING
        found = _Read(
            reading=Reading(hidden.data, deadline=deadline, clock=clock),
            hidden=hidden,
            second=second,
            remarked_in=before or second,
            files=_files(before or second, as_filed, lambda: clock() < until),
            laid_out=laid_out,
            glyphs=Glyphs(hidden.data),
            outline=Outline(second.document if second else None),
            salvaged=bool(listed),
        )
        try:
            for parsed in found.reading.pages():
                _read_page(parsed, found)
        except ParseError as error:
            if "password" in str(error).casefold():
                return ENCRYPTED
            _read_by_second(found, first_line(error))
            if found.second is None:
                return unreadable(".pdf", error)
        found.scans = read_scans(
            found.hidden.data, found.without_text, documents, until_ocr, stamped=found.stamped
        )
    found.drafts = merged(found.drafts, found.scans, found.stamped)
    return with_embedded(_outcome(found, documents), found.files)


def _files(look: SecondLook | None, data: bytes, in_time: Callable[[], bool]) -> Embedded:
    return embedded_in(look.document, data, in_time) if look else Embedded()


def _read_page(parsed: Any, found: _Read) -> None:
    number: int = parsed.page_num
    mender = _mender(found, number, parsed.text_items)
    page = found.laid_out.mended(number, mender.mend) or _by_parts(parsed, found)
    if not page and has_layout(parsed):
        page = list(drafts(parsed, mender.mend))
    if not page and found.second:
        lines = found.second.lines(number, parsed.width, parsed.height)
        page = list(lines_as_drafts(parsed, lines, mender.mend))
    page = _in_words(page or list(drafts(parsed, mender.mend)), parsed, found)
    found.drafts += page
    look = found.remarked_in
    if look and (opened := look.page(number)) is not None:
        found.remarked += Remarks().of_page(number, opened)
    opened = found.second.page(number) if found.second else None
    if page and opened is not None and is_stamped(parsed, opened):
        found.stamped.append(number)
        found.without_text.append(number)
    elif number in found.hidden.obscured or _is_scan(parsed, page, opened):
        found.without_text.append(number)
    if is_garbled(parsed):
        found.garbled.append(number)
    if parsed.page_label:
        found.labels[number] = parsed.page_label


def _by_parts(parsed: Any, found: _Read) -> list[Draft]:
    """The blocks of a page that is read part by part; none where it is not, or where that loses text."""
    page: list[Draft] = []
    letters = 0
    for view in views(parsed):
        part = found.reading.part(parsed.page_num, view.turn, view.crop)
        if part is None or not has_layout(part):
            return []
        letters += _letters(part)
        mender = _mender(found, parsed.page_num, part.text_items)
        page += view.placed(list(drafts(part, mender.mend)))
    return page if letters >= _letters(parsed) * _KEPT else []


def _in_words(page: list[Draft], parsed: Any, found: _Read) -> list[Draft]:
    """The blocks of a page, by the second engine where the first reads them letter by letter."""
    if not are_letters(_texts(page)):
        return page
    number, mender = parsed.page_num, _mender(found, parsed.page_num)
    lines = found.second.lines(number, parsed.width, parsed.height) if found.second else []
    again = list(lines_as_drafts(parsed, lines, mender.mend))
    if again and not are_letters(_texts(again)):
        return again
    found.spelt_out.append(number)
    return page


def _texts(page: Sequence[Draft]) -> Iterator[str]:
    for draft in page:
        yield draft.block.text
        for row in draft.block.rows:
            yield from row.cells


def _letters(parsed: Any) -> int:
    return sum(len(squeeze(item.text)) for item in parsed.text_items)


def _read_by_second(found: _Read, trouble: str) -> None:
    """Read with the second engine what the first cannot open: lines of text, without their layout."""
    if found.second is None:
        return
    found.trouble = trouble
    for page in found.second.pages():
        found.reading.total = page.page_num
        lines = found.second.lines(page.page_num, page.width, page.height)
        found.drafts += lines_as_drafts(page, lines, _mender(found, page.page_num).mend)
        if not lines:
            found.without_text.append(page.page_num)


def _mender(found: _Read, number: int, items: Sequence[Any] = ()) -> Mender:
    hidden = [cut for page, cut in found.hidden.left if page == number]
    spelt = found.glyphs.spelt(number, items)
    ordered = Reader(items).ordered
    if found.second is None:
        return Mender(rewritten=[ordered], hidden=hidden, spelt=spelt, words=found.glyphs.words)
    spellings = found.second.spellings(number, items)
    return Mender(
        typeset=spellings.typeset,
        swapped=spellings.swapped,
        rewritten=[ordered, spellings.raised.written],
        hidden=hidden,
        spelt=spelt,
        words=found.glyphs.words,
    )


def _is_scan(parsed: Any, page: Sequence[Draft], opened: Any) -> bool:
    """Whether a page has to be read by OCR in place of what text there is."""
    return not page or (opened is not None and has_poor_layer(parsed, opened))


def _outcome(found: _Read, documents: DocumentsConfig) -> Outcome:
    missing = list(_missing(found, documents))
    if not found.drafts:
        return _nothing(found, documents)
    document = _document(found)
    if missing:
        hint = found.scans.failure.hint if found.scans.failure else ""
        return Partial(document=document, reason="; ".join(missing), hint=hint)
    return Extracted(document=document)


def _document(found: _Read) -> Document:
    total = found.reading.total
    headed = with_headings(with_single_items(found.drafts), found.outline)
    ordered = whole_lists(without_running(headed, total))
    text = whole_words(whole_tables(ordered))
    blocks = [draft.block for draft in merge(text, found.remarked, key=lambda draft: draft.page)]
    details: dict[str, object] = {"pages": total, **found.scans.details}
    if labels := label_runs(found.labels):
        details["page_labels"] = labels
    return compose(
        blocks, details=details, warnings=list(_warnings(found)), hidden=found.hidden.texts
    )


def _nothing(found: _Read, documents: DocumentsConfig) -> Failed:
    reading = found.reading
    if reading.late_from:
        return Failed(
            reason=f"took longer than {documents.timeout_s:g} s",
            hint="Raise documents.timeout_s in okf.yaml, or split the file.",
        )
    scans = found.scans
    if scans.failure or scans.missing:
        return scans.failure or Failed(reason=scans.missing[0], hint=ocr.SCAN_AGAIN)
    if found.hidden.texts:
        return ONLY_HIDDEN
    damaged = found.salvaged or not reading.total
    lost = "no page of it can be read" if damaged else ""
    trouble = found.trouble or next(iter(reading.errors.values()), lost)
    return unreadable(".pdf", trouble) if trouble else NO_TEXT


def _missing(found: _Read, documents: DocumentsConfig) -> Iterator[str]:
    reading = found.reading
    broken = sorted(reading.errors)
    yield from found.scans.missing
    if found.salvaged:
        yield "it is damaged: pages or parts of them may be missing, and their order may be another"
    if found.spelt_out:
        yield f"the words of {named(found.spelt_out)} were read as single letters"
    if broken:
        yield f"{named(broken)} could not be read: {first_line(reading.errors[broken[0]])}"
    if reading.late_from:
        late = f"{reading.late_from} to {reading.total}" if reading.total else "after it"
        yield f"pages {late} were not read within {documents.timeout_s:g} s"


def _warnings(found: _Read) -> Iterator[str]:
    hidden = found.hidden
    yield from found.scans.warnings
    if found.garbled:
        yield f"the text of {named(found.garbled)} may be garbled: its fonts do not say what they show"
    if hidden.pages:
        yield f"text that nobody sees was left out on {named(hidden.pages)}"
    if found.trouble:
        yield f"its layout is not known, only its lines of text: {found.trouble}"
    if found.laid_out.trouble:
        yield f"not all pages were read with the layout models: {found.laid_out.trouble}"
    late = found.reading.late_from
    if hidden.unchecked_from and not 0 < late <= hidden.unchecked_from:
        yield f"no hidden text was looked for from page {hidden.unchecked_from} on"
