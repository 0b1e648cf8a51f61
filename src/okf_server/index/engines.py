"""The libraries that rank vectors, loaded at the first semantic search."""

from typing import Any

from okf_server.errors import ConfigError
from okf_server.model.install import install_command


def engines() -> tuple[Any, Any]:
    """Numpy and faiss, which from here on uses one thread; raises ConfigError where they are missing."""
    try:
        import faiss  # noqa: PLC0415 - keyword search must not load it
        import numpy  # noqa: ICN001, PLC0415
    except ImportError as error:
        hint = f"Install them with: {install_command('semantic')}"
        raise ConfigError("Semantic search needs numpy and faiss.", hint=hint) from error
    faiss.omp_set_num_threads(1)  # of the thread that calls
    return numpy, faiss
