"""How commands end."""

import json
import sys

import click
import pytest

from okf_server.cli.ending import run
from okf_server.errors import BusyError, ConfigError, NotFoundError, StorageError, UsageError


def group(failure: BaseException | None = None, result: int | None = None) -> click.Group:
    @click.group()
    def program() -> None:
        pass

    @program.command()
    @click.option("--json", "as_json", is_flag=True)
    @click.option("--debug", is_flag=True)
    def act(*, as_json: bool, debug: bool) -> int | None:
        del as_json, debug
        if failure is not None:
            raise failure
        return result

    return program


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (UsageError("m"), 2),
        (NotFoundError("m"), 4),
        (BusyError("m"), 5),
        (ConfigError("m"), 6),
        (StorageError("m"), 7),
        (OSError(28, "No space left on device", "/x"), 7),
        (ZeroDivisionError("m"), 70),
        (KeyboardInterrupt(), 130),
    ],
)
def test_a_failure_ends_with_its_exit_code(failure: BaseException, code: int) -> None:
    assert run(group(failure), ["act"]) == code


def test_what_a_command_returns_is_the_exit_code() -> None:
    assert run(group(result=3), ["act"]) == 3
    assert run(group(result=None), ["act"]) == 0


def test_a_failure_says_what_happened_and_what_to_do_on_stderr(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(group(NotFoundError("No base here.", hint="Build one: okf build PATH")), ["act"])
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "error: No base here.\nhint: Build one: okf build PATH\n"


def test_with_json_the_failure_is_an_object_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    run(group(BusyError("Held.", hint="Wait.")), ["act", "--json"])
    assert json.loads(capsys.readouterr().out) == {
        "error": {"kind": "BusyError", "message": "Held.", "hint": "Wait.", "exit_code": 5}
    }


def test_a_wrong_option_is_a_usage_failure_with_a_way_to_the_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(group(), ["act", "--nope"]) == 2
    captured = capsys.readouterr().err
    assert captured.startswith("error: No such option")
    assert "hint: See: okf act --help" in captured


def test_a_fault_shows_its_traceback_only_when_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OKF_DEBUG", raising=False)
    run(group(ZeroDivisionError("by zero")), ["act"])
    quiet = capsys.readouterr().err
    run(group(ZeroDivisionError("by zero")), ["act", "--debug"])
    asked = capsys.readouterr().err
    monkeypatch.setenv("OKF_DEBUG", "1")
    run(group(ZeroDivisionError("by zero")), ["act"])
    by_environment = capsys.readouterr().err
    assert "Traceback" not in quiet
    assert "ZeroDivisionError: by zero" in quiet
    assert "Traceback" in asked
    assert "Traceback" in by_environment


def test_interrupting_says_so_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    run(group(KeyboardInterrupt()), ["act"])
    assert capsys.readouterr().err.strip() == "interrupted"


def test_failures_of_files_name_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    run(group(PermissionError(13, "Permission denied", "a.md")), ["act"])
    assert "error: a.md: Permission denied" in capsys.readouterr().err


def test_no_command_prints_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(group(), []) == 2
    assert "Usage:" in capsys.readouterr().err
    assert sys.stdout is not None
