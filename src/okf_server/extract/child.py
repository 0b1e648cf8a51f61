"""One child process of the pool, as its parent sees it."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from okf_server.extract import memory
from okf_server.extract.codec import outcome_from_json
from okf_server.extract.folder import Folder
from okf_server.extract.limits import LARGEST_ANSWER, LARGEST_FILE
from okf_server.extract.sandbox import address_space, module_path
from okf_server.extract.worker import COMMAND, READY
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Failed, Outcome

_CHUNK = 2**20
_START_S = 30  # a busy system takes long to start a process
_NEARLY = 0.9  # of a limit: a process that died there died of it
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "TESSDATA_PREFIX", "OMP_THREAD_LIMIT", "OMP_NUM_THREADS")
"""Variables that a child gets of its parent: where programs lie, and no keys."""


class Child:
    """A process that reads one file at a time; `key` is that of the file, None while it is idle.

    `crashed` is whether it ended by itself, and neither time nor memory nor room was seen to run out.
    """

    def __init__(self, readers: str, documents: DocumentsConfig, memory_mb: int) -> None:
        self._folder = Folder("reader")
        ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._requests = ours
        try:
            self._process = _started(
                [readers, json.dumps(_absolute(documents)), str(memory_mb)], its, self._folder.path
            )
        except OSError:
            ours.close()
            self._folder.remove()
            raise
        finally:
            its.close()
        self._memory_mb = memory_mb
        self._most = memory.Used(resident=0, addresses=0)
        self._ended_before = 0
        self._answer = bytearray()
        self._deadline = 0.0
        self._timeout_s = 0.0
        self._ready = False
        self._ended = False
        self.key: str | None = None
        self.served = 0
        self.crashed = False

    def fileno(self) -> int:
        """The pipe that the answers come through."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def ask(self, key: str, file: int, kind: str, timeout_s: float) -> bool:
        """Give it an open file to read; False where the process is gone."""
        request = json.dumps({"kind": kind, "timeout_s": timeout_s}).encode("ascii")
        try:
            socket.send_fds(self._requests, [request], [file])
        except OSError:
            return False
        self.key = key
        self._ended_before = memory.ended_by_the_system()
        self._timeout_s = timeout_s
        self._deadline = time.monotonic() + timeout_s + (0 if self._ready else _START_S)
        return True

    def receive(self) -> Outcome | None:
        """Read what is there of the answer: the outcome once it is whole, a failure if the process died."""
        chunk = os.read(self.fileno(), _CHUNK)
        if not chunk:
            return self._died()
        if not self._ready:
            self._ready = True
            self._deadline = time.monotonic() + self._timeout_s  # from now on it reads
            chunk = chunk.removeprefix(READY)
        self._answer += chunk
        if chunk and len(self._answer) == len(chunk):
            self._deadline = time.monotonic() + self._timeout_s  # it has read; now it only writes
        if len(self._answer) > LARGEST_ANSWER:
            self.kill()
            return Failed(reason=f"more than {LARGEST_ANSWER >> 20} MB of text", hint="Split it.")
        if not self._answer.endswith(b"\n"):
            return None
        answer, self._answer = bytes(self._answer), bytearray()
        self.key = None
        self.served += 1
        try:
            return outcome_from_json(json.loads(answer))
        except (ValueError, KeyError, TypeError, IndexError):
            return Failed(reason="the reader answered what cannot be read")

    def overrun(self) -> Failed | None:
        """End the process if it takes too long or too much memory; say which."""
        if time.monotonic() > self._deadline:
            self.kill()
            return self._too_long()
        used = memory.used(self._process.pid)
        self._most = memory.Used(*map(max, self._most, used))
        if used.resident > self._memory_mb * 2**20:
            self.kill()
            return self._too_much()
        return None

    def kill(self) -> None:
        """End the process and all that it started, and wait for it; once is enough."""
        if self._ended:
            return  # its number may be another's by now
        self._ended = True
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._requests.close()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._folder.remove()

    def _died(self) -> Failed:
        """Why the process ended by itself: by what was seen to run out, else as a crash."""
        late = time.monotonic() > self._deadline
        self.kill()
        code = self._process.returncode
        if code == -signal.SIGALRM and late:
            return self._too_long()
        if self._memory_ran_out(code):
            return self._too_much()
        if code == -signal.SIGXFSZ:
            return Failed(reason=f"unpacks to more than {LARGEST_FILE >> 30} GB", hint="Split it.")
        self.crashed = True
        if code >= 0:
            reason = f"the reader crashed (exit status {code})"
        else:
            name = signal.Signals(-code).name
            reason = f"its reader crashed or was ended by another program ({name})"
        return Failed(
            reason=reason,
            hint="Build again; if that does not help, open the file and save it again.",
        )

    def _memory_ran_out(self, code: int) -> bool:
        """Whether the process came near a limit of its own, or the system ended one for want of memory."""
        if self._most.addresses > address_space(self._memory_mb) * _NEARLY:
            return True
        if code != -signal.SIGKILL:
            return False
        near = self._most.resident > self._memory_mb * 2**20 * _NEARLY
        return near or memory.ended_by_the_system() > self._ended_before

    def _too_long(self) -> Failed:
        return Failed(
            reason=f"took longer than {self._timeout_s:g} s",
            hint="Raise documents.timeout_s in okf.yaml, or split the file.",
        )

    def _too_much(self) -> Failed:
        return Failed(
            reason=f"needs more than {self._memory_mb} MB of memory",
            hint="Split the file, or leave it out of the source.",
        )


_OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}
"""What keeps the libraries of layout models from asking for others: the network refuses them anyway, late."""


def _started(
    arguments: list[str], requests: socket.socket, folder: str
) -> "subprocess.Popen[bytes]":
    """The process: this very interpreter, no shell, in a session of its own to be ended as a whole."""
    environment = _environment()
    ours = [os.getpid(), list(map(str, _engines(environment)))]
    return subprocess.Popen(  # noqa: S603 - every argument is ours
        [sys.executable, "-c", COMMAND, *map(json.dumps, (module_path(), ours)), *arguments],
        stdin=requests.fileno(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env={**environment, **_OFFLINE, "HOME": folder, "TMPDIR": folder, "LC_ALL": "C.UTF-8"},
        start_new_session=True,
        bufsize=0,
    )


def _environment() -> Mapping[str, str]:
    variables = os.environ  # noqa: TID251 - handed on to a process, never read as a setting
    return {name: variables[name] for name in _PASSED_ON if name in variables}


def _engines(environment: Mapping[str, str]) -> Iterator[Path]:
    """Where programs lie that readers start, with their libraries and models, wherever that is."""
    program = shutil.which("tesseract", path=environment.get("PATH"))
    if program and (place := Path(program).resolve().parents[1]) != Path("/"):
        yield place
    if "TESSDATA_PREFIX" in environment:
        yield Path(environment["TESSDATA_PREFIX"])


def _absolute(documents: DocumentsConfig) -> dict[str, object]:
    """The settings with the paths of models as they are seen from any directory."""
    settings = asdict(documents)
    for name in ("layout_models", "audio_model"):
        if settings[name]:
            settings[name] = str(Path(settings[name]).expanduser().absolute())
    return settings
