"""How a command ends: the one place that turns failures into messages and exit codes.

0 ok; 1 findings; 2 usage; 3 published, some items failed; 4 not found or denied; 5 busy; 6 configuration;
7 source, disk or provider; 70 a fault of this program; 130 interrupted; 141 the reader of the output left.
"""

import os
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import click

from okf_server.cli.output import show_json, tell, tell_text
from okf_server.errors import OkfError, UpstreamError, UsageError
from okf_server.settings import debugging


class Exit(IntEnum):
    """Exit codes of the command line; those of failures come with their exception."""

    OK = 0
    FINDINGS = 1
    PARTIAL = 3
    FAULT = 70
    INTERRUPTED = 130
    PIPE = 141


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What is said of a failure."""

    kind: str
    message: str
    hint: str
    code: int


def run(group: click.Group, words: Sequence[str]) -> int:
    """Run a command line; its exit code. Failures are told on stderr, with --json on stdout as well."""
    try:
        code = group.main(list(words), prog_name="okf", standalone_mode=False)
        sys.stdout.flush()
    except click.Abort:
        tell("interrupted")
        return Exit.INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as error:
        tell_text(error.message)
        return UsageError.exit_code
    except (BrokenPipeError, SystemExit):  # click turns the first into the second
        _leave_quietly()
        return Exit.PIPE
    except Exception as error:  # noqa: BLE001 - the last place where a failure can get its message
        return _report(error, words)
    return code if isinstance(code, int) else Exit.OK


def _report(error: Exception, words: Sequence[str]) -> int:
    failure = _failure(error)
    if "--json" in words:
        show_json({"error": _as_json(failure)})
    if failure.code == Exit.FAULT and ("--debug" in words or debugging()):
        tell_text("".join(traceback.format_exception(error)).rstrip())
    tell(f"error: {failure.message}")
    if failure.hint:
        tell(f"hint: {failure.hint}")
    return failure.code


def _failure(error: Exception) -> Failure:
    match error:
        case OkfError(message=message, hint=hint, exit_code=code):
            return Failure(kind=type(error).__name__, message=message, hint=hint, code=code)
        case click.ClickException():
            return _usage(error)
        case OSError(strerror=str(reason), filename=name):
            message = f"{name}: {reason}" if name else reason
            return Failure(
                kind="StorageError",
                message=message,
                hint="Nothing that was published before has changed.",
                code=UpstreamError.exit_code,
            )
        case _:
            return Failure(
                kind="Fault",
                message=f"This is a fault of okf: {type(error).__name__}: {error}",
                hint="Run it again with --debug and report what it prints.",
                code=Exit.FAULT,
            )


def _usage(error: click.ClickException) -> Failure:
    context = error.ctx if isinstance(error, click.UsageError) else None
    return Failure(
        kind="UsageError",
        message=error.format_message(),
        hint=f"See: {context.command_path} --help" if context else "",
        code=UsageError.exit_code,
    )


def _as_json(failure: Failure) -> dict[str, object]:
    return {
        "kind": failure.kind,
        "message": failure.message,
        "hint": failure.hint,
        "exit_code": failure.code,
    }


def _leave_quietly() -> None:
    """Point stdout at nothing, so that the interpreter's last flush does not complain."""
    with open(os.devnull, "wb") as nothing:  # noqa: PTH123 - a device, not a path of ours
        os.dup2(nothing.fileno(), sys.stdout.fileno())
