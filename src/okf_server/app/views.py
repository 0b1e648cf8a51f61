"""The snapshot that a base serves now, opened once and reused until another is published."""

import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from okf_server.app.clock import utc_now
from okf_server.errors import ConfigError, NotFoundError, StorageError
from okf_server.model.config import BaseConfig
from okf_server.search.view import View, open_view
from okf_server.snapshot.store import Store

Answer = TypeVar("Answer")

_TRIES = 20


class Views:
    """Opens the current snapshot; a view that a call still uses stays open until that call ends."""

    def __init__(
        self,
        store: Store,
        config: BaseConfig,
        directory: Path,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._clock = clock
        self._store = store
        self._config = config
        self._directory = directory
        self._lock = threading.Lock()
        self._view: View | None = None

    def answer(self, ask: Callable[[View], Answer]) -> Answer:
        """What is answered from the snapshot that is current now; raises NotFoundError before the first build.

        A snapshot that is replaced and removed while it is asked is not missed: its successor is asked.
        """
        for _ in range(_TRIES):
            snapshot_id = self._current_id()
            try:
                return ask(self._opened(snapshot_id).at(self._clock()))
            except (NotFoundError, StorageError, ConfigError):
                if self._store.current_id() == snapshot_id:
                    raise
        return ask(self._opened(self._current_id()).at(self._clock()))

    def _current_id(self) -> str:
        snapshot_id = self._store.current_id()
        if snapshot_id is None:
            raise NotFoundError(
                f"The base {self._config.name!r} has no snapshot yet.",
                hint=f"Build it: okf build --base {self._directory}",
            )
        return snapshot_id

    def _opened(self, snapshot_id: str) -> View:
        with self._lock:
            if self._view is None or self._view.mark.id != snapshot_id:
                self._view = open_view(self._store.open(snapshot_id), self._config)
            return self._view
