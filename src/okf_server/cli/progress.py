"""Tell a person how far a build is: a bar on a terminal, plain lines elsewhere."""

import shutil
import sys
from collections.abc import Callable
from time import monotonic
from typing import TextIO

from okf_server.model.progress import Progress, silent
from okf_server.okf.controls import plain

_REDRAW_S = 0.1
_PLAIN_S = 10.0
_BAR = 20
_ERASE = "\r\x1b[K"
_MINUTE = 60


class Meter:
    """The rate and the time that is left of one stage."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.stage = ""
        self._began = clock()

    def enter(self, stage: str) -> bool:
        """Whether this is another stage than before; its time starts now."""
        if stage == self.stage:
            return False
        self.stage, self._began = stage, self._clock()
        return True

    def words(self, done: int, total: int) -> str:
        """Done and total, the rate and the time that is left, as far as they are known."""
        if not done and not total:
            return ""
        parts = [f"{done}/{total}" if total else str(done)]
        elapsed = self._clock() - self._began
        if done and elapsed > 1:
            rate = done / elapsed
            parts.append(f"{rate:.1f}/s")
            if total > done:
                parts.append(f"{_duration((total - done) / rate)} left")
        return ", ".join(parts)


class Bar:
    """Draws one line of a terminal again and again, ten times a second at most."""

    def __init__(self, out: TextIO, *, clock: Callable[[], float], width: int) -> None:
        self._out, self._clock, self._width = out, clock, width
        self._meter = Meter(clock)
        self._drawn = float("-inf")

    def __call__(self, stage: str, done: int, total: int, current: str) -> None:
        """Draw the state, unless the last drawing is too fresh."""
        entered = self._meter.enter(stage)
        if not entered and done != total and self._clock() - self._drawn < _REDRAW_S:
            return
        self._drawn = self._clock()
        full = round(_BAR * done / total) if total else 0
        bar = f"[{'#' * full}{'.' * (_BAR - full)}] " if total else ""
        line = plain(f"{stage} {bar}{self._meter.words(done, total)} {current}")
        self._out.write(_ERASE + line[: self._width - 1])
        self._out.flush()

    def close(self) -> None:
        """Leave no half line behind."""
        self._out.write(_ERASE)
        self._out.flush()


class Lines:
    """Writes a line where a stage begins and one where it ends, and one every ten seconds of it."""

    def __init__(self, out: TextIO, *, clock: Callable[[], float]) -> None:
        self._out, self._clock = out, clock
        self._meter = Meter(clock)
        self._written = clock()
        self._done, self._total = 0, 0

    def __call__(self, stage: str, done: int, total: int, current: str) -> None:
        """Write the state, unless the stage is known, goes on, and the last line is too fresh."""
        if stage != self._meter.stage:
            self._write(self._total)  # the next stage begins where this one is done
            self._meter.enter(stage)
            self._done, self._total = -1, total
            self._write(0)
            return
        self._total = total
        if done == total:
            self._write(done)
        elif self._clock() - self._written >= _PLAIN_S:
            self._write(done, current)

    def close(self) -> None:
        """Nothing is left open."""

    def _write(self, done: int, current: str = "") -> None:
        if done == self._done:
            return
        self._done, self._written = done, self._clock()
        words = [self._meter.stage, self._meter.words(done, self._total), current]
        self._out.write(plain(" ".join(filter(None, words))) + "\n")
        self._out.flush()


def reporter(*, quiet: bool) -> tuple[Progress, Callable[[], None]]:
    """How this process tells its progress on stderr, and what ends the telling."""
    if quiet:
        return silent, lambda: None
    out = sys.stderr
    if out.isatty():
        bar = Bar(out, clock=monotonic, width=shutil.get_terminal_size().columns)
        return bar, bar.close
    lines = Lines(out, clock=monotonic)
    return lines, lines.close


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), _MINUTE)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
