"""The sound of a recording in stretches that fit into memory, however long it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from okf_server.extract.audio_length import Length, length_of
from okf_server.extract.sniff import kind_of
from okf_server.model.locator import clock

if TYPE_CHECKING:
    import numpy as np

RATE = 16_000
"""Samples a second, as speech models want them."""

STRETCH_S = 120
"""Of sound that is heard at once: what the engine computes of it takes a hundred times its size."""

_QUIET_WITHIN_S = 20  # the end of a stretch in which its quietest moment is looked for
_MOMENT = RATE // 10
_LEAST_MISSED_S = 0.3  # what encoders put before and after the sound is less
_LOUDEST = 32_768.0

_FORMATS = {
    ".mp3": "mp3",
    ".wav": "wav",
    ".m4a": "mov",
    ".mp4": "mov",
    ".ogg": "ogg",
    ".flac": "flac",
    ".webm": "matroska",
}
"""The one format that each kind is read as: others, such as playlists, name files and addresses to open."""


@dataclass(slots=True)
class Sound:
    """A recording that is open, how long it says that it is, and what was decoded of it so far.

    `decoded_s` are the seconds that were decoded, `end_s` is where the last of them end, and `damaged_s` where
    something between them could not be decoded.
    """

    container: Any
    length: Length
    decoded_s: float = 0.0
    end_s: float = 0.0
    damaged_s: list[float] = field(default_factory=list)

    @property
    def missing(self) -> str:
        """What could not be decoded, in words; empty where nothing is known to be missing."""
        whole_s, end = self.length.seconds, clock(self.end_s)
        if whole_s is not None and self.end_s + _LEAST_MISSED_S < whole_s:
            return f"heard up to {end} of {clock(whole_s)}: the recording is cut off"
        if not self.length.ended:
            return f"heard up to {end}: the end of the recording is missing"
        within = [at for at in self.damaged_s if whole_s is None or at < self.end_s]
        if within:
            return f"damaged at {clock(within[0])}: what is said there may be missing"
        if whole_s is not None and self.decoded_s + _LEAST_MISSED_S < whole_s:
            return f"damaged: {clock(self.decoded_s)} of {clock(whole_s)} could be heard"
        return ""

    def take(self, frame: Any) -> None:
        """Count a frame that was decoded."""
        seconds = frame.samples / frame.sample_rate
        self.decoded_s += seconds
        self.end_s = max(self.decoded_s if frame.time is None else frame.time + seconds, 0.0)


@contextmanager
def opened(path: Path) -> Iterator[Sound]:
    """The recording, its sound not yet decoded; raises ValueError for what is none, and what PyAV raises."""
    import av  # noqa: PLC0415 - of the extra `audio`

    kind = kind_of(path, path.suffix) or path.suffix.lower()
    with path.open("rb") as file:
        container = av.open(file, format=_FORMATS.get(kind, "none"), metadata_errors="ignore")
        with container:
            if not container.streams.audio:
                raise ValueError("there is no sound in it")
            yield Sound(container, length_of(path, kind, container))


def stretches(sound: Sound) -> Iterator[tuple[float, "np.ndarray[Any, Any]"]]:
    """Where each stretch begins in seconds, and its samples from -1 to 1; cut where it is quiet."""
    import numpy as np  # noqa: PLC0415 - of the extra `audio`

    begin, parts, length = 0, [], 0
    for samples in _decoded(sound):
        parts.append(samples)
        length += len(samples)
        if length >= STRETCH_S * RATE:
            whole = np.concatenate(parts)
            end = _quiet(whole)
            yield begin / RATE, whole[:end]
            begin, parts, length = begin + end, [whole[end:]], len(whole) - end
    if length:
        yield begin / RATE, np.concatenate(parts)


def between(sound: Sound, from_s: float, to_s: float) -> "np.ndarray[Any, Any] | None":
    """The samples of a stretch; None where the recording ends before it."""
    import numpy as np  # noqa: PLC0415 - of the extra `audio`

    parts = []
    for begin_s, samples in stretches(sound):
        first, last = (max(round((at - begin_s) * RATE), 0) for at in (from_s, to_s))
        parts.append(samples[first:last])
        if last <= len(samples):
            break
    whole = np.concatenate(parts) if parts else None
    return None if whole is None or not len(whole) else whole


def _decoded(sound: Sound) -> Iterator["np.ndarray[Any, Any]"]:
    import av  # noqa: PLC0415 - of the extra `audio`

    resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
    for frame in _with_end(_frames(sound)):
        for resampled in resampler.resample(frame):
            yield resampled.to_ndarray().reshape(-1).astype("float32") / _LOUDEST


def _with_end(frames: Iterator[Any]) -> Iterator[Any]:
    yield from frames
    yield None  # flushes the resampler


def _frames(sound: Sound) -> Iterator[Any]:
    """The frames that can be decoded: a damaged one is passed over, as players do, and noted.

    What is damaged before anything can be heard belongs to what the recording was cut out of.
    """
    import av  # noqa: PLC0415 - of the extra `audio`

    packets = sound.container.demux(audio=0)
    while True:
        try:
            packet = next(packets, None)
            if packet is None:
                return
            frames = packet.decode()
        except av.error.FFmpegError:
            if sound.decoded_s:
                sound.damaged_s.append(sound.end_s)
            continue
        for frame in frames:
            sound.take(frame)
            yield frame


def _quiet(samples: "np.ndarray[Any, Any]") -> int:
    """Where the quietest moment near the end is."""
    first = len(samples) - _QUIET_WITHIN_S * RATE
    tail = samples[first:]
    moments = tail[: len(tail) // _MOMENT * _MOMENT].reshape(-1, _MOMENT)
    return int(first + abs(moments).mean(axis=1).argmin() * _MOMENT + _MOMENT // 2)
