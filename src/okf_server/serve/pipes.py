"""Standard input and output as the client's alone, whatever else in the process reads or prints."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO


@contextmanager
def claimed() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """The client's two ends; from here on others read nothing, and what they print goes to standard error.

    That stays so to the end of the process: libraries print what is left in their buffers late.
    """
    sys.stdout.flush()
    incoming, outgoing = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # standard error is closed
        os.dup2(nowhere, 1)
    # a thread may still wait in one of them when this ends: neither number may be another file's by then
    with (
        os.fdopen(incoming, "rb", closefd=False) as lines,
        os.fdopen(outgoing, "wb", buffering=0, closefd=False) as out,
    ):
        yield lines, out
