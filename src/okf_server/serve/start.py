"""What both transports begin with."""

import logging
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from okf_server.serve.cursor import Cursors
from okf_server.serve.seam import Bases
from okf_server.serve.service import Lazily, Service

_KEY_BYTES = 32


@contextmanager
def service_of(bases_factory: Callable[[], Bases]) -> Iterator[Service]:
    """The service of this process; its calls are dropped at the end."""
    service = Service(
        bases=Lazily(bases_factory),
        now=_now,
        cursors=Cursors(key=secrets.token_bytes(_KEY_BYTES)),
    )
    try:
        yield service
    finally:
        service.calls.close()


def log_to_stderr() -> None:
    """Send the log to standard error, once for the process, before the SDK does it in its own way."""
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
    )
    logging.getLogger("faiss").setLevel(logging.WARNING)
    logging.getLogger("httpx2").setLevel(logging.WARNING)
    logging.getLogger("mcp").setLevel(logging.WARNING)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


def _now() -> datetime:
    from okf_server.app.clock import utc_now  # noqa: PLC0415 - app is loaded at the first call, not before

    return utc_now()
