"""One child process of the pool, as its parent sees it."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

from okf_server.extract.codec import outcome_from_json
from okf_server.extract.worker import COMMAND
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Failed, Outcome

_CHUNK = 2**20
_LARGEST_ANSWER = 2**29
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Child:
    """A process that reads one file at a time; `key` is that of the file, None while it is idle."""

    def __init__(self, readers: str, documents: DocumentsConfig, memory_mb: int) -> None:
        settings = json.dumps(asdict(documents))
        # the interpreter of this very process, no shell, and a session of its own to be ended as a whole
        self._process = subprocess.Popen(  # noqa: S603 - every argument is ours
            [
                sys.executable,
                "-c",
                COMMAND,
                json.dumps(sys.path),
                readers,
                settings,
                str(memory_mb),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            bufsize=0,
        )
        self._memory_mb = memory_mb
        self._answer = bytearray()
        self._deadline = 0.0
        self._timeout_s = 0.0
        self._ended = False
        self.key: str | None = None
        self.served = 0

    def fileno(self) -> int:
        """The pipe that the answers come through."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def ask(self, key: str, path: Path, kind: str, timeout_s: float) -> bool:
        """Give it a file to read; False where the process is gone."""
        request = {"path": str(path), "kind": kind, "timeout_s": timeout_s}
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request).encode("ascii") + b"\n")
        except OSError:
            return False
        self.key = key
        self._timeout_s = timeout_s
        self._deadline = time.monotonic() + timeout_s
        return True

    def receive(self) -> Outcome | None:
        """Read what is there of the answer: the outcome once it is whole, a failure if the process died."""
        chunk = os.read(self.fileno(), _CHUNK)
        self._answer += chunk
        if not chunk:
            return self._died()
        if len(self._answer) == len(chunk):
            self._deadline = time.monotonic() + self._timeout_s  # it has read; now it only writes
        if len(self._answer) > _LARGEST_ANSWER:
            self.kill()
            return Failed(reason=f"more than {_LARGEST_ANSWER >> 20} MB of text", hint="Split it.")
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
        if self._resident_mb() > self._memory_mb:
            self.kill()
            return Failed(
                reason=f"needs more than {self._memory_mb} MB of memory",
                hint="Split the file, or leave it out of the source.",
            )
        return None

    def kill(self) -> None:
        """End the process and all that it started, and wait for it; once is enough."""
        if self._ended:
            return  # its number may be another's by now
        self._ended = True
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def _died(self) -> Failed:
        self.kill()
        code = self._process.returncode
        if code == -signal.SIGALRM:
            return self._too_long()
        how = signal.Signals(-code).name if code < 0 else f"exit status {code}"
        return Failed(
            reason=f"the reader crashed ({how})",
            hint="Open the file and save it again, or leave it out of the source.",
        )

    def _too_long(self) -> Failed:
        return Failed(
            reason=f"took longer than {self._timeout_s:g} s",
            hint="Raise documents.timeout_s in okf.yaml, or split the file.",
        )

    def _resident_mb(self) -> int:
        """What it holds in memory, where the system tells; address space would count what is never used."""
        try:
            fields = Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii").split()
        except OSError:
            return 0
        return int(fields[1]) * _PAGE >> 20
