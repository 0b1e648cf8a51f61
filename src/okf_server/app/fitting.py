"""Which bases fit a running server: those that it would have started with."""

import logging
import threading
from collections.abc import Callable
from os import stat_result
from pathlib import Path

from okf_server.app.knowledge import Knowledge
from okf_server.catalog.config import FILE_NAME, read_config
from okf_server.catalog.find import is_base
from okf_server.errors import OkfError
from okf_server.model.config import ServeConfig

Fits = Callable[[ServeConfig], bool]
"""Whether what a base says of serving is of one mind with the server."""

_OTHER_PEOPLE = "its serve is not what this server was started with"
_OTHER_NAME = "another base has its name"

log = logging.getLogger(__name__)


class Fitting:
    """What a running server has in common with all its bases; safe to use from several threads.

    What okf.yaml says of serving is read again when the file changes. The first base of a name keeps it.
    """

    def __init__(self, fits: Fits) -> None:
        self._fits = fits
        self._lock = threading.Lock()
        self._holders: dict[str, Path] = {}
        self._said: dict[Path, tuple[object, ServeConfig]] = {}
        self._told: dict[Path, str] = {}

    def reason(self, knowledge: Knowledge) -> str:
        """Why a base is left out by now; empty where it is not. The log says when it changes."""
        directory, name = knowledge.directory, knowledge.config.name
        with self._lock:
            reason = self._reason(knowledge)
            if reason != self._told.get(directory, ""):
                self._told[directory] = reason
                if reason:
                    log.warning(
                        "bases.left_out base=%r directory=%s reason=%r", name, directory, reason
                    )
                else:
                    log.warning("bases.taken_in base=%r directory=%s", name, directory)
        return reason

    def was_taken_in(self, knowledge: Knowledge) -> bool:
        """Whether the base is one of this server's, also while it is left out: its record goes on."""
        with self._lock:
            return self._holders.get(knowledge.config.name) == knowledge.directory

    def _reason(self, knowledge: Knowledge) -> str:
        if not self._fits(self._serve_of(knowledge)):
            return _OTHER_PEOPLE
        name, directory = knowledge.config.name, knowledge.directory
        holder = self._holders.get(name, directory)
        if holder != directory and is_base(holder):
            return _OTHER_NAME
        self._holders[name] = directory
        return ""

    def _serve_of(self, knowledge: Knowledge) -> ServeConfig:
        """What its okf.yaml says by now; what it said last while it cannot be read."""
        path = knowledge.directory / FILE_NAME
        stamp, said = self._said.get(knowledge.directory, (None, knowledge.config.serve))
        try:
            now = _stamp(path.stat())
        except OSError:
            return said
        if now == stamp:
            return said
        try:
            said = read_config(path).serve
        except OkfError as error:
            log.warning("bases.unreadable directory=%s reason=%r", path.parent, str(error))
        self._said[knowledge.directory] = (now, said)
        return said


def _stamp(found: stat_result) -> tuple[int, ...]:
    return (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
