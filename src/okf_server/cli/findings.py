"""The findings of a check, for people and for programs."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from okf_server.cli.counting import counted
from okf_server.okf.check import Report
from okf_server.okf.findings import CHECKS, Finding, Severity

_WORST_FIRST = tuple(Severity)


def report_lines(report: Report) -> Iterator[str]:
    """One line for each finding, the worst first, the first of a code with its hint.

    Then how many there are of each code, and whether the bundle conforms.
    """
    hinted: set[str] = set()
    for finding in sorted(report.findings, key=_weight):
        yield f"{_place(finding)}: {finding.severity.value} {finding.code} {finding.message}"
        if finding.hint and finding.code not in hinted:
            yield f"    {finding.hint}"
        hinted.add(finding.code)
    yield from _code_lines(report)
    found = ", ".join(counted(count, name) for name, count in counts(report).items())
    verdict = "conforms" if report.conformant else "does not conform"
    concepts = counted(report.concepts, "concept")
    yield f"{concepts}; {found}; {verdict} to the Open Knowledge Format"


def _weight(finding: Finding) -> int:
    return _WORST_FIRST.index(finding.severity)


def _code_lines(report: Report) -> Iterator[str]:
    """How many findings there are of each code, where there are more findings than codes."""
    found = Counter(finding.code for finding in sorted(report.findings, key=_weight))
    if len(found) == len(report.findings):
        return
    yield ""
    for code, count in found.items():
        check = CHECKS[code]
        yield f"{count:>6} {code} {check.severity.value}: {check.title}"


def counts(report: Report) -> dict[str, int]:
    """How many findings there are of each severity."""
    found = Counter(finding.severity for finding in report.findings)
    return {severity.value: found[severity] for severity in Severity}


def report_json(report: Report) -> dict[str, Any]:
    """All of it."""
    return {
        "conformant": report.conformant,
        "concepts": report.concepts,
        "counts": counts(report),
        "findings": [
            {
                "path": finding.path,
                "line": finding.line,
                "severity": finding.severity.value,
                "code": finding.code,
                "message": finding.message,
                "hint": finding.hint,
            }
            for finding in report.findings
        ],
    }


def _place(finding: Finding) -> str:
    path = finding.path or "bundle"
    return path if finding.line is None else f"{path}:{finding.line}"
