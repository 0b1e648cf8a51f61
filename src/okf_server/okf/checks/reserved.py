"""What index.md and log.md may look like (OKF specification, sections 8 and 9)."""

from collections.abc import Iterator

from okf_server.model.document import BlockKind
from okf_server.model.locator import LinesLocator
from okf_server.okf.findings import Finding, finding, shown
from okf_server.okf.frontmatter import Parsed
from okf_server.okf.log import is_day
from okf_server.okf.markdown import scan

_KNOWN_VERSIONS = frozenset({"0.1", "0.2"})
_DAY_LEVEL = 2


def check_index(parsed: Parsed, *, is_root: bool) -> Iterator[Finding]:
    """OKF019, OKF029, OKF041."""
    keys = set(parsed.meta)
    if parsed.present and not is_root:
        yield finding("OKF019", "an index.md below the root has frontmatter", line=1)
    elif keys - {"okf_version"}:
        extra = ", ".join(map(shown, sorted(keys - {"okf_version"})[:5]))
        yield finding(
            "OKF019", f"the root's index.md has other keys than okf_version: {extra}", line=1
        )
    if is_root and "okf_version" in keys and str(parsed.meta["okf_version"]) not in _KNOWN_VERSIONS:
        yield finding("OKF029", f"okf_version is {shown(parsed.meta['okf_version'])}", line=1)
    if parsed.body.strip() and not any(
        span.kind is BlockKind.HEADING for span in scan(parsed.body)
    ):
        yield finding("OKF041", "no heading groups the entries", line=parsed.body_line)


def check_log(parsed: Parsed) -> Iterator[Finding]:
    """OKF019, OKF032."""
    if parsed.present:
        yield finding("OKF032", "the log has frontmatter", line=1)
    days: list[str] = []
    entries = False
    for span in scan(parsed.body, first_line=parsed.body_line):
        entries = entries or span.kind is BlockKind.LIST
        if span.kind is not BlockKind.HEADING or not isinstance(span.locator, LinesLocator):
            continue
        text = span.locator.path[-1]
        if is_day(text) and span.level <= _DAY_LEVEL:
            if days and text > days[-1]:
                message = f"{text} stands below {days[-1]}: the newest day comes first"
                yield finding("OKF019", message, line=span.locator.first)
            days.append(text)
        elif span.level == _DAY_LEVEL:
            message = f"the heading {shown(text)} is no date YYYY-MM-DD"
            yield finding("OKF019", message, line=span.locator.first)
    if entries and not days:
        yield finding("OKF019", "the entries stand under no date", line=parsed.body_line)
