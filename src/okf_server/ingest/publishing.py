"""Stage what was made, check it, and publish it if it is anything new."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from itertools import chain
from pathlib import Path

from okf_server.index.parts import Part
from okf_server.ingest.compose import Composed, Made
from okf_server.ingest.history import LOG, Staged, log_of, moved_ids
from okf_server.ingest.inputs import content_digest
from okf_server.ingest.keeping import BUNDLE, Kept
from okf_server.ingest.metadata import GENERATOR
from okf_server.ingest.stage import Searched, write_parts
from okf_server.model.manifest import Manifest
from okf_server.model.progress import Progress
from okf_server.model.seams import Vector
from okf_server.okf.check import check_bundle
from okf_server.okf.findings import CONFORMANCE, Finding
from okf_server.okf.frontmatter import Parsed, emit, parse
from okf_server.snapshot.disk import Digested, digests
from okf_server.snapshot.manifest import FORMATS
from okf_server.snapshot.store import Snapshot, Store

_SURELY_READ = 32_000  # characters; readers give up on a quarter of a million


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """All that a snapshot is made of, and the one before it; `anew` publishes even what equals that one."""

    base: str
    title: str
    inputs: str
    ways: str
    composed: Composed
    parts: Sequence[Part]
    vectors: Sequence[Vector] | None
    embedder: str | None
    hashes: Sequence[str]
    warnings: tuple[str, ...]
    old: Snapshot | None
    anew: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Invalid:
    """The bundle would break the format; that is a fault of this program or a new kind of input."""

    findings: tuple[Finding, ...]


def publish(
    candidate: Candidate, store: Store, *, now: datetime, progress: Progress
) -> Snapshot | Invalid | None:
    """Publish a candidate; None where it equals the snapshot before it. Raises StorageError."""
    with store.staging() as directory:
        write_parts(
            directory,
            candidate.composed.made,
            Searched(
                parts=candidate.parts,
                vectors=candidate.vectors,
                embedder=candidate.embedder,
                hashes=candidate.hashes,
                previous=None if candidate.anew or candidate.old is None else candidate.old.path,
            ),
            title=candidate.title,
            progress=progress,
        )
        progress("check", 0, 0, "")
        findings = _conformance(directory / BUNDLE, candidate.composed.made, now)
        if findings:
            return Invalid(findings=findings)
        progress("publish", 0, 0, "")
        old = None if candidate.anew else candidate.old
        before = Digested(path=old.path, files=old.manifest.files) if old else None
        files = digests(directory, before=before)
        manifest = _manifest(candidate, files, store, now=now)
        if old and old.manifest.content == manifest.content:
            return None
        completes = old.id if old and _only_adds_vectors(old.manifest, manifest) else ""
        whole = _with_history(candidate, manifest, directory / BUNDLE)
        return store.publish(directory, whole, completes=completes)


def _only_adds_vectors(old: Manifest, new: Manifest) -> bool:
    return bool(new.embedder) and not old.embedder and _bundle(old) == _bundle(new)


def _bundle(manifest: Manifest) -> dict[str, str]:
    """The digests of all files of the bundle but its history."""
    log = f"{BUNDLE}/{LOG}"
    inside = f"{BUNDLE}/"
    return {
        name: digest
        for name, digest in manifest.files.items()
        if name.startswith(inside) and name != log
    }


def _conformance(bundle: Path, made: Sequence[Made | Kept], now: datetime) -> tuple[Finding, ...]:
    report = check_bundle(chain(_concepts(made), _listings(bundle)), now=now)
    return tuple(finding for finding in report.findings if finding.code in CONFORMANCE)


def _concepts(made: Sequence[Made | Kept]) -> Iterator[tuple[str, Parsed]]:
    """The concepts' files as they are read, without their bodies: conformance is about frontmatter.

    What is kept conforms, because it was published.
    """
    for one in made:
        if isinstance(one, Made):
            yield f"{one.concept.id}.md", _as_read(one)


def _as_read(one: Made) -> Parsed:
    """What reading a concept's file gives: what was written, unless that is too long to be read."""
    if one.data is not None:
        return parse(one.data)
    meta = dict(one.concept.meta)
    if len(repr(meta)) > _SURELY_READ:
        return parse(emit(meta, ""))
    return Parsed(meta=meta, body="", body_line=1, present=True)


def _listings(bundle: Path) -> Iterator[tuple[str, bytes]]:
    for path in bundle.rglob("index.md"):
        yield path.relative_to(bundle).as_posix(), path.read_bytes()


def _manifest(
    candidate: Candidate, files: dict[str, str], store: Store, *, now: datetime
) -> Manifest:
    """The manifest without its history; the id has the time in UTC and the beginning of the content's digest."""
    utc = now.astimezone(UTC)
    draft = Manifest(
        id="",
        base=candidate.base,
        published=utc.isoformat(timespec="seconds").replace("+00:00", "Z"),
        formats=FORMATS,
        generator=GENERATOR,
        inputs=candidate.inputs,
        ways=candidate.ways,
        content="",
        embedder=candidate.embedder,
        items=candidate.composed.records,
        access=candidate.composed.access,
        warnings=candidate.warnings,
        files=files,
    )
    content = content_digest(draft)
    return replace(draft, id=store.free_id(f"{utc:%Y%m%dT%H%M%SZ}-{content[:6]}"), content=content)


def _with_history(candidate: Candidate, manifest: Manifest, bundle: Path) -> Manifest:
    """Write log.md, and complete the manifest by it and by the ids that moved."""
    made = candidate.composed.made
    titles = {one.record.concept: one.title for one in made}
    staged = Staged(manifest=manifest, bundle=bundle, titles=titles)
    data = log_of(candidate.old, staged, day=manifest.published[:10]).encode()
    (bundle / LOG).write_bytes(data)
    return replace(
        manifest,
        files={**manifest.files, f"{BUNDLE}/{LOG}": sha256(data).hexdigest()},
        moved=moved_ids(candidate.old.manifest if candidate.old else None, manifest),
    )
