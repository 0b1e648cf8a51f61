"""The sound of a recording in stretches that fit into memory, however long it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from okf_server.extract.sniff import kind_of

if TYPE_CHECKING:
    import numpy as np

RATE = 16_000
"""Samples a second, as speech models want them."""

STRETCH_S = 120
"""Of sound that is heard at once: what the engine computes of it takes a hundred times its size."""

_QUIET_WITHIN_S = 20  # the end of a stretch in which its quietest moment is looked for
_MOMENT = RATE // 10
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


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """The recording, its sound not yet decoded; raises ValueError for what is none, and what PyAV raises."""
    import av  # noqa: PLC0415 - of the extra `audio`

    kind = kind_of(path, path.suffix) or path.suffix.lower()
    with path.open("rb") as file:
        container = av.open(file, format=_FORMATS.get(kind, "none"), metadata_errors="ignore")
        with container:
            if not container.streams.audio:
                raise ValueError("there is no sound in it")
            yield container


def duration_s(container: Any) -> float | None:
    """How long the recording says that it is."""
    return None if container.duration is None else container.duration / 1_000_000


def stretches(container: Any) -> Iterator[tuple[float, "np.ndarray[Any, Any]"]]:
    """Where each stretch begins in seconds, and its samples from -1 to 1; cut where it is quiet."""
    import numpy as np  # noqa: PLC0415 - of the extra `audio`

    begin, parts, length = 0, [], 0
    for samples in _decoded(container):
        parts.append(samples)
        length += len(samples)
        if length >= STRETCH_S * RATE:
            whole = np.concatenate(parts)
            end = _quiet(whole)
            yield begin / RATE, whole[:end]
            begin, parts, length = begin + end, [whole[end:]], len(whole) - end
    if length:
        yield begin / RATE, np.concatenate(parts)


def between(container: Any, from_s: float, to_s: float) -> "np.ndarray[Any, Any] | None":
    """The samples of a stretch; None where the recording ends before it."""
    import numpy as np  # noqa: PLC0415 - of the extra `audio`

    parts = []
    for begin_s, samples in stretches(container):
        first, last = (max(round((at - begin_s) * RATE), 0) for at in (from_s, to_s))
        parts.append(samples[first:last])
        if last <= len(samples):
            break
    whole = np.concatenate(parts) if parts else None
    return None if whole is None or not len(whole) else whole


def _decoded(container: Any) -> Iterator["np.ndarray[Any, Any]"]:
    import av  # noqa: PLC0415 - of the extra `audio`

    resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
    for frame in _with_end(_frames(container)):
        for resampled in resampler.resample(frame):
            yield resampled.to_ndarray().reshape(-1).astype("float32") / _LOUDEST


def _with_end(frames: Iterator[Any]) -> Iterator[Any]:
    yield from frames
    yield None  # flushes the resampler


def _frames(container: Any) -> Iterator[Any]:
    """The frames that can be decoded: a damaged one is passed over, as players do."""
    import av  # noqa: PLC0415 - of the extra `audio`

    for packet in container.demux(audio=0):
        try:
            frames = packet.decode()
        except av.error.InvalidDataError:
            continue
        yield from frames


def _quiet(samples: "np.ndarray[Any, Any]") -> int:
    """Where the quietest moment near the end is."""
    first = len(samples) - _QUIET_WITHIN_S * RATE
    tail = samples[first:]
    moments = tail[: len(tail) // _MOMENT * _MOMENT].reshape(-1, _MOMENT)
    return int(first + abs(moments).mean(axis=1).argmin() * _MOMENT + _MOMENT // 2)
