"""Run a build and say what it did."""

from collections.abc import Iterator
from typing import Any

from okf_server.app import Knowledge
from okf_server.app.building import build_base
from okf_server.cli.call import Call
from okf_server.cli.counting import counted
from okf_server.cli.items import items_json, totals, totals_line, trouble_lines, warning_lines
from okf_server.cli.output import show, show_json, tell
from okf_server.cli.program import program
from okf_server.cli.progress import reporter
from okf_server.ingest.report import BuildOptions, BuildReport, Ending

_ENDINGS = {
    Ending.PUBLISHED: "published",
    Ending.UNCHANGED: "nothing has changed; still published",
}


def build_and_tell(call: Call, knowledge: Knowledge, options: BuildOptions) -> int:
    """Build a base with progress on stderr; the exit code."""
    progress, close = reporter(quiet=call.as_json)
    try:
        report = build_base(knowledge, options, progress=progress)
    finally:
        close()
    if call.as_json:
        show_json(_json(report, knowledge))
    else:
        show(_lines(report, verbose=call.verbose))
        tell(*_next(report, knowledge))
    return report.exit_code


def _lines(report: BuildReport, *, verbose: bool) -> Iterator[str]:
    yield totals_line(report.records)
    yield from trouble_lines(report.records, all_of_them=verbose)
    yield from warning_lines(report.warnings, all_of_them=verbose)
    if verbose:
        yield f"{report.converted} converted, {counted(report.embedded, 'passage')} embedded"
    if report.ending in _ENDINGS:
        yield f"{_ENDINGS[report.ending]}: {report.snapshot} ({report.seconds:.1f} s)"


def _next(report: BuildReport, knowledge: Knowledge) -> Iterator[str]:
    """What stands in the way, or what to do now."""
    if report.ending not in _ENDINGS:
        yield f"error: {report.reason}"
        if report.hint:
            yield f"hint: {report.hint}"
        if report.snapshot:
            yield f"The snapshot {report.snapshot} keeps serving."
    elif report.published:
        yield f'next: {program()} search "…" --base {knowledge.directory}'


def _json(report: BuildReport, knowledge: Knowledge) -> dict[str, Any]:
    return {
        "base": knowledge.config.name,
        "directory": str(knowledge.directory),
        "ending": report.ending.value,
        "published": report.published,
        "snapshot": report.snapshot,
        "reason": report.reason,
        "hint": report.hint,
        "items": totals(report.records),
        "not_indexed": items_json(report.records),
        "warnings": list(report.warnings),
        "converted": report.converted,
        "embedded": report.embedded,
        "seconds": round(report.seconds, 3),
    }
