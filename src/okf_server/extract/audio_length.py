"""How long a recording says that it is, to tell where it is cut off."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

_UNKNOWN = (0, 0xFFFFFFFF)  # sizes that programs write which do not know the end yet
_CHUNK = 8
_MOST_CHUNKS = 1000
_FLAC_INFO = 18  # where STREAMINFO (RFC 9639, 8.2) has its rate and its number of samples
_FRAMES_WITHIN = 200_000  # the header of a MP3 file may hold a picture
_XING, _VBRI = (b"Xing", b"Info"), b"VBRI"
_NEW, _OLD = 1152, 576  # samples of a frame of MPEG 1, and of its later versions with lower rates
_LEAST_OF_NEW = 32_000
_OGG_TAIL = 2**17  # a page has 64 KB at most
_OGG_LAST = 4  # the flag of the last page (RFC 3533, 6)
_HOUR, _MINUTE = 3600, 60


class Length(NamedTuple):
    """Seconds, None where the file does not say; `ended` is whether its end is there as far as can be told."""

    seconds: float | None
    ended: bool = True


def length_of(path: Path, kind: str, container: Any) -> Length:
    """How long a recording is by its own word, however much of it is there."""
    if kind == ".ogg":
        return Length(None, ended=_has_last_page(path))
    if kind in _READ:
        with path.open("rb") as file:
            return Length(_READ[kind](file, container))
    return Length(_of_stream(container))


def _of_stream(container: Any) -> float | None:
    """What the container says of its sound; other streams of it may be longer."""
    stream = container.streams.audio[0]
    if stream.duration is not None:
        return float(stream.duration * stream.time_base)
    said = stream.metadata.get("DURATION", "").split(":")
    if len(said) == len("hms"):
        return float(said[0]) * _HOUR + float(said[1]) * _MINUTE + float(said[2])
    alone = len(container.streams) == 1 and container.duration is not None
    return container.duration / 1_000_000 if alone else None


def _of_wave(file: BinaryIO, _container: Any) -> float | None:
    """By the size of its data and the bytes of a second."""
    file.seek(len("RIFFsizeWAVE"))
    rate = 0
    for _ in range(_MOST_CHUNKS):
        head = file.read(_CHUNK)
        if len(head) < _CHUNK:
            break
        name, size = head[:4], int.from_bytes(head[4:], "little")
        if name == b"data":
            return size / rate if rate and size not in _UNKNOWN else None
        if name == b"fmt ":
            rate = int.from_bytes(file.read(size)[8:12], "little")
            size = 0
        file.seek(size + size % 2, os.SEEK_CUR)
    return None


def _of_flac(file: BinaryIO, _container: Any) -> float | None:
    head = file.read(_FLAC_INFO + 8)
    about = int.from_bytes(head[_FLAC_INFO:], "big")
    rate, samples = about >> 44, about & (1 << 36) - 1
    return samples / rate if head.startswith(b"fLaC") and rate and samples else None


def _of_mpeg(file: BinaryIO, container: Any) -> float | None:
    """By the number of frames that its first one tells, as most programs write it."""
    head = file.read(_FRAMES_WITHIN)
    rate = container.streams.audio[0].rate
    samples = _NEW if rate >= _LEAST_OF_NEW else _OLD
    frames = 0
    for mark in _XING:
        at = head.find(mark)
        if at >= 0 and head[at + 7 : at + 8] and head[at + 7] & 1:
            frames = frames or int.from_bytes(head[at + 8 : at + 12], "big")
    if not frames and (at := head.find(_VBRI)) >= 0:
        frames = int.from_bytes(head[at + 14 : at + 18], "big")
    return frames * samples / rate if frames and rate else None


def _has_last_page(path: Path) -> bool:
    """Whether the last page of an Ogg file is whole, and marked as the last."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - _OGG_TAIL, 0))
        tail = file.read()
    at = tail.rfind(b"OggS\0")
    page = tail[at:]
    if at < 0 or len(page) <= 27 or not page[5] & _OGG_LAST:  # noqa: PLR2004 - the head of a page
        return False
    return len(page) >= 27 + page[26] + sum(page[27 : 27 + page[26]])


_READ: dict[str, Callable[[BinaryIO, Any], float | None]] = {
    ".wav": _of_wave,
    ".flac": _of_flac,
    ".mp3": _of_mpeg,
}
