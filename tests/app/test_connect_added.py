"""What somebody added to what connect wrote stays, or is refused to be changed."""

from pathlib import Path

import pytest
from connecting import OTHER, SERVER, connect, files, remove

from okf_server.app.connect.clients import CLIENTS
from okf_server.app.connect.targets import GuideBlock, Server, State
from okf_server.errors import ConfigError, UsageError

ADDED = {
    "json": (
        ('"command"', '// slow disk\n      "timeout": 60000,\n      "command"'),
        ('"env": {', '"env": {\n        /* for me */ "MY_VAR": "1",'),
    ),
    "toml": (
        ("command", "startup_timeout_sec = 30 # slow disk\ncommand"),
        ("env = {", 'env = { MY_VAR = "1",'),
        ('"]\n', '"] # for me\n'),
    ),
}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("server", [SERVER, OTHER])
def test_what_somebody_added_to_our_entry_stays(
    tmp_path: Path, client: str, server: Server
) -> None:
    connect(tmp_path, client, server)
    path = tmp_path / CLIENTS[client](SERVER)[0].path
    plain = path.read_text()
    added = ADDED["toml" if path.suffix == ".toml" else "json"]
    for place, more in added:
        assert place in plain
        path.write_text(path.read_text().replace(place, more, 1))
    edited = path.read_text()

    state = State.CONNECTED if server == SERVER else State.OUTDATED
    assert connect(tmp_path, client)[0] is state
    assert path.read_text() == edited.replace("/other/hr", "/bases/hr")
    assert connect(tmp_path, client)[0] is State.CONNECTED
    remove(tmp_path, client)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("block", "refused"),
    [
        ("args = ['serve']\nenv = { OKF_MANAGED = \"okf-connect-1\" }\n", ConfigError),
        ('command = "okf"\n', UsageError),  # no longer marked as ours
        ("", UsageError),
    ],
)
def test_a_table_of_ours_that_cannot_be_edited_in_place_is_refused(
    tmp_path: Path, block: str, refused: type[Exception]
) -> None:
    connect(tmp_path, "codex", OTHER)
    path = tmp_path / ".codex/config.toml"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], lines[1] if block else "", block, lines[-1]]))
    before = files(tmp_path)
    with pytest.raises(refused):
        connect(tmp_path, "codex")
    assert files(tmp_path) == before


@pytest.mark.parametrize(("client", "name"), [("codex", "AGENTS.md"), ("gemini", "GEMINI.md")])
@pytest.mark.parametrize("where", ["evidence", "sha256", "<!-- okf-server end"])
def test_a_block_that_somebody_edited_is_theirs(
    tmp_path: Path, client: str, name: str, where: str
) -> None:
    connect(tmp_path, client)
    path = tmp_path / name
    path.write_text(path.read_text().replace(where, f"Mine\n{where}", 1))
    edited = path.read_text()
    with pytest.raises(UsageError, match=f"{name} has an entry that is not ours"):
        connect(tmp_path, client)
    remove(tmp_path, client)
    assert path.read_text() == edited


@pytest.mark.parametrize(("client", "name"), [("codex", "AGENTS.md"), ("gemini", "GEMINI.md")])
def test_an_older_guide_in_a_block_is_brought_up_to_date(
    tmp_path: Path, client: str, name: str
) -> None:
    (tmp_path / name).write_text(GuideBlock(name, "Another edition.").connected("Mine\n"))
    assert connect(tmp_path, client)[1] is State.OUTDATED
    text = (tmp_path / name).read_text()
    assert ("Another edition" in text, text.startswith("Mine\n")) == (False, True)
