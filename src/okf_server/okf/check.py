"""Check a bundle: the three rules of conformance apart from the quality of what stands in it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from okf_server.okf.checks.across import Seen, check_links, check_paths, check_shared
from okf_server.okf.checks.body import check_footnotes, check_text, lines_at
from okf_server.okf.checks.concept import check_lifecycle, check_names, check_tags, check_type
from okf_server.okf.checks.provenance import (
    check_generated,
    check_sources,
    check_stale,
    check_verified,
)
from okf_server.okf.checks.reserved import check_index, check_log
from okf_server.okf.findings import CONFORMANCE, Finding, finding
from okf_server.okf.frontmatter import Parsed, parse
from okf_server.okf.ids import RESERVED
from okf_server.okf.links import links
from okf_server.okf.trust import text_of

_MOST_IN_A_FILE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a check found, ordered by path and line.

    `concepts` counts the concept files. `conformant` is section 11 of the specification alone: no OKF001,
    OKF018 or OKF019; errors of other codes are errors all the same.
    """

    concepts: int
    findings: tuple[Finding, ...]
    conformant: bool


def check_bundle(
    files: Iterable[tuple[str, bytes | Parsed]],
    *,
    now: datetime,
    required_tags: Sequence[str] = (),
) -> Report:
    """Check files by their path inside the bundle; one bad file never hides another.

    A file is its bytes, or what reading them gives. Files that are no Markdown are looked at only as what
    links lead to, so their bytes may be empty.
    """
    findings: list[Finding] = []
    seen: list[Seen] = []
    others: list[str] = []
    for path, data in sorted(files, key=lambda each: each[0]):
        if not path.endswith(".md"):
            others.append(path)
            continue
        parsed = data if isinstance(data, Parsed) else parse(data)
        findings += (
            replace(each, path=path) for each in _of_file(path, parsed, now, required_tags)
        )
        seen.append(_seen(path, parsed))
    concepts = [each for each in seen if not _is_reserved(each.path)]
    findings += check_shared(concepts)
    findings += check_paths([*(each.path for each in seen), *others])
    findings += check_links(seen, others)
    return Report(
        concepts=len(concepts),
        findings=tuple(sorted(_bounded(sorted(findings, key=_order)), key=_order)),
        conformant=all(each.code not in CONFORMANCE for each in findings),
    )


def _order(each: Finding) -> tuple[str, int, str, str]:
    return (each.path, each.line or 0, each.code, each.message)


def _is_reserved(path: str) -> bool:
    return path.rpartition("/")[2].removesuffix(".md") in RESERVED


def _of_file(
    path: str, parsed: Parsed, now: datetime, required_tags: Sequence[str]
) -> Iterator[Finding]:
    name = path.rpartition("/")[2]
    if not _is_reserved(path):
        yield from parsed.findings
        yield from _of_concept(parsed, now, required_tags)
        return
    yield from _of_reserved(parsed)
    yield from check_log(parsed) if name == "log.md" else check_index(parsed, is_root=name == path)


def _of_reserved(parsed: Parsed) -> Iterator[Finding]:
    """What reading a reserved file noticed; a rule between lines is no frontmatter there."""
    for each in parsed.findings:
        if each.code != "OKF018":
            yield each
        elif parsed.present:
            yield finding("OKF019", each.message, line=each.line)


def _of_concept(parsed: Parsed, now: datetime, required_tags: Sequence[str]) -> Iterator[Finding]:
    if not parsed.present:
        if all(each.code != "OKF018" for each in parsed.findings):
            yield finding("OKF018", "there is no frontmatter", line=1)
        return
    meta = parsed.meta
    yield from check_type(meta)
    yield from check_names(meta)
    yield from check_tags(meta, required_tags)
    yield from check_lifecycle(meta)
    yield from check_generated(meta)
    yield from check_verified(meta)
    yield from check_sources(meta)
    yield from check_stale(meta, now)
    yield from check_text(parsed)
    yield from check_footnotes(parsed)


def _seen(path: str, parsed: Parsed) -> Seen:
    found = links(parsed.body)
    return Seen(
        path=path,
        title=text_of(parsed.meta, "title"),
        type=text_of(parsed.meta, "type"),
        okf_id=text_of(parsed.meta, "okf_id"),
        links=tuple(zip(found, lines_at(parsed, (link.start for link in found)), strict=True)),
    )


def _bounded(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings but for what repeats one code in one file beyond all use."""
    counts: Counter[tuple[str, str]] = Counter()
    for each in findings:
        place = (each.path, each.code)
        counts[place] += 1
        if counts[place] <= _MOST_IN_A_FILE:
            yield each
    for (path, code), count in counts.items():
        if count > _MOST_IN_A_FILE:
            message = f"{count - _MOST_IN_A_FILE} more findings of this code in the file"
            yield finding(code, message, path=path)
