"""Connecting a client changes what is ours in a project, and nothing else."""

import tomllib
from pathlib import Path

import pytest

from okf_server.app.connect.change import apply, plan, refuse_foreign
from okf_server.app.connect.clients import CLIENTS
from okf_server.app.connect.jsonc import loads
from okf_server.app.connect.targets import Server, State
from okf_server.errors import ConfigError, UsageError

SERVER = Server(name="okf-hr", command="okf", args=("serve", "--stdio", "--base", "hr"))
OTHER = Server(name="okf-hr", command="okf", args=("serve", "--stdio", "--base", "./hr"))
TEXTS = {
    ".mcp.json": '{\n  // mine\n  "mcpServers": {"x": {"command": "y"}}\n}\n',
    ".cursor/mcp.json": '{"mcpServers": {}, "more": 1}',
    ".codex/config.toml": '# mine\nmodel = "o"\n\n[mcp_servers.x]\ncommand = "y"\n',
    "AGENTS.md": "# Agents\n\nBe kind.\n",
    ".gemini/settings.json": '{"theme": "dark"}\n',
    "GEMINI.md": "Mine\n",
    ".vscode/mcp.json": '{"servers": {"x": {}}}\n',
}


def _connect(project: Path, client: str, server: Server = SERVER) -> list[State]:
    changes = plan(project, CLIENTS[client](server))
    refuse_foreign(changes)
    apply(project, changes)
    return [change.state for change in changes]


def _remove(project: Path, client: str) -> None:
    apply(project, plan(project, CLIENTS[client](SERVER), remove=True))


def _files(project: Path) -> dict[str, str]:
    return {
        path.relative_to(project).as_posix(): path.read_text()
        for path in sorted(project.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("client", CLIENTS)
def test_an_empty_project_is_empty_again_afterwards(tmp_path: Path, client: str) -> None:
    assert _connect(tmp_path, client) == [State.ABSENT, State.ABSENT]
    first = _files(tmp_path)
    assert len(first) == 2
    assert _connect(tmp_path, client) == [State.CONNECTED, State.CONNECTED]
    assert _files(tmp_path) == first
    _remove(tmp_path, client)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("client", CLIENTS)
def test_what_others_wrote_stays_to_the_letter(tmp_path: Path, client: str) -> None:
    for name, text in TEXTS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    _connect(tmp_path, client)
    changed = _files(tmp_path)
    for name, text in TEXTS.items():
        kept = [line for line in text.splitlines() if line.startswith(("#", "//", "Be", "Mine"))]
        assert [line for line in kept if line not in changed[name].splitlines()] == []
    _remove(tmp_path, client)
    after = _files(tmp_path)
    assert after.keys() == TEXTS.keys()
    for name, text in TEXTS.items():
        assert _meaning(name, after[name]) == _meaning(name, text)


def _meaning(name: str, text: str) -> object:
    """What a client reads in a file; a section that we made may stay empty."""
    if name.endswith(".md"):
        return text
    value = tomllib.loads(text) if name.endswith(".toml") else loads(text)
    assert isinstance(value, dict)
    return {key: inner for key, inner in value.items() if inner}


@pytest.mark.parametrize("client", CLIENTS)
def test_an_older_entry_of_ours_is_brought_up_to_date(tmp_path: Path, client: str) -> None:
    _connect(tmp_path, client, OTHER)
    assert _connect(tmp_path, client)[0] is State.OUTDATED
    assert _connect(tmp_path, client) == [State.CONNECTED, State.CONNECTED]
    assert "./hr" not in "".join(_files(tmp_path).values())


@pytest.mark.parametrize(
    ("client", "name", "text"),
    [
        ("claude", ".mcp.json", '{"mcpServers": {"okf-hr": {"command": "mine"}}}'),
        ("codex", ".codex/config.toml", '[mcp_servers.okf-hr]\ncommand = "mine"\n'),
        ("claude", ".claude/skills/okf/SKILL.md", "my own skill"),
        ("cursor", ".cursor/rules/okf.mdc", "my own rule"),
    ],
)
def test_an_entry_of_somebody_else_is_refused_and_nothing_is_written(
    tmp_path: Path, client: str, name: str, text: str
) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(text)
    with pytest.raises(UsageError, match="not ours"):
        _connect(tmp_path, client)
    _remove(tmp_path, client)
    assert _files(tmp_path) == {name: text}


def test_a_guide_that_somebody_edited_is_theirs(tmp_path: Path) -> None:
    _connect(tmp_path, "claude")
    skill = tmp_path / ".claude/skills/okf/SKILL.md"
    skill.write_text(skill.read_text().replace("evidence", "proof"))
    with pytest.raises(UsageError, match=r"SKILL\.md has an entry that is not ours"):
        _connect(tmp_path, "claude")
    _remove(tmp_path, "claude")
    assert skill.exists()
    assert not (tmp_path / ".mcp.json").exists()


@pytest.mark.parametrize("client", ["claude", "codex"])
def test_a_file_that_cannot_be_understood_is_left_alone(tmp_path: Path, client: str) -> None:
    name = ".mcp.json" if client == "claude" else ".codex/config.toml"
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("{ broken")
    with pytest.raises(ConfigError, match="Mend it by hand"):
        _connect(tmp_path, client)
    assert _files(tmp_path) == {name: "{ broken"}


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "settings.json"
    project.mkdir()
    outside.write_text("{}")
    (project / ".mcp.json").symlink_to(outside)
    with pytest.raises(UsageError, match="leads out of the project"):
        _connect(project, "claude")
    assert outside.read_text() == "{}"
