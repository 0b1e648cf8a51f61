"""Clients that others wrote: the TypeScript SDKs in all modes, the inspector, mcporter."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import node
import pytest
from over_http import served
from talk import HERE, MODERN, child_command

CLIENTS = (
    "@modelcontextprotocol/client@2.4.0",
    "@modelcontextprotocol/sdk@1.32.2",
    "@modelcontextprotocol/inspector@2.12.0",
    "mcporter@0.12.3",
)
INSPECTOR = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
MCPORTER = "node_modules/mcporter/dist/cli.js"
TOOLS = ["search_knowledge", "get_knowledge", "build_context", "browse_knowledge", "list_bases"]
VERSIONS = {"legacy": "2025-11-25", "auto": MODERN, "pin": MODERN}

pytestmark = pytest.mark.timeout(300)  # the first run installs the clients


@pytest.fixture(scope="module")
def clients() -> Path:
    """The packages, with our two programs beside them."""
    kept = node.packages(*CLIENTS)
    for program in ("clients_v1.mjs", "clients_v2.mjs"):
        shutil.copy(HERE / program, kept)
    return kept


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served() as address:
        yield address


def told(done: subprocess.CompletedProcess[str]) -> Any:
    assert done.returncode == 0, done.stderr[-2_000:]
    return json.loads(done.stdout)


def server(url: str, transport: str, *protocol: str) -> list[str]:
    return [url] if transport == "http" else child_command(*protocol)


@pytest.mark.parametrize("transport", ["http", "auto", "legacy"])
def test_the_typescript_sdk_of_the_handshake_era_searches(
    transport: str, clients: Path, url: str, tmp_path: Path
) -> None:
    arguments = ("http" if transport == "http" else "stdio", *server(url, transport, transport))

    answer = told(node.run(clients / "clients_v1.mjs", *arguments, cwd=tmp_path))

    assert answer["tools"] == TOOLS
    assert "260 USD" in answer["found"]["results"][0]["excerpt"]


@pytest.mark.parametrize("transport", ["http", "stdio"])
@pytest.mark.parametrize("mode", VERSIONS)
def test_the_typescript_sdk_of_both_eras_searches_in_each_of_its_modes(
    mode: str, transport: str, clients: Path, url: str, tmp_path: Path
) -> None:
    arguments = (transport, mode, *server(url, transport, "auto"))

    answer = told(node.run(clients / "clients_v2.mjs", *arguments, cwd=tmp_path))

    assert answer["version"] == VERSIONS[mode]
    assert answer["tools"] == TOOLS
    assert "260 USD" in answer["found"]["results"][0]["excerpt"]


def test_a_client_that_probes_for_the_new_era_falls_back_where_only_the_old_is_spoken(
    clients: Path, tmp_path: Path
) -> None:
    arguments = ("stdio", "auto", *child_command("legacy"))

    answer = told(node.run(clients / "clients_v2.mjs", *arguments, cwd=tmp_path))

    assert answer["version"] == "2025-11-25"
    assert answer["found"]["results"]


def test_the_inspector_lists_and_calls(clients: Path, url: str, tmp_path: Path) -> None:
    def inspect(*arguments: str) -> Any:
        options = ("--cli", url, "--transport", "http", "--method", *arguments)
        return told(node.run(clients / INSPECTOR, *options, cwd=tmp_path))

    listed = inspect("tools/list")
    called = inspect(
        "tools/call", "--tool-name", "search_knowledge", "--tool-arg", "query=hotel limit"
    )

    assert [tool["name"] for tool in listed["tools"]] == TOOLS
    assert "180 USD" in called["structuredContent"]["results"][0]["excerpt"]


def test_mcporter_calls_over_http_and_lists_over_pipes(
    clients: Path, url: str, tmp_path: Path
) -> None:
    call = ("call", "--allow-http", url, "search_knowledge", "query=hotel")
    command, *arguments = child_command("auto")
    given = [word for argument in arguments for word in ("--stdio-arg", argument)]

    called = told(node.run(clients / MCPORTER, *call, cwd=tmp_path))
    listed = told(
        node.run(clients / MCPORTER, "list", "--stdio", command, *given, "--json", cwd=tmp_path)
    )

    assert "180 USD" in called["results"][0]["excerpt"]
    assert [tool["name"] for tool in listed["tools"]] == TOOLS
