"""Build a base: from its sources to a published snapshot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from math import ceil
from time import monotonic

from okf_server.catalog.base import Base
from okf_server.catalog.config import read_rules
from okf_server.errors import FormatVersionError, ModelError, StorageError
from okf_server.extract.cache import ExtractionCache
from okf_server.extract.pool import Pool
from okf_server.extract.registry import Readers, open_readers
from okf_server.index.vector_cache import VectorCache
from okf_server.ingest.compose import Composed, compose
from okf_server.ingest.guards import refusal
from okf_server.ingest.guidance import guidance
from okf_server.ingest.held import Held
from okf_server.ingest.inputs import inputs_digest, ways_digest
from okf_server.ingest.keep import forget_originals, keep_originals
from okf_server.ingest.keeping import Kept, keep
from okf_server.ingest.members import with_members
from okf_server.ingest.notices import notices
from okf_server.ingest.overlap import refuse_overlap
from okf_server.ingest.plan import Plan, plan
from okf_server.ingest.pruning import prune_extractions, prune_vectors
from okf_server.ingest.publishing import Candidate, Invalid, publish
from okf_server.ingest.reading import Originals, Reading, read_all, recognised, sniffed
from okf_server.ingest.report import BuildOptions, BuildReport, Ending
from okf_server.ingest.stage import parts_of
from okf_server.ingest.vectors import embed, look_up_parts
from okf_server.model.config import Originals as OriginalsKept
from okf_server.model.config import Rules
from okf_server.model.item import Listing, State
from okf_server.model.manifest import Manifest
from okf_server.model.progress import Progress, silent
from okf_server.model.seams import Connector, Embedder
from okf_server.okf.findings import Finding
from okf_server.snapshot.store import Snapshot, Store
from okf_server.snapshot.verify import verify


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """One build: what it was asked for and what it works with; `embedder` is None for keyword search."""

    base: Base
    options: BuildOptions
    embedder: Embedder | None
    connectors: Sequence[Connector]
    store: Store
    now: datetime
    progress: Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sources:
    """What the sources hold and their owners say, and the digest of all that goes into the build."""

    listings: tuple[Listing, ...]
    owners: tuple[Rules, ...]
    inputs: str
    ways: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """What became of the items."""

    composed: Composed
    originals: Originals
    title: str
    warnings: tuple[str, ...]
    converted: int


def build(
    base: Base,
    *,
    options: BuildOptions,
    embedder: Embedder | None,
    connectors: Sequence[Connector],
    now: datetime,
    progress: Progress = silent,
) -> BuildReport:
    """Read the sources of a base and publish what became of them, unless nothing has changed.

    `connectors` stand in the order of the base's sources. What keeps the build from its work raises:
    BusyError, ConfigError, SourceError, StorageError, ModelError; the snapshot that is served stays. What it
    found in the items is in the report.
    """
    started = monotonic()
    store = Store(base.state)
    run = _Run(
        base=base,
        options=options,
        embedder=embedder if options.embeddings else None,
        connectors=connectors,
        store=store,
        now=now,
        progress=progress,
    )
    with store.lock(now=now):
        store.clean()
        report = _build(run)
    return replace(report, seconds=monotonic() - started)


def _build(run: _Run) -> BuildReport:
    sources = _sources(run)
    old, lost = _current(run.store)
    damaged = _damage(old) if old else ()
    same = old is not None and old.manifest.inputs == sources.inputs and not damaged
    if old and same and not _may_read_more(old.manifest):
        return _unchanged(old)
    work = _work(run, sources, None if damaged else old)
    if old and same and old.manifest.items == work.composed.records:
        return _unchanged(old)
    report = BuildReport(
        ending=Ending.UNCHANGED,
        snapshot=old.id if old else None,
        records=work.composed.records,
        warnings=(*lost, *damaged, *work.warnings),
        converted=work.converted,
    )
    refused = refusal(old.manifest.items if old else None, work.composed.records, run.options)
    if refused:
        ending, reason, hint = refused
        return replace(report, ending=ending, reason=reason, hint=hint)
    return _finish(run, work, report, sources=sources, before=(old, bool(damaged)))


def _sources(run: _Run) -> _Sources:
    """List all sources; raises SourceError where one cannot be listed whole.

    Raises ConfigError for its rules, and where two sources hold the same files.
    """
    listings: list[Listing] = []
    owners: list[Rules] = []
    for source, connector in zip(run.base.config.sources, run.connectors, strict=True):
        before = sum(len(one.items) for one in listings)
        run.progress("list", before, 0, source.path)
        listing = connector.list(progress=_counting_on(run.progress, before))
        listings.append(listing)
        name = f"{source.path}/_okf.yaml"
        owners.append(Rules() if listing.rules is None else read_rules(listing.rules, name))
    refuse_overlap(run.base.config.sources, listings)
    embedder = run.embedder.identity if run.embedder else None
    inputs = inputs_digest(run.base.config, listings, owners, embedder=embedder)
    ways = ways_digest(run.base.config, owners)
    return _Sources(listings=tuple(listings), owners=tuple(owners), inputs=inputs, ways=ways)


def _counting_on(progress: Progress, before: int) -> Progress:
    """The progress of one source, told as that of all of them."""
    return lambda stage, done, total, current: progress(stage, before + done, total, current)


def _current(store: Store) -> tuple[Snapshot | None, tuple[str, ...]]:
    """The snapshot that is served; one that cannot be read is as none, and that is said."""
    try:
        return store.current(), ()
    except (FormatVersionError, StorageError) as error:
        return None, (f"{error.message} Its history is not carried over.",)


def _damage(old: Snapshot) -> tuple[str, ...]:
    """A warning where the published snapshot is not what its manifest says: it is then made anew."""
    try:
        problems = verify(old).problems
    except OSError as error:
        problems = (str(error),)
    if not problems:
        return ()
    return (f"the published snapshot is damaged ({problems[0]}); it is made anew",)


def _may_read_more(manifest: Manifest) -> bool:
    """Whether a reader failed with an item: it may have been short of time or memory."""
    return any(record.state is State.FAILED and record.extractor for record in manifest.items)


def _unchanged(old: Snapshot) -> BuildReport:
    return BuildReport(
        ending=Ending.UNCHANGED,
        snapshot=old.id,
        records=old.manifest.items,
        warnings=old.manifest.warnings,
    )


def _work(run: _Run, sources: _Sources, old: Snapshot | None) -> _Work:
    """What becomes of the items; what cannot have changed since a snapshot is kept as it is there."""
    config = run.base.config
    rules = guidance(config, sources.owners)
    known = open_readers(config.documents)
    originals = Originals(run.connectors)
    sniff = partial(sniffed, originals=originals, known=known)
    planned = plan(sources.listings, config.sources, known, sniffed=sniff)
    kept = keep(planned.planned, old, ways=sources.ways)
    planned, reading = _read(run, planned, kept, originals=originals, known=known)
    composed = compose(planned, {**kept, **reading.outcomes}, rules, originals)
    return _Work(
        composed=composed,
        originals=originals,
        title=rules.title,
        warnings=notices(composed.made, composed.records, rules),
        converted=reading.converted,
    )


def _read(
    run: _Run,
    planned: Plan,
    kept: Mapping[str, Kept],
    *,
    originals: Originals,
    known: Readers,
) -> tuple[Plan, Reading]:
    """The outcome of every item that is not kept, and of what was found in them."""
    documents = run.base.config.documents
    cache = _extractions(run)
    with (
        Held() as held,
        Pool(run.options.workers, documents.timeout_s, documents=documents) as pool,
    ):
        read = partial(read_all, cache=cache, pool=pool, held=held)
        left = [one for one in planned.planned if one.item.path not in kept]
        new = {one.item.path: one for one in recognised(left, originals, known)}
        reading = read(tuple(new.values()), originals, run.progress)
        whole = tuple(new.get(one.item.path, one) for one in planned.planned)
        planned = replace(planned, planned=whole)
        return with_members(
            planned, reading, known=known, held=held, read=read, progress=run.progress
        )


def _extractions(run: _Run) -> ExtractionCache:
    return ExtractionCache(run.base.state / "cache" / "extraction")


def _finish(
    run: _Run,
    work: _Work,
    report: BuildReport,
    *,
    sources: _Sources,
    before: tuple[Snapshot | None, bool],
) -> BuildReport:
    config = run.base.config
    if config.originals is OriginalsKept.COPY:
        keep_originals(run.base.state, work.composed.made, work.originals)
    candidate = Candidate(
        base=config.name,
        title=work.title,
        inputs=sources.inputs,
        composed=work.composed,
        ways=sources.ways,
        parts=parts_of(work.composed.made),
        vectors=None,
        embedder=None,
        hashes=(),
        warnings=work.warnings,
        old=before[0],
        anew=before[1],
    )
    if run.embedder is None:
        return _published(run, candidate, report)
    return _with_vectors(run, candidate, report, model=run.embedder, sources=sources)


def _with_vectors(
    run: _Run, candidate: Candidate, report: BuildReport, *, model: Embedder, sources: _Sources
) -> BuildReport:
    """Publish with vectors. Where these take long or fail, and none are served yet, publish first without them."""
    started = monotonic()
    cache = VectorCache(run.base.state / "cache" / "vectors.db")
    texts = look_up_parts(candidate.parts, model.identity, cache)
    served = candidate.old.manifest.embedder if candidate.old else None
    first = served != model.identity
    if first and len(texts.missing) >= run.options.vectors_later:
        report = _for_keywords(run, candidate, report, sources)
        if report.ending is Ending.INVALID:
            return report
        candidate = replace(candidate, old=run.store.current(), anew=False)
    try:
        embedded = embed(texts, model, cache, progress=run.progress)
    except ModelError as error:
        if not first:
            raise
        if not report.published:
            report = _for_keywords(run, candidate, report, sources)
        if report.ending is Ending.INVALID:
            return report
        failed = error.message.removesuffix(".")
        message = (
            f"{failed}. The base is published for keyword search; the next build makes the vectors."
        )
        raise ModelError(message, hint=error.hint) from error
    candidate = replace(
        candidate, vectors=embedded.vectors, embedder=model.identity, hashes=texts.hashes
    )
    report = replace(report, embedded=embedded.made)
    report = _published(run, candidate, report, after_s=monotonic() - started)
    if report.published:
        used = (model.identity, texts.hashes)
        prune_vectors(cache, run.store, used, now=run.now, days=run.base.config.cache_days)
    return report


def _for_keywords(
    run: _Run, candidate: Candidate, report: BuildReport, sources: _Sources
) -> BuildReport:
    """What became of a candidate without its vectors, as of a base that wants none."""
    inputs = inputs_digest(run.base.config, sources.listings, sources.owners, embedder=None)
    return _published(run, replace(candidate, inputs=inputs), report)


def _published(
    run: _Run, candidate: Candidate, report: BuildReport, *, after_s: float = 0.0
) -> BuildReport:
    """What became of a candidate, so many seconds after the build began to publish."""
    now = run.now + timedelta(seconds=ceil(after_s) if report.published else 0)
    result = publish(candidate, run.store, now=now, progress=run.progress)
    match result:
        case None:
            return report
        case Invalid(findings=findings):
            return _invalid(report, findings)
        case Snapshot(id=name):
            removed = run.store.prune(run.options.keep or run.base.config.keep)
            forget_originals(run.base.state, run.store)
            days = run.base.config.cache_days
            prune_extractions(_extractions(run), run.store, now=run.now, days=days)
            removed = (*report.removed, *removed)
            return replace(report, ending=Ending.PUBLISHED, snapshot=name, removed=removed)


def _invalid(report: BuildReport, findings: Sequence[Finding]) -> BuildReport:
    first = findings[0]
    return replace(
        report,
        ending=Ending.INVALID,
        reason=f"The bundle would break the format: {first.path}: {first.message} ({first.code}).",
        hint="This is a fault of okf-server: report it with the file. The snapshot before keeps serving.",
    )
