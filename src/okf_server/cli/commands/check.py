"""okf check."""

from pathlib import Path

import click

from okf_server.app import Knowledge
from okf_server.app.clock import utc_now
from okf_server.bundle.inspect import check_folder
from okf_server.bundle.tree import discover
from okf_server.cli.call import Call, Place, common
from okf_server.cli.ending import Exit
from okf_server.cli.findings import report_json, report_lines
from okf_server.cli.folders import existing_folder
from okf_server.cli.output import show, show_json
from okf_server.okf.check import Report
from okf_server.okf.findings import Severity


@click.command()
@click.argument("path", required=False, type=Place())
@click.option("--strict", is_flag=True, help="Warnings forbid success too.")
@common
def command(call: Call, *, path: Path | None, strict: bool) -> int:
    r"""Check a bundle against the format.

    Any directory of OKF files will do; without PATH it is the published bundle of the base. Ends with 1 where
    there is an error; warnings and infos are about quality.

    \b
    okf check
    okf check ./wiki --strict
    okf check ~/notes --json
    """
    root = (
        discover(existing_folder(path))
        if path
        else Knowledge(call.base).store.published().path / "bundle"
    )
    report = check_folder(root, now=utc_now())
    if call.as_json:
        show_json(report_json(report))
    else:
        show(report_lines(report))
    return Exit.OK if _succeeds(report, strict=strict) else Exit.FINDINGS


def _succeeds(report: Report, *, strict: bool) -> bool:
    forbidden = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
    return not any(finding.severity in forbidden for finding in report.findings)
