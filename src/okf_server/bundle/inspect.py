"""Check the bundle in a folder."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from okf_server.bundle.read import read_bytes
from okf_server.bundle.tree import markdown_files
from okf_server.errors import StorageError
from okf_server.okf.check import Report, check_bundle
from okf_server.okf.findings import Finding, finding


def check_folder(root: Path, *, now: datetime, required_tags: Sequence[str] = ()) -> Report:
    """Check the Markdown files below `root`; one that cannot be read is reported as such (OKF042).

    Raises SourceError where `root` cannot be listed.
    """
    unread: list[Finding] = []

    def files() -> Iterator[tuple[str, bytes]]:
        for path, place in markdown_files(root):
            try:
                yield path, read_bytes(place)
            except StorageError as error:
                unread.append(finding("OKF042", error.message, path=path))

    report = check_bundle(files(), now=now, required_tags=required_tags)
    findings = sorted([*report.findings, *unread], key=lambda each: each.path)
    return replace(report, findings=tuple(findings))
