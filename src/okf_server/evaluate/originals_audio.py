"""Hear recordings again: the cited stretch alone."""

import time
from pathlib import Path

from okf_server.evaluate.originals_scans import EngineMissingError
from okf_server.extract import audio_speech
from okf_server.extract.audio import NO_MODEL
from okf_server.extract.audio_samples import between, opened
from okf_server.model.config import DocumentsConfig
from okf_server.model.locator import Locator, TimeLocator

_MARGIN_S = 0.3
_TIME_S = 300.0


class SoundOriginal:
    """A recording."""

    exact = False

    def __init__(self, path: Path, documents: DocumentsConfig) -> None:
        model = audio_speech.model_for(documents)
        if model is None or not audio_speech.engine():
            raise EngineMissingError(NO_MODEL.reason)
        self._path = path
        self._model = model

    def is_recognised(self, locator: Locator) -> bool:
        """Always: a recording has no text."""
        return isinstance(locator, TimeLocator)

    def text_at(self, locator: Locator) -> str | None:
        """What is said in the stretch; None where the recording is over before."""
        if not isinstance(locator, TimeLocator):
            return None
        with opened(self._path) as sound:
            samples = between(sound, locator.from_s - _MARGIN_S, locator.to_s + _MARGIN_S)
        if samples is None:
            return None
        until = time.monotonic() + _TIME_S
        heard = audio_speech.hear((locator.from_s, samples), self._model, until)
        return " ".join(utterance.text for utterance in heard)

    def close(self) -> None:
        """Nothing is held."""
