"""The child process that reads files for `pool`: one request in, one JSON line out.

A request carries the open file, because the child may open nothing but its libraries and what is in its own
directory. Answers are JSON and not pickled, because a hostile file may have taken the child over.
"""

import importlib
import json
import os
import re
import shutil
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from okf_server.extract import kernel, sandbox
from okf_server.extract.codec import outcome_to_json
from okf_server.extract.limits import LARGEST_TEXT
from okf_server.extract.refusals import TOO_MUCH_TEXT, first_line
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Extracted, Failed, Outcome, Partial

COMMAND = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from okf_server.extract.worker import main; main(*json.loads(sys.argv[2]), *sys.argv[3:])"
)
"""What a child runs; a module's name would make it depend on the parent's way of being started."""

REQUEST = 4096
"""Bytes of the longest request."""

READY = b"\n"
"""What a child says before it takes its first request."""

_GRACE_S = 2  # the parent's own deadline comes first
_KIND = re.compile(r"\.[a-z0-9]{1,8}")
_CHUNK = 2**30


class _Request(NamedTuple):
    """A file to read, which is open, the kind to read it as, and the seconds that it may take."""

    file: int
    kind: str
    timeout_s: float


def find_readers(spec: str) -> Callable[[DocumentsConfig], Any]:
    """The function that a spec such as `package.module:function` names."""
    module, _, name = spec.partition(":")
    found: Callable[[DocumentsConfig], Any] = getattr(importlib.import_module(module), name)
    return found


def main(parent: int, engines: Sequence[str], readers: str, settings: str, memory_mb: str) -> None:
    """Serve requests until the parent closes the socket or is gone; `settings` is a DocumentsConfig as JSON.

    `engines` are directories of programs that readers start. The working directory is the child's own: all
    that it may write to.
    """
    requests, answers = _own_channels()
    documents = DocumentsConfig(**json.loads(settings))
    known = find_readers(readers)(documents)
    models = [model for model in (documents.layout_models, documents.audio_model) if model]
    readable = [*sandbox.libraries(), *map(Path, (*engines, *models))]
    sandbox.protect(readable, Path.cwd(), int(memory_mb))
    with suppress(OSError):  # the end of the socket tells it as well
        kernel.end_with_parent(parent)
    with requests, answers:
        answers.write(READY)
        answers.flush()
        for request in _requests(requests):
            # end this process even where an engine never returns, and at once where the parent is gone
            signal.alarm(int(request.timeout_s) + _GRACE_S)
            kernel.end_with_socket(requests.fileno())
            outcome = _answer(known, request)
            kernel.no_longer(requests.fileno())
            signal.alarm(0)
            answers.write(json.dumps(outcome_to_json(outcome)).encode("ascii") + b"\n")
            answers.flush()
            _empty(Path())


def _requests(source: socket.socket) -> Iterator[_Request]:
    while True:
        message, files, _, _ = socket.recv_fds(source, REQUEST, 1)
        if not message:
            return
        fields = json.loads(message)
        yield _Request(files[0], fields["kind"], fields["timeout_s"])


def _answer(known: Any, request: _Request) -> Outcome:
    """The outcome of a file; it is read as a copy of a name that says nothing."""
    suffix = request.kind if _KIND.fullmatch(request.kind) else ""
    path = Path(f"document{suffix}")
    try:
        _copy(request.file, path)
    except OSError as error:
        return Failed(reason=f"cannot be read: {error.strerror}")
    return _read(known, path, request.kind)


def _copy(file: int, path: Path) -> None:
    """Write what an open file holds to a path, and close it."""
    try:
        with path.open("wb") as copy:
            at = 0
            while sent := os.sendfile(copy.fileno(), file, at, _CHUNK):
                at += sent
    finally:
        os.close(file)


def _read(known: Any, path: Path, kind: str) -> Outcome:
    try:
        outcome: Outcome = known.of_suffix(kind).extract(path, kind)
    except MemoryError:
        return Failed(reason="needs more memory than there is", hint="Split it.")
    except BaseException as error:  # noqa: BLE001 - a panic of an engine is no Exception
        return Failed(reason=f"the reader failed: {type(error).__name__}: {first_line(error)}")
    if isinstance(outcome, Extracted | Partial) and len(outcome.document.body) > LARGEST_TEXT:
        return TOO_MUCH_TEXT
    return outcome


def _empty(folder: Path) -> None:
    """Leave nothing of one file to the reader of the next."""
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            entry.unlink()


def _own_channels() -> tuple[socket.socket, BinaryIO]:
    """Where requests come from and answers go, away from the standard streams, which engines print to."""
    requests, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nothing, standard)
    os.close(nothing)
    return socket.socket(fileno=requests), os.fdopen(answers, "wb")
