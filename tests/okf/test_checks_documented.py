"""Every code of a check stands in docs/checks.md as it is."""

import re
from pathlib import Path

from okf_server.okf.findings import CHECKS

PAGE = Path(__file__).parents[2] / "docs" / "checks.md"
HEADING = re.compile(r"^### (OKF\d{3}) \((\w+)\): (.+)$", re.MULTILINE)


def test_each_code_is_documented_with_its_severity_and_meaning() -> None:
    documented = {
        code: (severity, title) for code, severity, title in HEADING.findall(PAGE.read_text())
    }
    assert documented == {
        code: (check.severity.value, check.title) for code, check in CHECKS.items()
    }
