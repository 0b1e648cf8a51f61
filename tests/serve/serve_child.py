"""A server in a process of its own, as `okf serve` runs it, for tests to talk to.

Arguments: `auto` or `legacy` for standard input and output, `http` for a free port, `workers` for
two processes on one, `limited` for two of which a caller may ask four times; then `noisy` to print
from inside a call as careless libraries do, `slow` to take a while for each, `endless` or `stuck` never
to end by itself, the latter for nobody, or `modules` to name
at the end what was imported.
"""

import ctypes
import os
import sys
import threading

from shelf import Shelf, Shelves

from okf_server.model.wanted import go_on
from okf_server.serve import run_http, run_stdio
from okf_server.serve.operation import DEFAULT, Limits, Operation


def make_noise() -> None:
    print("a stray print")  # noqa: T201 - the noise is the point
    os.write(1, b"a stray write\n")
    ctypes.CDLL(None).printf(b"a stray printf of a C library\n")


def be_slow() -> None:
    os.write(2, b"holding\n")  # one write: lines of several workers never mix
    threading.Event().wait(0.8)


def be_endless() -> None:
    os.write(2, b"holding\n")  # one write: lines of several workers never mix
    while True:
        go_on()


def be_stuck() -> None:
    os.write(2, b"holding\n")  # one write: lines of several workers never mix
    threading.Event().wait()


HOLDS = {"noisy": make_noise, "slow": be_slow, "endless": be_endless, "stuck": be_stuck}


def main() -> None:
    _, protocol, *rest = sys.argv
    shelf = Shelf(hold=HOLDS[rest[0]]) if rest and rest[0] in HOLDS else Shelf()
    drain_s = 1 if rest[:1] in (["endless"], ["stuck"]) else DEFAULT.drain_s
    match protocol:
        case "http":
            operation = Operation(drain_s=drain_s)
            run_http(lambda: Shelves(shelf), host="127.0.0.1", port=0, operation=operation)
        case "workers":
            operation = Operation(workers=2, log="json", drain_s=drain_s)
            run_http(lambda: Shelves(shelf), host="127.0.0.1", port=0, operation=operation)
        case "limited":
            limits = Limits(rate=1, burst=4, operator_too=True)
            operation = Operation(workers=2, limits=limits, log="json")
            run_http(lambda: Shelves(shelf), host="127.0.0.1", port=0, operation=operation)
        case "legacy":
            run_stdio(lambda: Shelves(shelf), protocol="legacy")
        case _:
            run_stdio(lambda: Shelves(shelf), protocol="auto")
    if rest == ["modules"]:
        print(*sys.modules, file=sys.stderr)  # noqa: T201 - what the test came for


if __name__ == "__main__":
    main()
