"""Run `okf` as a person does, in this process."""

import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any

from okf_server.cli.ending import run
from okf_server.cli.main import okf


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """What a command left: exit code, stdout, stderr."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def call_okf(*words: object) -> Ended:
    """Run a command line with nothing but its words."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(okf, [str(word) for word in words])
    return Ended(code=code, out=out.getvalue(), err=err.getvalue())
