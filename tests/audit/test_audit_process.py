"""The record of servers as processes of their own: nothing is lost when they end as they should."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest

from okf_server.audit.chain import events
from okf_server.audit.verify import verify

PROGRAM = "from okf_server.cli.main import main; main()"
HEADERS = {
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-11-25",
}
CALLS = 24


@pytest.fixture
def base(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/hours.md").write_text("# Hours\n\nFrom nine.\n")
    (tmp_path / "okf.yaml").write_text(
        "name: kb\nsources: [{kind: folder, path: ./docs}]\nsearch: {embedder: null}\n"
        "audit: {enabled: true}\n"
    )
    done = subprocess.run(okf("build", "--base", str(tmp_path)), check=False, capture_output=True)
    assert done.returncode == 0, done.stderr
    return tmp_path


def okf(*words: str) -> list[str]:
    return [sys.executable, "-c", PROGRAM, *words]


def message(method: str, params: dict[str, Any], number: int | None = 1) -> dict[str, Any]:
    said = {"jsonrpc": "2.0", "method": method, "params": params}
    return said if number is None else {**said, "id": number}


def search(number: int = 1) -> dict[str, Any]:
    arguments = {"name": "search_knowledge", "arguments": {"query": "hours"}}
    return message("tools/call", arguments, number)


def tools(base: Path) -> list[str]:
    return [one["tool"] for one in events(base / ".okf/audit") if "tool" in one]


def test_a_server_on_pipes_records_until_its_input_ends(base: Path) -> None:
    client = {"name": "test", "version": "1"}
    opened = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
    with subprocess.Popen(
        okf("serve", "--stdio", "--base", str(base)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for one in (
            message("initialize", opened),
            message("notifications/initialized", {}, None),
            search(2),
        ):
            process.stdin.write(json.dumps(one).encode() + b"\n")
            process.stdin.flush()
            if "id" in one:
                process.stdout.readline()
        process.stdin.close()
        process.stdout.read()

    assert tools(base) == ["search_knowledge"]
    assert verify(base / ".okf/audit").problems == ()


def test_several_workers_write_one_record_and_end_with_it_whole(base: Path) -> None:
    words = okf("serve", "--base", str(base), "--port", "0", "--workers", "2")
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        lines = iter(process.stderr.readline, "")
        url = next(found[1] for line in lines if (found := re.search(r" url=(\S+)", line)))
        try:
            for number in range(CALLS):
                answer = httpx2.post(url, json=search(number + 1), headers=HEADERS, timeout=30)
                assert answer.status_code == 200
        finally:
            process.send_signal(signal.SIGTERM)
            process.stderr.read()

    assert tools(base) == ["search_knowledge"] * CALLS
    assert verify(base / ".okf/audit").problems == ()


def test_a_server_that_is_killed_leaves_a_record_that_goes_on(base: Path) -> None:
    words = okf("serve", "--base", str(base), "--port", "0")
    for _ in range(2):
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            lines = iter(process.stderr.readline, "")
            url = next(found[1] for line in lines if (found := re.search(r" url=(\S+)", line)))
            httpx2.post(url, json=search(), headers=HEADERS, timeout=30)
            process.kill()
            process.stderr.read()
    subprocess.run(okf("build", "--base", str(base)), check=True, capture_output=True)

    told = [one["what"] for one in events(base / ".okf/audit")]
    assert (told[0], told[-1]) == ("build", "build")
    assert verify(base / ".okf/audit").problems == ()
