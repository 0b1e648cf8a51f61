"""Add documents to a base: read them first, put them in their place only if they can be read."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from okf_server.app.building import worker_count
from okf_server.app.copies import copy, remove_halves, targets_in
from okf_server.app.knowledge import Knowledge
from okf_server.catalog.base import STATE, Base
from okf_server.connectors.folder import FolderConnector
from okf_server.connectors.ignore import FILES
from okf_server.errors import FindingsError, UsageError
from okf_server.ingest.build import build
from okf_server.ingest.report import BuildOptions, BuildReport
from okf_server.model.config import Originals, Rules, SourceConfig, SourceKind
from okf_server.model.item import ItemRecord, State
from okf_server.model.progress import Progress, silent

_STAGED = "documents"
_CACHE = "cache/extraction"


def add_documents(
    knowledge: Knowledge,
    own: Path,
    to: Path,
    files: Sequence[Path],
    *,
    overwrite: bool,
    progress: Progress = silent,
) -> tuple[Path, ...]:
    """Copy files into `to`, a folder in or below the base's folder `own`; those that were not there already.

    A copy of them is built by itself first, so that nothing is put in its place that could not be served.
    Raises FindingsError for what cannot be read, BusyError, and as `targets_in` does; nothing is changed then.
    """
    targets = targets_in(to, files, replace=overwrite)
    base = Base(directory=knowledge.directory, config=knowledge.config)
    _refuse_own(base, targets)
    if not targets:
        return ()
    with knowledge.store.lock(now=knowledge.clock()), knowledge.store.staging() as scratch:
        stage = scratch / _STAGED
        _copy_ignoring(own, to, stage)
        staged = {stage / target.relative_to(own): target for target in targets}
        for copied, target in staged.items():
            copy(targets[target], copied)
        report = _trial(knowledge, base, scratch, progress)
        _refuse_unread(report, [path.relative_to(stage).as_posix() for path in staged])
        _keep_extractions(scratch / STATE / _CACHE, base.state / _CACHE)
        remove_halves(to)
        for number, (copied, target) in enumerate(staged.items()):
            progress("copy", number, len(staged), target.name)
            copy(copied, target)
    return tuple(targets)


def _refuse_own(base: Base, targets: Iterable[Path]) -> None:
    for target in targets:
        if any(target.is_relative_to(own) for own in base.own_files):
            hint = "Rename the document, or choose another folder with --to."
            raise UsageError(f"{target} belongs to the base itself.", hint=hint)


def _copy_ignoring(own: Path, to: Path, stage: Path) -> None:
    """Have the same left out as where the documents go."""
    parts = to.relative_to(own).parts
    for depth in range(len(parts) + 1):
        folder = Path(*parts[:depth])
        for name in FILES:
            if (own / folder / name).is_file():
                copy(own / folder / name, stage / folder / name)


def _trial(knowledge: Knowledge, base: Base, scratch: Path, progress: Progress) -> BuildReport:
    """What a build makes of what is staged, in a base of its own and for keyword search alone."""
    stage = scratch / _STAGED
    source = SourceConfig(kind=SourceKind.FOLDER, path=str(stage), mount="")
    config = replace(base.config, sources=(source,), rules=Rules(), originals=Originals.REFERENCE)
    return build(
        Base(directory=scratch, config=config),
        options=BuildOptions(embeddings=False, workers=worker_count()),
        embedder=None,
        connectors=(FolderConnector(stage, 0, "", exclude=()),),
        now=knowledge.clock(),
        progress=progress,
    )


def _refuse_unread(report: BuildReport, paths: Sequence[str]) -> None:
    records: Mapping[str, ItemRecord] = {record.path: record for record in report.records}
    unread = [record for record in report.records if record.state is State.FAILED]
    unread += [records[path] for path in paths if path in records and not records[path].concept]
    lost = [path for path in paths if path not in records]
    if unread:
        problem, hint = f"{unread[0].path}: {unread[0].reason}", unread[0].hint
    elif lost:
        problem, hint = f"{lost[0]}: not read in that folder", "Choose another one with --to."
    elif report.snapshot is None:
        problem, hint = report.reason, report.hint
    else:
        return
    hint = hint or "See which kinds of documents are read: okf doctor"
    raise FindingsError(f"Nothing was added: {problem}.", hint=hint)


def _keep_extractions(made: Path, kept: Path) -> None:
    """What was read need not be read again."""
    for file in made.glob("*/*"):
        target = kept / file.relative_to(made)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(file, target)
