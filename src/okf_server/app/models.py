"""The embedder of a base, loaded at the first semantic search."""

import threading
from collections.abc import Mapping

from okf_server.app.adapters import embedder_for
from okf_server.model.config import SearchConfig
from okf_server.model.seams import Embedder


class LazyEmbedder:
    """Gives the embedder when it is called; raises ModelError each time where there is none to be had."""

    def __init__(self, config: SearchConfig, environment: Mapping[str, str]) -> None:
        self._config = config
        self._environment = environment
        self._lock = threading.Lock()
        self._embedder: Embedder | None = None

    def __call__(self) -> Embedder | None:
        """The embedder, or None where the base is configured for keyword search alone."""
        with self._lock:
            if self._embedder is None:
                self._embedder = embedder_for(self._config, self._environment)
            return self._embedder
