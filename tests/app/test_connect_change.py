"""Connecting a client changes what is ours in a project, and nothing else."""

import os
import tomllib
from pathlib import Path

import pytest
from connecting import OTHER, SERVER, connect, files, remove

from okf_server.app.connect.change import apply, plan
from okf_server.app.connect.clients import CLIENTS
from okf_server.app.connect.jsonc import loads
from okf_server.app.connect.targets import Server, State
from okf_server.errors import ConfigError, UsageError

TEXTS = {
    ".mcp.json": '{\n  // mine\n  "mcpServers": {"x": {"command": "y"}}\n}\n',
    ".cursor/mcp.json": '{"mcpServers": {}, "more": 1}',
    ".codex/config.toml": '# mine\nmodel = "o"\n\n[mcp_servers.x]\ncommand = "y"\n',
    "AGENTS.md": "# Agents\n\nBe kind.\n",
    ".gemini/settings.json": '{"theme": "dark"}\n',
    "GEMINI.md": "Mine\n",
    ".vscode/mcp.json": '{"servers": {"x": {}}}\n',
}


@pytest.mark.parametrize("client", CLIENTS)
def test_an_empty_project_is_empty_again_afterwards(tmp_path: Path, client: str) -> None:
    assert connect(tmp_path, client) == [State.ABSENT, State.ABSENT]
    first = files(tmp_path)
    assert len(first) == 2
    assert connect(tmp_path, client) == [State.CONNECTED, State.CONNECTED]
    assert files(tmp_path) == first
    remove(tmp_path, client)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("client", CLIENTS)
def test_what_others_wrote_stays_to_the_letter(tmp_path: Path, client: str) -> None:
    for name, text in TEXTS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    connect(tmp_path, client)
    changed = files(tmp_path)
    for name, text in TEXTS.items():
        kept = [line for line in text.splitlines() if line.startswith(("#", "//", "Be", "Mine"))]
        assert [line for line in kept if line not in changed[name].splitlines()] == []
    remove(tmp_path, client)
    after = files(tmp_path)
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
    connect(tmp_path, client, OTHER)
    assert connect(tmp_path, client)[0] is State.OUTDATED
    assert connect(tmp_path, client) == [State.CONNECTED, State.CONNECTED]
    assert "./hr" not in "".join(files(tmp_path).values())


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
        connect(tmp_path, client)
    remove(tmp_path, client)
    assert files(tmp_path) == {name: text}


def test_a_guide_that_somebody_edited_is_theirs(tmp_path: Path) -> None:
    connect(tmp_path, "claude")
    skill = tmp_path / ".claude/skills/okf/SKILL.md"
    skill.write_text(skill.read_text().replace("evidence", "proof"))
    with pytest.raises(UsageError, match=r"SKILL\.md has an entry that is not ours"):
        connect(tmp_path, "claude")
    remove(tmp_path, "claude")
    assert skill.exists()
    assert not (tmp_path / ".mcp.json").exists()


@pytest.mark.parametrize("client", ["claude", "codex"])
def test_a_file_that_cannot_be_understood_is_left_alone(tmp_path: Path, client: str) -> None:
    name = ".mcp.json" if client == "claude" else ".codex/config.toml"
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("{ broken")
    with pytest.raises(ConfigError, match="Mend it by hand"):
        connect(tmp_path, client)
    assert files(tmp_path) == {name: "{ broken"}


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "settings.json"
    project.mkdir()
    outside.write_text("{}")
    (project / ".mcp.json").symlink_to(outside)
    with pytest.raises(UsageError, match="leads out of the project"):
        connect(project, "claude")
    assert outside.read_text() == "{}"


def test_the_guide_stays_until_the_last_base_is_gone(tmp_path: Path) -> None:
    second = Server(name="okf-it", command="okf", base="/bases/it")
    for client in CLIENTS:
        connect(tmp_path, client)
        assert connect(tmp_path, client, second) == [State.ABSENT, State.CONNECTED]
        assert connect(tmp_path, client) == [State.CONNECTED, State.CONNECTED]
        remove(tmp_path, client)
        assert connect(tmp_path, client, second) == [State.CONNECTED, State.CONNECTED]
        apply(tmp_path, plan(tmp_path, CLIENTS[client](second), remove=True))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("client", CLIENTS)
def test_a_byte_order_mark_and_line_ends_of_windows_stay(tmp_path: Path, client: str) -> None:
    for name, text in TEXTS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(("\ufeff" + text.replace("\n", "\r\n")).encode())
    connect(tmp_path, client)
    assert connect(tmp_path, client) == [State.CONNECTED, State.CONNECTED]
    for name in {change.path for change in plan(tmp_path, CLIENTS[client](SERVER))} & TEXTS.keys():
        data = (tmp_path / name).read_bytes()
        assert data.startswith("\ufeff".encode())
        assert data.count(b"\n") == data.count(b"\r\n") or b"\n" not in TEXTS[name].encode()
    remove(tmp_path, client)
    for name, text in TEXTS.items():
        after = (tmp_path / name).read_bytes().decode().removeprefix("\ufeff")
        assert _meaning(name, after.replace("\r\n", "\n")) == _meaning(name, text)


@pytest.mark.parametrize("client", CLIENTS)
def test_what_git_checked_out_with_other_line_ends_is_still_ours(
    tmp_path: Path, client: str
) -> None:
    connect(tmp_path, client)
    for name, text in files(tmp_path).items():
        (tmp_path / name).write_bytes(text.replace("\n", "\r\n").encode())
    assert connect(tmp_path, client) == [State.CONNECTED, State.CONNECTED]
    remove(tmp_path, client)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("lost", ["begin", "end"])
@pytest.mark.parametrize(
    ("client", "name"), [("codex", "AGENTS.md"), ("codex", ".codex/config.toml")]
)
def test_half_of_the_marks_is_nothing_that_is_ours(
    tmp_path: Path, client: str, name: str, lost: str
) -> None:
    connect(tmp_path, client)
    path = tmp_path / name
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(
        "".join(line for line in lines if f"okf-server {lost}" not in line) + "mine = 1\n"
    )
    before = files(tmp_path)
    for removing in (False, True):
        with pytest.raises(ConfigError, match="do not stand in a pair"):
            plan(tmp_path, CLIENTS[client](SERVER), remove=removing)
    assert files(tmp_path) == before


@pytest.mark.parametrize("client", CLIENTS)
def test_a_file_that_only_its_owner_may_read_stays_so(tmp_path: Path, client: str) -> None:
    path = tmp_path / CLIENTS[client](SERVER)[0].path
    path.parent.mkdir(exist_ok=True)
    path.write_text("" if client == "codex" else "{}")
    path.chmod(0o600)
    connect(tmp_path, client)
    assert (path.stat().st_mode & 0o777) == 0o600


@pytest.mark.parametrize("kind", ["a pipe", "a folder", "a loop", "a large file", "no UTF-8"])
def test_what_is_no_ordinary_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    path = tmp_path / ".mcp.json"
    match kind:
        case "a pipe":
            os.mkfifo(path)
        case "a folder":
            path.mkdir()
        case "a loop":
            path.symlink_to(path)
        case "a large file":
            path.write_bytes(b" " * 4_000_001)
        case _:
            path.write_bytes(b'{"a": "\xff"}')
    with pytest.raises((ConfigError, UsageError), match=r"\.mcp\.json"):
        connect(tmp_path, "claude")
    assert [one.name for one in tmp_path.iterdir()] == [".mcp.json"]


def test_a_link_within_the_project_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "shared.json").write_text("{}")
    (tmp_path / ".mcp.json").symlink_to("shared.json")
    connect(tmp_path, "claude")
    assert (tmp_path / ".mcp.json").is_symlink()
    assert "okf-hr" in (tmp_path / "shared.json").read_text()


def test_a_place_with_any_letters_is_written_so_that_clients_read_it(tmp_path: Path) -> None:
    place = '/srv/한글 "🙂"\\\x7f\n'
    connect(tmp_path, "codex", Server(name="okf-hr", command="okf", base=place))
    written = tomllib.loads((tmp_path / ".codex/config.toml").read_text())
    assert written["mcp_servers"]["okf-hr"]["args"][-1] == place


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('mcp_servers = { a = {command = "x"} }\n', "cannot be added"),
        ("mcp_servers = {}\n", "cannot be added"),
        ('[[mcp_servers]]\ncommand = "x"\n', "is no table"),
        ("mcp_servers = 1\n", "is no table"),
    ],
)
def test_servers_that_no_table_can_be_added_to_are_refused_before_anything_is_written(
    tmp_path: Path, text: str, told: str
) -> None:
    config = tmp_path / ".codex/config.toml"
    config.parent.mkdir()
    config.write_text(text)
    with pytest.raises(ConfigError, match=told) as refused:
        connect(tmp_path, "codex")
    assert "[mcp_servers.NAME]" in str(refused.value.hint)
    assert files(tmp_path) == {".codex/config.toml": text}


def test_a_line_that_stands_after_our_table_is_not_moved_into_another(tmp_path: Path) -> None:
    connect(tmp_path, "codex")
    config = tmp_path / ".codex/config.toml"
    config.write_text(f'model = "o"\n{config.read_text()}mine = 1\n')
    before = files(tmp_path)
    with pytest.raises(ConfigError, match="without changing others"):
        remove(tmp_path, "codex")
    assert files(tmp_path) == before


def test_an_entry_that_stands_twice_is_not_taken_out_by_halves(tmp_path: Path) -> None:
    connect(tmp_path, "claude")
    file = tmp_path / ".mcp.json"
    file.write_text(file.read_text().replace('"okf-hr"', '"okf-hr": {"command": "mine"}, "okf-hr"'))
    before = files(tmp_path)
    with pytest.raises(ConfigError, match="without changing others"):
        remove(tmp_path, "claude")
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("text", "left"),
    [('{"a": 1}', {"a": 1, "mcpServers": {}}), ("{}", {}), (None, None)],
)
def test_what_a_link_leads_to_is_edited_and_the_link_stays(
    tmp_path: Path, text: str | None, left: object
) -> None:
    target = tmp_path / "cfg/m.json"
    (tmp_path / ".mcp.json").symlink_to("cfg/m.json")
    if text is not None:
        target.parent.mkdir()
        target.write_text(text)
    connect(tmp_path, "claude")
    assert "okf-hr" in target.read_text()
    remove(tmp_path, "claude")
    assert (tmp_path / ".mcp.json").is_symlink()
    assert (loads(target.read_text()) if target.exists() else None) == left


@pytest.mark.parametrize("text", ["{}", "{}\n", ""])
@pytest.mark.parametrize("client", CLIENTS)
def test_a_file_that_said_nothing_stays_when_connect_did_not_make_it(
    tmp_path: Path, client: str, text: str
) -> None:
    entry, guide = (tmp_path / target.path for target in CLIENTS[client](SERVER))
    begun = [entry, guide] if guide.name in {"AGENTS.md", "GEMINI.md"} else [entry]
    for path in begun:
        path.parent.mkdir(exist_ok=True)
        path.write_text("" if path.suffix in {".md", ".toml"} else text)
    connect(tmp_path, client)
    second = Server(name="okf-it", command="okf", base="/bases/it")
    connect(tmp_path, client, second)
    remove(tmp_path, client)
    apply(tmp_path, plan(tmp_path, CLIENTS[client](second), remove=True))
    empty = {path: "" if path.suffix in {".md", ".toml"} else text or "{}\n" for path in begun}
    assert files(tmp_path) == {
        path.relative_to(tmp_path).as_posix(): left for path, left in empty.items()
    }


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("text", ["", 'model = "o"', 'model = "o"\n', 'model = "o"\n\n', "\n"])
def test_the_end_of_a_file_comes_back_to_the_letter(tmp_path: Path, text: str, order: int) -> None:
    second = Server(name="okf-it", command="okf", base="/bases/it")
    for name in (".codex/config.toml", "AGENTS.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    for server in (SERVER, second):
        connect(tmp_path, "codex", server)
    for server in (SERVER, second)[::order]:
        apply(tmp_path, plan(tmp_path, CLIENTS["codex"](server), remove=True))
    assert files(tmp_path) == {".codex/config.toml": text, "AGENTS.md": text}


def test_lines_around_our_block_are_never_joined(tmp_path: Path) -> None:
    guide = tmp_path / "AGENTS.md"
    guide.write_text("before")
    connect(tmp_path, "codex")
    guide.write_text(guide.read_text() + "after\n")
    remove(tmp_path, "codex")
    assert guide.read_text() == "before\nafter\n"
