"""Every command of docs/measured.md is there, takes the options that it is given, and is linked to."""

import ast
import re
import shlex
from pathlib import Path

import click
import pytest

from okf_server.cli.main import okf

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "measured.md").read_text("utf-8")
ROWS = [line.split(" | ") for line in PAGE.splitlines() if line.startswith("| ")]
COMMANDS = sorted({found for row in ROWS for found in re.findall(r"`([^`]+)`", row[-1])})
YOURS = re.compile(r"[A-Z]+(/[a-z-]+)?|[A-Z]+=[A-Z]+\.yaml|[A-Z]+\.yaml|[\d.]+")
"""What somebody who measures puts in: a folder, a file, a number."""


def commands(beginning: str) -> list[str]:
    return [command for command in COMMANDS if command.startswith(beginning)]


def source_of(words: list[str]) -> tuple[Path, list[str]]:
    """The file that a call of Python runs, and its arguments."""
    if words[1] != "-m":
        return ROOT / words[1], words[2:]
    place = ROOT.joinpath(*words[2].split("."))
    return (place / "__main__.py" if place.is_dir() else place.with_suffix(".py")), words[3:]


def known_words(source: Path) -> set[str]:
    """The words of all texts in a program, with its options among them."""
    texts = (
        node.value
        for node in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return {word for text in texts for word in re.findall(r"[\w-]+", text)}


@pytest.mark.parametrize("command", commands("python "))
def test_a_program_that_measures_takes_what_it_is_given(command: str) -> None:
    source, arguments = source_of(shlex.split(command))
    assert source.is_file()
    given = [word for word in arguments if not YOURS.fullmatch(word)]
    assert set(given) <= known_words(source)


@pytest.mark.parametrize("command", commands("okf "))
def test_a_command_of_the_product_takes_what_it_is_given(command: str) -> None:
    name, *arguments = shlex.split(command)[1:]
    found = okf.get_command(click.Context(okf), name)
    assert found is not None
    found.make_context(name, [word.replace("FOLDER", str(ROOT)) for word in arguments])


@pytest.mark.parametrize("command", commands("pytest ") + commands("tests/"))
def test_a_test_that_is_named_exists(command: str) -> None:
    file, _, name = command.removeprefix("pytest ").partition("::")
    path = ROOT / file
    assert path.exists()
    assert not name or f"def {name}(" in path.read_text("utf-8")


def test_every_row_has_its_command() -> None:
    bodies = [row for row in ROWS if not row[-1].startswith(("command", "test", "---"))]
    assert len(bodies) > 50
    kinds = ("python ", "okf ", "pytest ", "tests/")
    assert all(re.match("`(" + "|".join(kinds) + ")", row[-1]) for row in bodies)


@pytest.mark.parametrize("name", ["README.md", "docs/documents.md", "docs/operations.md"])
def test_the_figures_are_linked_to(name: str) -> None:
    assert "measured.md" in (ROOT / name).read_text("utf-8")
