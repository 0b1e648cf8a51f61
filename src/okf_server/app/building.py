"""Build a base with the adapters that its configuration asks for."""

import gc
import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

from okf_server.app.adapters import connectors_for
from okf_server.app.deeds import Deed
from okf_server.app.knowledge import Knowledge
from okf_server.app.models import shared_out
from okf_server.catalog.base import Base
from okf_server.errors import ModelError
from okf_server.extract.ocr import engine_for
from okf_server.extract.ocr_languages import refuse_unknown
from okf_server.ingest.build import build
from okf_server.ingest.report import BuildOptions, BuildReport
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Failed
from okf_server.model.progress import Progress, silent
from okf_server.model.seams import Embedder

_MOST_WORKERS = 8
_OBJECTS_A_COLLECTION = 200_000


def build_base(
    knowledge: Knowledge, options: BuildOptions, *, progress: Progress = silent
) -> BuildReport:
    """Read the sources of a base and publish what became of them; raises OkfError.

    Where the model is not installed the base is built for keyword search, and a warning says so.
    """
    base = Base(directory=knowledge.directory, config=knowledge.config)
    deed = Deed(knowledge, "build")
    unread = _unread_scans(knowledge.config.documents.ocr)
    # Threads, not processes: the engines leave the lock of the interpreter while they compute, two threads
    # embed twice as much as one, and the model is in memory once.
    with ThreadPoolExecutor(worker_count()) as executor, _few_collections(), deed.failing():
        embedder, warnings = _embedder(knowledge, options, executor)
        report = build(
            base,
            options=replace(options, workers=worker_count()),
            embedder=embedder,
            connectors=connectors_for(base),
            now=knowledge.clock(),
            progress=progress,
        )
    report = replace(report, warnings=(*warnings, *unread, *report.warnings))
    return _recorded(deed, report)


def _recorded(deed: Deed, report: BuildReport) -> BuildReport:
    """The report, with a warning where the build could not be recorded."""
    items = {state.value: number for state, number in report.totals.items()}
    published = [report.snapshot] if report.published and report.snapshot else []
    unwritten = deed.done(report.ending.value, published, items=items)
    if report.removed:
        unwritten = deed.done("ok", report.removed, what="prune") or unwritten
    return replace(report, warnings=(*report.warnings, unwritten)) if unwritten else report


def _unread_scans(languages: str) -> tuple[str, ...]:
    """A warning where the operator names languages that scans cannot be read in here; raises ConfigError.

    Of the default nothing is said before a scan comes: most bases have none.
    """
    refuse_unknown(languages)
    engine = engine_for(languages)
    if languages == DocumentsConfig().ocr or not isinstance(engine, Failed):
        return ()
    return (
        f"documents.ocr: {languages}: no scan or picture can be read: {engine.reason}. {engine.hint}",
    )


def _embedder(
    knowledge: Knowledge, options: BuildOptions, executor: Executor
) -> tuple[Embedder | None, tuple[str, ...]]:
    if not options.embeddings:
        return None, ()
    try:
        embedder = knowledge.embedder()
    except ModelError as error:
        return None, (f"keyword search alone: {error}",)
    return embedder and shared_out(embedder, executor, knowledge.config.search.embedder), ()


@contextmanager
def _few_collections() -> Iterator[None]:
    """Collect cycles seldom: a build makes millions of small objects, and hardly a cycle among them."""
    before = gc.get_threshold()
    gc.set_threshold(_OBJECTS_A_COLLECTION)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def worker_count() -> int:
    """One process for each processor that this one may use."""
    return min(len(os.sched_getaffinity(0)), _MOST_WORKERS)
