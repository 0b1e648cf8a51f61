"""Readers that do what a document that has taken its engine over would do; the file says to what."""

import json
import os
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

from okf_server.extract.registry import Reader
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Document, Extracted, Outcome

# ruff: noqa: ARG001 - a reader takes settings and a suffix, whatever it does with them


def _look(target: str) -> str:
    return Path(target).read_text()


def _list(target: str) -> str:
    return " ".join(path.name for path in Path(target).iterdir())


def _write(target: str) -> str:
    Path(target).write_text("taken over")
    return "written"


def _keep(target: str) -> str:
    Path(target).write_text("for the next file")
    return " ".join(sorted(path.name for path in Path().iterdir()))


def _connect(target: str) -> str:
    host, port = target.split()
    with socket.create_connection((host, int(port)), timeout=2):
        return "connected"


def _unix(target: str) -> str:
    with socket.socket(socket.AF_UNIX) as opened:
        opened.connect(target)
    return "connected"


def _signal(target: str) -> str:
    os.kill(int(target), signal.SIGTERM)
    return "sent"


def _run(target: str) -> str:
    return subprocess.run(json.loads(target), capture_output=True, text=True, check=True).stdout


def _program(target: str) -> str:
    Path("program").write_text(f"#!/bin/sh\necho {target}\n")
    Path("program").chmod(0o700)
    return _run('["./program"]')


def _grow(target: str) -> str:
    with Path("large").open("wb") as file:
        file.seek(int(target))
        file.write(b"x")
    return "written"


def _talk(target: str) -> str:
    return "x" * int(target)


_DEEDS: dict[str, Callable[[str], str]] = {
    ".grow": _grow, ".keep": _keep, ".link": _connect, ".list": _list, ".look": _look,
    ".prog": _program, ".run": _run, ".signal": _signal, ".talk": _talk, ".unix": _unix,
    ".write": _write,
}  # fmt: skip


class _Curious(Reader):
    def extract(self, path: Path, suffix: str) -> Outcome:
        try:
            body = _DEEDS[suffix](path.read_text())
        except OSError as error:
            body = f"{type(error).__name__}"
        return Extracted(document=Document(body=body, spans=()))


class _Readers:
    @staticmethod
    def of_suffix(suffix: str) -> Reader:
        return _Curious(
            name="curious",
            version="1",
            adapter=1,
            suffixes=(suffix,),
            read=_unused,
            extra="documents",
        )


def _unused(path: Path) -> Outcome:
    raise AssertionError


def readers(documents: DocumentsConfig) -> type[_Readers]:
    return _Readers
