"""Whom a client that okf connect wrote an entry for is answered as, and which program it starts."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import anyio
import pytest
from cli_running import call_okf
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from okf_server.cli.program import program_path

OKF = Path(sys.executable).with_name("okf")
AUTH = "serve: {auth: {issuer: 'https://id.test', resource: 'https://okf.test/mcp'}}\n"
ACCESS = "access: {rules: {hr/: [user:bob], '': [user:ana, user:bob]}}\n"


@pytest.fixture
def base(tmp_path: Path) -> Path:
    for name in ("hotels.md", "hr/salaries.md"):
        file = tmp_path / "docs" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {file.stem}\n\nThe limit is 165 EUR.\n")
    directory = tmp_path / "handbook"
    source = "sources: [{kind: folder, path: ../docs}]\nsearch: {embedder: null}\n"
    directory.mkdir()
    (directory / "okf.yaml").write_text(f"name: handbook\n{source}{ACCESS}")
    assert call_okf("build", "--base", directory).code == 0
    return directory


def connected(base: Path, project: Path, *words: str) -> str:
    project.mkdir(exist_ok=True)
    ended = call_okf("connect", "claude", "--base", base, "--project", project, *words)
    assert ended.code == 0, ended.err
    return ended.err


def written(base: Path, add: str) -> None:
    file = base / "okf.yaml"
    file.write_text(file.read_text() + add)


def entry(project: Path) -> dict[str, list[str]]:
    found = json.loads((project / ".mcp.json").read_text())["mcpServers"]["okf-handbook"]
    assert isinstance(found, dict)
    return found


def test_a_base_that_signs_people_in_is_connected_with_a_warning(
    base: Path, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    assert "warning" not in connected(base, project)
    written(base, AUTH)
    told = connected(base, project)

    assert "is the operator and reads everything" in told
    assert "--as user:NAME" in told
    assert "https://okf.test/mcp" in told
    assert "over stdio" in call_okf("doctor", "--base", base).out


def test_there_is_no_warning_where_it_is_said_who_it_is(base: Path, tmp_path: Path) -> None:
    written(base, AUTH)
    assert "warning" not in connected(base, tmp_path / "one", "--as", "user:ana")
    file = base / "okf.yaml"
    file.write_text(file.read_text().replace("serve: {", "serve: {stdio_principal: [user:ana], "))
    assert "warning" not in connected(base, tmp_path / "other")
    assert "over stdio" not in call_okf("doctor", "--base", base).out


def test_a_client_that_is_connected_as_somebody_reads_what_they_may(
    base: Path, tmp_path: Path
) -> None:
    seen = {}
    for name in ("ana", "bob"):
        project = tmp_path / name
        connected(base, project, "--as", f"user:{name}", "--as", "group:staff")
        args = entry(project)["args"]
        assert args[-4:] == ["--as", f"user:{name}", "--as", "group:staff"]

        async def ask(args: list[str] = args) -> set[str]:
            here = {"PYTHONPATH": os.pathsep.join(sys.path)}  # the code under test
            server = StdioServerParameters(command=str(OKF), args=args, env=here)
            async with Client(stdio_client(server)) as client:
                result = await client.call_tool("search_knowledge", {"query": "limit"})
                assert result.structured_content
                return {one["concept_id"] for one in result.structured_content["results"]}

        seen[name] = anyio.run(ask)

    assert seen == {"ana": {"hotels"}, "bob": {"hotels", "hr/salaries"}}


@pytest.mark.parametrize("name", ["ana", "user:", "*", "role:x"])
def test_what_is_no_principal_is_refused(base: Path, name: str) -> None:
    assert call_okf("serve", "--stdio", "--base", base, "--as", name).code == 2


def test_over_http_nobody_is_chosen(base: Path) -> None:
    ended = call_okf("serve", "--base", base, "--as", "user:ana")

    assert ended.code == 2
    assert "a token says who asks" in ended.err


def test_an_entry_starts_this_very_program_and_no_other_of_its_name(tmp_path: Path) -> None:
    other = tmp_path / "bin"
    other.mkdir()
    (other / "okf").write_text("#!/bin/sh\necho other\n")
    (other / "okf").chmod(0o700)
    program = "from okf_server.cli.program import program_path; print(program_path())"
    found = {}
    for first, path in (("other", other), ("own", OKF.parent)):
        environment = {**os.environ, "PATH": f"{path}:/usr/bin:/bin"}  # noqa: TID251 - the child needs its paths
        words = [sys.executable, "-c", program]
        done = subprocess.run(words, check=True, capture_output=True, text=True, env=environment)
        found[first] = done.stdout.strip()

    assert found == {"other": str(OKF), "own": str(OKF)}
    assert shutil.which(program_path()) == program_path()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("group:*", "which nobody is called"),
        ("group: staff", 'write "group:staff"'),
        ("ana", "which is no principal"),
        ("*", "write user:NAME or group:NAME"),
    ],
)
def test_a_name_that_no_token_gives_cannot_be_chosen(
    base: Path, tmp_path: Path, name: str, said: str
) -> None:
    words = ("connect", "claude", "--base", base, "--project", tmp_path, "--as", name)
    ended = call_okf(*words)
    assert (ended.code, said in ended.err) == (2, True), ended.err


def test_a_chosen_name_is_written_in_its_one_spelling(base: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    connected(base, project, "--as", "user:Ana@Acme.Test", "--as", "group:/staff/")
    assert entry(project)["args"][-4:] == ["--as", "user:ana@acme.test", "--as", "group:staff"]


def test_doctor_says_where_other_accounts_can_read_what_rules_deny(base: Path) -> None:
    told = "every account of this machine can read them"
    for directory in (base, base / ".okf"):
        directory.chmod(0o755)
    assert told not in call_okf("doctor", "--base", base).out
    written(base, AUTH)
    out = call_okf("doctor", "--base", base).out
    assert (told in out, f"chmod o-rwx {base / '.okf'}" in out) == (True, True)
    (base / ".okf").chmod(0o750)
    assert told not in call_okf("doctor", "--base", base).out
