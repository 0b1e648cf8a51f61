"""A web server that a signal ends without cutting off the answers that are under way."""

import signal
from collections.abc import Generator
from contextlib import contextmanager

import uvicorn


class DrainingServer(uvicorn.Server):
    """uvicorn with signal handlers of its own.

    uvicorn's own end the process by the signal, after it has drained. Here it exits with 0. Event streams of
    the SDK (sse-starlette) would break off as soon as they learn from uvicorn's handlers that it was told to stop.
    """

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """The first signal asks to drain; a second of its kind ends the process at once."""

        def drain(number: int, _frame: object) -> None:
            self.should_exit = True
            signal.signal(number, signal.SIG_DFL)

        before = {
            number: signal.signal(number, drain) for number in (signal.SIGTERM, signal.SIGINT)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
