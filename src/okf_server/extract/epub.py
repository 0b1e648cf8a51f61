"""Read e-books: the chapters in their order as one page, by the reader of web pages."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from okf_server.extract import epub_chapters, web
from okf_server.extract.epub_package import Package, open_package
from okf_server.extract.limits import LARGEST_TEXT
from okf_server.extract.refusals import MISSING, NO_TEXT, for_these_reasons
from okf_server.model.document import Extracted, Failed, Outcome, Partial

_TOO_LONG = f"more than {LARGEST_TEXT >> 20} MB of text; the chapters after that are left out"


def extract(path: Path) -> Outcome:
    """The document of an .epub file; `block` of a place counts through all chapters."""
    package = open_package(path)
    if isinstance(package, Failed):
        return package
    missing: list[str] = []
    with package:
        try:
            chapters = list(_chapters(package, missing))
        except ImportError:
            return MISSING
    outcome = _read("\n".join(chapters)) if any(chapters) else NO_TEXT
    if not isinstance(outcome, Extracted | Partial):
        return for_these_reasons(outcome, list(dict.fromkeys(missing)))
    document = replace(
        outcome.document,
        title=package.title or outcome.document.title,
        details={**outcome.document.details, **package.details},
    )
    if missing:
        return Partial(document=document, reason="; ".join(dict.fromkeys(missing)))
    return replace(outcome, document=document)


def _chapters(package: Package, missing: list[str]) -> Iterator[str]:
    """The body of each chapter as HTML; what cannot be read goes to `missing`."""
    room = LARGEST_TEXT
    for name in package.spine:
        data = package.read(name, room)
        if isinstance(data, Failed):
            missing.append(data.reason)
            continue
        room -= len(data)
        if room < 0:
            missing.append(_TOO_LONG)
            return
        body, cut = epub_chapters.body(data, package.labels.get(name, ""))
        missing += [cut] if cut else []
        yield body


def _read(body: str) -> Outcome:
    page = f"<!DOCTYPE html><html><head><meta charset='utf-8'></head><body>{body}</body></html>"
    with tempfile.TemporaryDirectory(prefix="okf-") as folder:
        path = Path(folder) / "chapters.html"
        path.write_text(page, encoding="utf-8", errors="replace")
        return web.extract(path)
