"""okf serve: to whom it speaks, and as whom."""

import asyncio
import subprocess
import sys
from pathlib import Path
from subprocess import DEVNULL
from typing import TextIO

import pytest
from cli_running import call_okf
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

import okf_server
from okf_server.cli.address import address_of, stdio_principal
from okf_server.errors import ConfigError
from okf_server.model.access import OPERATOR

AUTH = "serve: {auth: {issuer: 'https://id.test'}, host: 0.0.0.0}\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory of bases, and a working directory that lies in none."""
    home = tmp_path / "home"
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setenv("OKF_HOME", str(home))
    monkeypatch.delenv("OKF_BASE", raising=False)
    monkeypatch.chdir(tmp_path / "elsewhere")
    return home


def base(home: Path, name: str, serve: str = "") -> Path:
    directory = home / name
    directory.mkdir(parents=True)
    (directory / "okf.yaml").write_text(f"name: {name}\n{serve}")
    return directory


def started(directory: Path) -> StdioServerParameters:
    """The command that a client starts, with the source that is under test."""
    program = "from okf_server.cli.main import main; main()"
    words = ["-c", program, "serve", "--stdio", "--base", str(directory)]
    source = str(Path(okf_server.__file__).parents[1])
    return StdioServerParameters(command=sys.executable, args=words, env={"PYTHONPATH": source})


def test_an_address_for_others_is_refused_without_sign_in(home: Path) -> None:
    ended = call_okf("serve", "--host", "0.0.0.0", "--base", base(home, "one"))

    assert ended.code == 6
    assert "this server knows no users" in ended.err
    assert "serve.auth" in ended.err


def test_an_address_for_others_needs_to_know_its_public_name(home: Path) -> None:
    ended = call_okf("serve", "--base", base(home, "one", AUTH))

    assert ended.code == 6
    assert "serve.auth.resource is missing" in ended.err


SECRET = (
    "serve: {port: 0, auth: {issuer: 'http://127.0.0.1:9', "
    "introspection: {client_id: okf, client_secret_env: OKF_NOT_SET}}}\n"
)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_server_that_cannot_sign_people_in_does_not_say_that_it_listens(
    home: Path, workers: str
) -> None:
    ended = call_okf("serve", "--workers", workers, "--base", base(home, "one", SECRET))

    assert ended.code == 6
    assert "OKF_NOT_SET is not set" in ended.err
    assert "listening" not in ended.err


@pytest.mark.parametrize(
    ("embedder", "warning"),
    [
        ("nonesuch", "search.embedder: 'nonesuch' is not known."),
        ("{kind: gemini, api_key_env: OKF_NO_KEY}", "the variable OKF_NO_KEY is not set."),
        ("null", ""),
        ("e5-small", ""),
    ],
)
def test_a_model_that_a_build_refuses_is_said_at_the_start(
    home: Path, embedder: str, warning: str
) -> None:
    directory = base(home, "one", f"search: {{embedder: {embedder}}}\n")
    ended = call_okf("serve", "--host", "0.0.0.0", "--base", directory)  # ends as nobody signs in
    built = call_okf("build", "--base", directory)

    assert ("warning: one: " in ended.err) is bool(warning)
    assert warning in ended.err
    assert (built.code == 6) is bool(warning)
    assert warning in built.err


def test_sign_in_of_one_base_holds_for_all_that_are_served_together(home: Path) -> None:
    base(home, "one", AUTH)
    base(home, "two")

    (auth,) = address_of(None).auth

    assert auth.issuer == "https://id.test"


def test_bases_of_one_name_are_not_served_together(home: Path) -> None:
    for directory in ("one", "two"):
        (base(home, directory, AUTH) / "okf.yaml").write_text(f"name: fin\n{AUTH}")

    with pytest.raises(ConfigError, match="Several bases are named 'fin'"):
        address_of(None)


def test_bases_that_sign_in_differently_are_not_served_together(home: Path) -> None:
    base(home, "one", AUTH)
    base(home, "two", AUTH.replace("id.test", "other.test"))

    with pytest.raises(ConfigError, match="say different things"):
        address_of(None)
    assert address_of("one").auth is not None


def test_who_asks_on_standard_input_is_the_operator_or_who_the_base_names(home: Path) -> None:
    base(home, "one")
    base(home, "two", "serve: {stdio_principal: [user:ana]}\n")

    assert stdio_principal("one") == OPERATOR
    ana = stdio_principal("two")
    assert not ana.trusted
    assert ana.names == {"*", "user:ana"}


def test_standard_input_sees_what_its_principal_may_read(home: Path) -> None:
    directory = base(
        home,
        "acme",
        "sources: [{kind: folder, path: ./docs}]\nsearch: {embedder: null}\n"
        "access: {rules: {hr/: [group:hr], it/: [group:it]}}\n"
        "serve: {stdio_principal: [user:ana, group:it]}\n",
    )
    for folder in ("hr", "it"):
        (directory / "docs" / folder).mkdir(parents=True)
        (directory / "docs" / folder / "zebra.md").write_text(f"# Zebra\n\nA zebra of {folder}.\n")
    assert call_okf("build", "--base", directory).code == 0

    async def ask() -> object:
        async with Client(stdio_client(started(directory))) as client:
            return (
                await client.call_tool("search_knowledge", {"query": "zebra"})
            ).structured_content

    found = asyncio.run(ask())

    assert isinstance(found, dict)
    assert [hit["concept_id"] for hit in found["results"]] == ["it/zebra"]


def test_a_configuration_that_cannot_be_read_lets_nobody_ask(home: Path) -> None:
    directory = base(home, "acme", "serve: {stdio_principle: [user:ana]}\n")

    async def ask() -> str:
        async with Client(stdio_client(started(directory))) as client:
            result = await client.call_tool("search_knowledge", {"query": "zebra"})
        assert result.is_error
        return str(result.content)

    assert "Did you mean" in asyncio.run(ask())


def test_a_base_that_is_not_there_is_said_at_once_and_tools_say_it_without_a_traceback(
    home: Path, tmp_path: Path
) -> None:
    parameters = started(tmp_path / "nope")
    command = [parameters.command, *parameters.args]
    ended = subprocess.run(command, capture_output=True, text=True, stdin=DEVNULL, check=False)
    assert "warning: No base" in ended.stderr
    assert "hint: Make one: okf build FOLDER" in ended.stderr

    async def ask(noise: TextIO) -> list[str]:
        async with Client(stdio_client(parameters, errlog=noise)) as client:
            results = [
                await client.call_tool("search_knowledge", {"query": "zebra"}),
                await client.call_tool("list_bases", {}),
            ]
        assert all(result.is_error for result in results)
        return [str(result.content) for result in results]

    with (tmp_path / "noise").open("w") as noise:
        told = asyncio.run(ask(noise))
    assert all("No base" in text and "okf build FOLDER" in text for text in told)
    logged = (tmp_path / "noise").read_text()
    assert "Traceback" not in logged
    assert "unexpected" not in logged
    assert logged.count("outcome=error") == 2
    assert not home.exists()


@pytest.mark.parametrize(
    "locale",
    [{"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONIOENCODING": "cp1252"}, {"LANG": "de_DE.CP1252"}],
    ids=str,
)
def test_a_base_in_another_script_is_answered_whatever_the_locale(
    home: Path, locale: dict[str, str]
) -> None:
    directory = base(home, "one", "sources: [{kind: folder, path: ./문서}]\n")
    (directory / "문서").mkdir()
    text = "# 출장 규정 “2026”\n\n런던 호텔 한도는 250유로입니다 ✈ 🏨\n"
    (directory / "문서/출장.md").write_text(text, encoding="utf-8")
    assert call_okf("build", "--base", directory, "--no-embeddings").code == 0
    server = started(directory)
    server.env = {**(server.env or {}), **locale}

    async def ask() -> str:
        async with Client(stdio_client(server)) as client:
            found = await client.call_tool("search_knowledge", {"query": "런던 호텔 한도"})
            read = await client.call_tool("get_knowledge", {"refs": ["출장.md"]})
            missing = await client.call_tool("get_knowledge", {"refs": ["없는 문서"]})
            return "".join(str(one.content) for one in (found, read, missing))

    told = asyncio.run(ask())
    for shown in ("출장 규정 “2026”", "250유로입니다 ✈ 🏨", "없는 문서"):
        assert shown in told
