"""Readers that behave as broken engines do, for children of the pool."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from okf_server.extract.registry import Reader
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Document, Extracted, Outcome

_MEGABYTE = 2**20

# ruff: noqa: ARG001, ARG002 - a reader takes a path, whatever it does with it


def _hang(path: Path) -> Outcome:
    threading.Event().wait()
    raise AssertionError


def _patient(path: Path) -> Outcome:
    return _hang(path) if path.read_text() == "wait" else _say(path)


def _spin(path: Path) -> Outcome:
    while True:
        pass


def _starter(path: Path) -> Outcome:
    program = [sys.executable, "-c", "import signal; signal.pause()"]
    subprocess.run(program, check=True)
    raise AssertionError


def _abort(path: Path) -> Outcome:
    os.abort()


def _segfault(path: Path) -> Outcome:
    ctypes.string_at(0)
    raise AssertionError


def _leave(path: Path) -> Outcome:
    os._exit(3)


def _killed(path: Path) -> Outcome:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def _alarmed(path: Path) -> Outcome:
    os.kill(os.getpid(), signal.SIGALRM)
    raise AssertionError


def _hog(path: Path) -> Outcome:
    held = []
    while True:
        held.append(bytearray(b"x" * 16 * _MEGABYTE))


def _raise(path: Path) -> Outcome:
    raise SystemExit("an engine that wants to leave")


def _chatter(path: Path) -> Outcome:
    print("noise on standard output")  # noqa: T201 - that is the point
    os.write(1, b"more noise\n")
    sys.stdin.read()
    return _say(path)


def _say(path: Path) -> Outcome:
    document = Document(body=path.read_text(), spans=(), details={"process": os.getpid()})
    return Extracted(document=document)


_READS = {
    ".hang": _hang,
    ".patient": _patient,
    ".spin": _spin,
    ".starter": _starter,
    ".abort": _abort,
    ".segfault": _segfault,
    ".leave": _leave,
    ".killed": _killed,
    ".alarmed": _alarmed,
    ".hog": _hog,
    ".raise": _raise,
    ".chatter": _chatter,
    ".say": _say,
}


class _Unguarded(Reader):
    """A reader whose failures are not caught where it runs."""

    def extract(self, path: Path, suffix: str) -> Outcome:
        return self.read(path)


class _Hostile:
    @staticmethod
    def of_suffix(suffix: str) -> Reader | None:
        return _reader(suffix)


def readers(documents: DocumentsConfig) -> type[_Hostile]:
    return _Hostile


def _reader(suffix: str) -> Reader | None:
    read = _READS.get(suffix)
    extra = "documents"
    if suffix == ".native":
        read, extra = _say, ""
    if read is None:
        return None
    return _Unguarded(
        name="hostile", version="1", adapter=1, suffixes=(suffix,), read=read, extra=extra
    )
