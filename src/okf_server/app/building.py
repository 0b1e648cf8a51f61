"""Build a base with the adapters that its configuration asks for."""

import os
from dataclasses import replace

from okf_server.app.adapters import connectors_for
from okf_server.app.knowledge import Knowledge
from okf_server.catalog.base import Base
from okf_server.errors import ModelError
from okf_server.ingest.build import build
from okf_server.ingest.report import BuildOptions, BuildReport
from okf_server.model.progress import Progress, silent
from okf_server.model.seams import Embedder

_MOST_WORKERS = 8


def build_base(
    knowledge: Knowledge, options: BuildOptions, *, progress: Progress = silent
) -> BuildReport:
    """Read the sources of a base and publish what became of them; raises OkfError.

    Where the model is not installed the base is built for keyword search, and a warning says so.
    """
    embedder, warnings = _embedder(knowledge, options)
    report = build(
        Base(directory=knowledge.directory, config=knowledge.config),
        options=replace(options, workers=_workers()),
        embedder=embedder,
        connectors=connectors_for(knowledge.config, knowledge.directory),
        now=knowledge.clock(),
        progress=progress,
    )
    return replace(report, warnings=(*warnings, *report.warnings))


def _embedder(
    knowledge: Knowledge, options: BuildOptions
) -> tuple[Embedder | None, tuple[str, ...]]:
    if not options.embeddings:
        return None, ()
    try:
        return knowledge.embedder(), ()
    except ModelError as error:
        return None, (f"keyword search alone: {error}",)


def _workers() -> int:
    """One process for each processor that this one may use."""
    return min(len(os.sched_getaffinity(0)), _MOST_WORKERS)
