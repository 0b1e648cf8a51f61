"""The snapshot that a base serves now, opened once and reused until another is published."""

import threading
from pathlib import Path

from okf_server.errors import NotFoundError
from okf_server.model.config import BaseConfig
from okf_server.search.view import View, open_view
from okf_server.snapshot.store import Store


class Views:
    """Opens the current snapshot; a view that a call still uses stays open until that call ends."""

    def __init__(self, store: Store, config: BaseConfig, directory: Path) -> None:
        self._store = store
        self._config = config
        self._directory = directory
        self._lock = threading.Lock()
        self._view: View | None = None

    def current(self) -> View:
        """The view of the snapshot that is current now; raises NotFoundError before the first build."""
        with self._lock:
            snapshot_id = self._store.current_id()
            if snapshot_id is None:
                raise NotFoundError(
                    f"The base {self._config.name!r} has no snapshot yet.",
                    hint=f"Build it: okf build --base {self._directory}",
                )
            if self._view is None or self._view.mark.id != snapshot_id:
                self._view = open_view(self._store.open(snapshot_id), self._config)
            return self._view
