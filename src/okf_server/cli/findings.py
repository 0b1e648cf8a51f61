"""The findings of a check, for people and for programs."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from okf_server.okf.check import Report
from okf_server.okf.findings import Finding, Severity


def report_lines(report: Report) -> Iterator[str]:
    """One line for each finding, then whether the bundle conforms."""
    for finding in report.findings:
        yield f"{_place(finding)}: {finding.severity.value} {finding.code} {finding.message}"
        if finding.hint:
            yield f"    {finding.hint}"
    counted = counts(report)
    found = ", ".join(f"{count} {name}s" for name, count in counted.items())
    verdict = "conforms" if report.conformant else "does not conform"
    yield f"{report.concepts} concepts; {found}; {verdict} to the Open Knowledge Format"


def counts(report: Report) -> dict[str, int]:
    """How many findings there are of each severity."""
    counted = Counter(finding.severity for finding in report.findings)
    return {severity.value: counted[severity] for severity in Severity}


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
    return finding.path if finding.line is None else f"{finding.path}:{finding.line}"
