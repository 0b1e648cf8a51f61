"""The official conformance suite, against our application with the suite's fixtures and without them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import conformance_asking as asking
import conformance_tools as fixtures
import node
import pytest
from over_http import served
from talk import http_server, service_of

from okf_server.serve.http import web_app
from okf_server.serve.server import build_server

SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
PROGRAM = "node_modules/@modelcontextprotocol/conformance/dist/index.js"

LEGACY, MODERN = "2025-11-25", "2026-07-28"
WITHOUT_FIXTURES = [  # an extension's scenarios belong to no revision
    (LEGACY, "server-initialize"),
    (LEGACY, "ping"),
    (LEGACY, "tools-list"),
    (LEGACY, "resources-list"),
    (LEGACY, "prompts-list"),
    (LEGACY, "dns-rebinding-protection"),
    (MODERN, "server-stateless"),
    (MODERN, "tools-list"),
    (MODERN, "resources-list"),
    (MODERN, "prompts-list"),
    (MODERN, "caching"),
    (MODERN, "sep-2164-resource-not-found"),
    (MODERN, "dns-rebinding-protection"),
    (MODERN, "http-header-validation"),
    (MODERN, "server-sse-multiple-streams"),
    (None, "sep-2640-skills-enumeration"),
    (None, "sep-2640-skills-manifest"),
]

pytestmark = [
    pytest.mark.timeout(300),  # the first run installs the suite
    # what the suite asks of its fixtures is deprecated in the newer revision
    pytest.mark.filterwarnings("ignore:The .* capability is deprecated"),
]


@pytest.fixture(scope="module")
def suite() -> Path:
    return node.packages(SUITE)


@pytest.fixture(scope="module")
def with_fixtures() -> Iterator[str]:
    """Our application, its transport and its guards around a server that has the suite's fixtures too."""
    service = service_of()
    server = build_server(service)
    for add in (fixtures.add_tools, fixtures.add_resources, fixtures.add_prompts):
        add(server)
    fixtures.add_older_methods(server)
    for add in (asking.add_older, asking.add_rounds, asking.add_capability_checks):
        add(server)
    with http_server(service, web_app(server, service, sessions=True)) as url:
        yield url


@pytest.fixture(scope="module")
def product() -> Iterator[str]:
    with served() as url:
        yield url


@pytest.mark.parametrize("revision", [LEGACY, MODERN])
def test_all_that_a_revision_requires_passes(
    revision: str, suite: Path, with_fixtures: str, tmp_path: Path
) -> None:
    options = ("--url", with_fixtures, "--requirements", revision, "-o", "results")

    done = node.run(suite / PROGRAM, "server", *options, cwd=tmp_path)

    assert done.returncode == 0, done.stdout[-4_000:]
    assert f"Not scored for {revision}" in done.stdout


@pytest.mark.parametrize(("revision", "scenario"), WITHOUT_FIXTURES)
def test_the_product_passes_what_needs_no_fixtures(
    revision: str | None, scenario: str, suite: Path, product: str, tmp_path: Path
) -> None:
    options = ("--url", product, "--scenario", scenario)
    spoken = ("--spec-version", revision) if revision else ()

    node.run(
        suite / PROGRAM, "server", *options, *spoken, "-o", str(tmp_path / "results"), cwd=tmp_path
    )

    checks = [check for it in tmp_path.glob("results/*/checks.json") for check in _checks(it)]
    assert "SUCCESS" in {check["status"] for check in checks}
    assert [check for check in checks if check["status"] == "FAILURE"] == []


def _checks(file: Path) -> list[dict[str, Any]]:
    """All checks but those that say themselves that they need a fixture."""
    checks = json.loads(file.read_text())
    return [check for check in checks if not (check.get("details") or {}).get("untestable")]
