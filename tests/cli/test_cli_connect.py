"""okf connect, as a person runs it, and a client that starts what it wrote."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import anyio
import pytest
from cli_running import call_okf
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from okf_server.app.connect.clients import CLIENTS

OKF = str(Path(sys.executable).with_name("okf"))


@pytest.fixture
def base(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/hotels.md").write_text("# Hotels\n\nThe limit is 165 EUR.\n")
    directory = tmp_path / "handbook"
    assert call_okf("build", tmp_path / "docs", "--base", directory, "--no-embeddings").code == 0
    return directory


def test_a_client_is_answered_by_the_command_that_connect_wrote(base: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    words = [OKF, "connect", "claude", "--base", str(base), "--project", str(project)]
    subprocess.run(words, check=True, capture_output=True, timeout=60)
    entry = json.loads((project / ".mcp.json").read_text())["mcpServers"]["okf-handbook"]

    async def ask() -> str:
        server = StdioServerParameters(
            command=shutil.which(entry["command"]) or OKF,
            args=entry["args"],
            env=entry["env"],
            cwd=project,
        )
        async with Client(stdio_client(server)) as client:
            result = await client.call_tool("search_knowledge", {"query": "hotel limit"})
            return str(result.content)

    assert "165 EUR" in anyio.run(ask)


def test_status_tells_what_is_connected_and_its_exit_code_too(base: Path, tmp_path: Path) -> None:
    words = ("connect", "codex", "--base", base, "--project", tmp_path)
    before = call_okf(*words, "--status")
    assert (before.code, before.out.split()[:2]) == (1, ["absent", ".codex/config.toml"])
    dry = call_okf(*words, "--dry-run")
    assert (dry.code, (tmp_path / "AGENTS.md").exists()) == (0, False)
    assert "would be written .codex/config.toml" in dry.out
    assert "  | [mcp_servers.okf-handbook]" in dry.out
    assert call_okf(*words, "--json").json["written"] is True
    after = call_okf(*words, "--status", "--json")
    assert after.code == 0
    assert [file["state"] for file in after.json["files"]] == ["connected", "connected"]
    assert call_okf(*words, "--remove").out.split() == [
        "removed", ".codex/config.toml", "removed", "AGENTS.md",
    ]  # fmt: skip


def test_editors_are_told_a_base_in_the_project_by_its_place_in_it(
    base: Path, tmp_path: Path
) -> None:
    places = {}
    for client, name, section in (
        ("claude", ".mcp.json", "mcpServers"),
        ("cursor", ".cursor/mcp.json", "mcpServers"),
        ("vscode", ".vscode/mcp.json", "servers"),
    ):
        call_okf("connect", client, "--base", base, "--project", tmp_path)
        entry = json.loads((tmp_path / name).read_text())[section]["okf-handbook"]
        places[client] = entry["args"][-1]
    assert places == {
        "claude": str(base.resolve()),
        "cursor": "${workspaceFolder}/handbook",
        "vscode": "${workspaceFolder}/handbook",
    }


@pytest.mark.parametrize("client", sorted(CLIENTS))
def test_a_base_that_is_asked_for_by_name_is_written_as_its_directory(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: str
) -> None:
    monkeypatch.setenv("OKF_HOME", str(tmp_path))
    project = tmp_path / "project"
    project.mkdir()
    words = ("connect", client, "--base", "handbook", "--project", project)
    assert call_okf(*words).code == 0
    monkeypatch.delenv("OKF_HOME")
    written = "".join(path.read_text() for path in project.rglob("*") if path.is_file())
    assert json.dumps(str(base.resolve())) in written
    assert call_okf("connect", client, "--base", base, "--project", project, "--status").code == 0


def test_an_entry_that_names_a_base_as_only_the_shell_finds_it_is_outdated(
    base: Path, tmp_path: Path
) -> None:
    words = ("connect", "claude", "--base", base, "--project", tmp_path)
    call_okf(*words)
    file = tmp_path / ".mcp.json"
    right = file.read_text()
    file.write_text(right.replace(json.dumps(str(base.resolve())), '"handbook"'))
    status = call_okf(*words, "--status")
    assert (status.code, status.out.split()[:2]) == (1, ["outdated", ".mcp.json"])
    assert call_okf(*words).code == 0
    assert file.read_text() == right


def test_runs_at_once_leave_every_entry_whole(base: Path, tmp_path: Path) -> None:
    bases = [base, *(tmp_path / f"book{number}" for number in range(4))]
    for other in bases[1:]:
        shutil.copytree(base, other)
        config = (other / "okf.yaml").read_text()
        (other / "okf.yaml").write_text(config.replace("name: handbook", f"name: {other.name}"))
    project = tmp_path / "project"
    project.mkdir()
    words = [OKF, "connect", "claude", "--project", str(project), "--base"]
    runs = [subprocess.Popen([*words, str(one)], stderr=subprocess.DEVNULL) for one in bases]

    assert [run.wait(timeout=60) for run in runs] == [0] * 5
    entries = json.loads((project / ".mcp.json").read_text())["mcpServers"]
    assert sorted(entries) == ["okf-book0", "okf-book1", "okf-book2", "okf-book3", "okf-handbook"]


def test_a_project_that_is_not_there_and_a_base_that_is_not_built_are_told(
    base: Path, tmp_path: Path
) -> None:
    assert call_okf("connect", "claude", "--base", base, "--project", tmp_path / "no").code == 4
    assert call_okf("connect", "claude", "--base", tmp_path / "no", "--project", tmp_path).code == 4
    assert call_okf("connect", "emacs").code == 2
    assert call_okf("connect", "claude", "--status", "--remove", "--base", base).code == 2


def test_nothing_is_written_into_the_home_directory(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "ana"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    ended = call_okf("connect", "claude", "--base", base, "--project", home)
    assert ended.code == 2
    assert "is your home directory" in ended.err
    assert "--project" in ended.err
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("client", CLIENTS)
def test_what_clients_keep_for_their_user_is_never_touched(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: str
) -> None:
    """Whatever is done in a project of the home directory: its own files are written, and taken out again."""
    home = tmp_path / "ana"
    project = home / "work"
    project.mkdir(parents=True)
    for name in (".claude.json", ".cursor/mcp.json", ".codex/config.toml", ".gemini/settings.json"):
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text("of the user\n")
    for variable in ("HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(home))
    before = _tree(home)
    words = ("connect", client, "--base", base, "--project", project)

    call_okf(*words, "--dry-run")
    call_okf(*words, "--status")
    assert _tree(home) == before
    assert call_okf(*words).code == 0
    written = _tree(home).keys() - before.keys()
    assert written
    assert all(path.is_relative_to(project) for path in written)
    assert {path: text for path, text in _tree(home).items() if path in before} == before
    assert call_okf(*words, "--remove").code == 0
    assert _tree(home) == before


def _tree(directory: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in directory.rglob("*") if path.is_file()}


def test_the_root_of_the_disk_is_no_project(base: Path) -> None:
    ended = call_okf("connect", "claude", "--base", base, "--project", "/", "--dry-run")
    assert ended.code == 2
    assert "is the root directory" in ended.err


def test_servers_in_an_inline_table_end_with_6_and_say_what_to_do(
    base: Path, tmp_path: Path
) -> None:
    config = tmp_path / ".codex/config.toml"
    config.parent.mkdir()
    for text in ('mcp_servers = { a = {command="x"} }\n', '[[mcp_servers]]\ncommand = "x"\n'):
        config.write_text(text)
        ended = call_okf("connect", "codex", "--base", base, "--project", tmp_path)
        assert ended.code == 6
        assert "[mcp_servers.NAME]" in ended.err
        assert config.read_text() == text
        assert not (tmp_path / "AGENTS.md").exists()
