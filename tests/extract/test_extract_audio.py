import random
import re
import wave
from pathlib import Path
from typing import Any

import pytest
from pictures import needs_speech, spoken
from reading import document_of, outcome_of

from okf_server.extract import audio, audio_samples, audio_speech
from okf_server.extract.audio_samples import RATE, between, opened, stretches
from okf_server.extract.audio_speech import model_for
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import BlockKind, Extracted, Failed, Partial, Skipped
from okf_server.model.locator import TimeLocator, clock, describe

pytestmark = needs_speech

_SAID = (
    "The hotel limit in London is nine hundred dollars per night. "
    "Every claim needs a receipt within thirty days."
)


def _tone(path: Path, seconds: float, *, level: int = 0, rate: int = RATE) -> Path:
    """A recording in which nobody speaks."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        wave_form = [level, 0, -level, 0] * (int(seconds * rate) // 4)
        file.writeframes(
            b"".join(sample.to_bytes(2, "little", signed=True) for sample in wave_form)
        )
    return path


def _converted(path: Path, kind: str, **options: str) -> Path:
    """The recording in another format."""
    import av  # noqa: PLC0415 - beside its use

    codec = {
        ".mp3": "libmp3lame",
        ".m4a": "aac",
        ".ogg": "libopus",
        ".flac": "flac",
        ".webm": "libopus",
    }
    made = path.with_suffix(kind)
    with av.open(str(path)) as source, av.open(str(made), "w", options=options) as target:
        stream: Any = target.add_stream(codec[kind], rate=48_000)
        resampler = av.AudioResampler(stream.format, "mono", 48_000)
        for frame in [*source.decode(audio=0), None]:
            for resampled in resampler.resample(frame):
                target.mux(stream.encode(resampled))
        target.mux(stream.encode(None))
    return made


def test_speech_is_read_with_its_time(tmp_path: Path) -> None:
    document = document_of(spoken(tmp_path / "a.wav", _SAID))
    assert "hotel limit in London" in document.body
    assert "receipt" in document.body
    assert {span.kind for span in document.spans} == {BlockKind.PARAGRAPH}
    place = document.spans[0].locator
    assert isinstance(place, TimeLocator)
    assert 0 <= place.from_s < 1.5 < place.to_s < 12
    assert describe(place).startswith("00:00:00–00:00:0")


def test_the_frontmatter_names_model_language_duration_and_confidence(tmp_path: Path) -> None:
    facts = document_of(spoken(tmp_path / "a.wav", _SAID)).details["extraction"]
    assert isinstance(facts, dict)
    assert facts["method"] == "speech"
    assert facts["engine"].startswith("faster-whisper/")
    assert (facts["model"], facts["language"]) == ("tiny.en", "en")
    assert 4 < facts["duration_s"] < 12
    assert 0.3 < facts["confidence"] <= 1


@pytest.mark.parametrize("kind", [".mp3", ".m4a", ".ogg", ".flac", ".webm"])
def test_every_format_is_read(tmp_path: Path, kind: str) -> None:
    path = _converted(spoken(tmp_path / "a.wav", _SAID), kind)
    assert "hotel limit in London" in document_of(path).body
    assert "hotel limit in London" in document_of(path.rename(tmp_path / "named.mp3")).body


def test_a_long_pause_parts_paragraphs(tmp_path: Path) -> None:
    first, second = (spoken(tmp_path / name, _SAID) for name in ("1.wav", "2.wav"))
    with wave.open(str(first)) as one, wave.open(str(second)) as two:
        rate, sound = one.getframerate(), one.readframes(one.getnframes())
        sound += b"\0\0" * rate * 20 + two.readframes(two.getnframes())
        parameters = one.getparams()
    path = tmp_path / "both.wav"
    with wave.open(str(path), "wb") as file:
        file.setparams(parameters)
        file.writeframes(sound)
    places = [span.locator for span in document_of(path).spans]
    assert len(places) == 2
    assert all(isinstance(place, TimeLocator) for place in places)
    assert isinstance(places[1], TimeLocator)
    assert places[1].from_s > 20


@pytest.mark.parametrize(("seconds", "level"), [(2, 0), (2, 12_000), (0.05, 0), (40, 0)])
def test_a_recording_in_which_nobody_speaks_is_skipped(
    tmp_path: Path, seconds: float, level: int
) -> None:
    path = _tone(tmp_path / "a.wav", seconds, level=level)
    assert outcome_of(path) == Skipped(reason="no speech found in the recording")


def test_the_same_recording_makes_the_same_document(tmp_path: Path) -> None:
    path = spoken(tmp_path / "a.wav", _SAID)
    assert document_of(path) == document_of(path)


def test_what_time_allowed_is_kept_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audio_samples, "STRETCH_S", 25)
    sound = spoken(tmp_path / "a.wav", _SAID * 12)
    document_of(spoken(tmp_path / "warm.wav", "Good morning."))
    outcome = outcome_of(sound, DocumentsConfig(timeout_s=2))
    assert isinstance(outcome, Partial | Failed), outcome
    said = outcome.reason if isinstance(outcome, Partial) else outcome.hint
    assert "aise documents.timeout_s" in said


@pytest.mark.parametrize(
    "data",
    [
        b"RIFF\xff\xff\xff\xffWAVEfmt ",
        b"ID3" + b"\xff" * 400,
        b"OggS" + b"\0" * 400,
        b"fLaC" + b"\xff" * 400,
        b"\x1a\x45\xdf\xa3" + b"\0" * 400,
        b"\0\0\0\x18ftypM4A \0\0\0\0" + b"\xff" * 400,
        b"nothing of the kind",
    ],
)
def test_damaged_recordings_fail_with_a_reason(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.mp3"
    path.write_bytes(data)
    found = outcome_of(path)
    assert isinstance(found, Failed), found
    assert "not a readable" in found.reason
    assert str(tmp_path) not in found.reason


@pytest.mark.parametrize(
    "text",
    ["#EXTM3U\n#EXTINF:1,\nfile://{}\n", "ffconcat version 1.0\nfile '{}'\n"],
)
def test_a_playlist_named_as_a_recording_opens_no_other_file(tmp_path: Path, text: str) -> None:
    other = spoken(tmp_path / "other.wav", _SAID)
    path = tmp_path / "list.mp3"
    path.write_text(text.format(other))
    assert isinstance(outcome_of(path), Failed)


def test_a_long_recording_is_cut_where_it_is_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audio_samples, "STRETCH_S", 30)
    path = _tone(tmp_path / "a.wav", 100, level=9000, rate=8000)
    with opened(path) as sound:
        said = sound.length.seconds
        parts = list(stretches(sound))
    assert said == pytest.approx(100, abs=0.1)
    assert len(parts) > 3
    ends = [begin + len(samples) / RATE for begin, samples in parts]
    assert [begin for begin, _ in parts] == pytest.approx([0, *ends[:-1]])
    assert ends[-1] == pytest.approx(100, abs=0.1)


def test_a_stretch_of_a_recording_has_its_length_and_none_begins_after_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audio_samples, "STRETCH_S", 30)
    path = _tone(tmp_path / "a.wav", 70, level=9000)
    for from_s, to_s in ((1.0, 3.5), (25.0, 66.0)):
        with opened(path) as sound:
            found = between(sound, from_s, to_s)
        assert found is not None
        assert len(found) / RATE == pytest.approx(to_s - from_s, abs=0.01)
    with opened(path) as sound:
        assert between(sound, 80, 90) is None


def test_a_model_is_never_downloaded(tmp_path: Path) -> None:
    path = spoken(tmp_path / "a.wav", "Hello.")
    for directory in (tmp_path / "none", tmp_path):
        outcome = outcome_of(path, DocumentsConfig(audio_model=str(directory)))
        assert outcome == audio.NO_MODEL
    package = model_for(DocumentsConfig())
    assert package is not None
    half = tmp_path / "half"
    half.mkdir()
    for name in ("config.json", "model.bin"):  # the engine would fetch the tokenizer
        (half / name).symlink_to(package.directory / name)
    assert outcome_of(path, DocumentsConfig(audio_model=str(half))) == audio.NO_MODEL


def test_the_model_of_the_settings_is_used(tmp_path: Path) -> None:
    package = model_for(DocumentsConfig())
    assert package is not None
    (tmp_path / "ours").symlink_to(package.directory)
    chosen = DocumentsConfig(audio_model=str(tmp_path / "ours"))
    document = outcome_of(spoken(tmp_path / "a.wav", _SAID), chosen)
    assert not isinstance(document, Failed | Skipped)
    facts = document.document.details["extraction"]
    assert isinstance(facts, dict)
    assert facts["model"] == "ours"
    assert audio_speech.identity(chosen) != audio_speech.identity(DocumentsConfig())


def _said_twice(path: Path) -> Path:
    """A recording of two sentences with half a minute between them."""
    first = spoken(path.with_name("first.wav"), _SAID)
    with wave.open(str(first)) as file:
        sound, parameters = file.readframes(file.getnframes()), file.getparams()
    with wave.open(str(path), "wb") as file:
        file.setparams(parameters)
        file.writeframes(sound + bytes(2 * parameters.framerate * 30) + sound)
    return path


@pytest.mark.parametrize("kind", [".wav", ".mp3", ".flac", ".ogg", ".webm"])
def test_a_recording_that_is_cut_off_is_partial_up_to_where_it_was_heard(
    tmp_path: Path, kind: str
) -> None:
    path = _said_twice(tmp_path / "a.wav")
    path = path if kind == ".wav" else _converted(path, kind)
    with opened(path) as sound:
        whole_s = sound.length.seconds
    assert isinstance(outcome_of(path), Extracted)
    data = path.read_bytes()
    for share in (0.5, 0.9):
        path.write_bytes(data[: int(len(data) * share)])
        outcome = outcome_of(path)
        assert isinstance(outcome, Partial), outcome
        assert "hotel limit in London" in outcome.document.body
        found = re.match(r"heard up to 00:00:(\d\d)", outcome.reason)
        assert found, outcome.reason
        if kind == ".ogg":  # its length stands nowhere, its end is marked
            assert outcome.reason.endswith(": the end of the recording is missing")
            continue
        assert whole_s is not None
        assert 4 < int(found[1]) < whole_s - 1
        if kind in (".wav", ".mp3"):  # the same number of bytes for each second
            assert int(found[1]) == pytest.approx(whole_s * share, abs=2)
        assert outcome.reason.endswith(f" of {clock(whole_s)}: the recording is cut off")
        facts = outcome.document.details["extraction"]
        assert isinstance(facts, dict)
        assert facts["duration_s"] == pytest.approx(whole_s, abs=0.01)


def test_a_film_whose_sound_is_cut_off_is_partial(tmp_path: Path) -> None:
    """Where the tables stand first, as for the web, the sound before the cut can be heard."""
    path = _said_twice(tmp_path / "a.wav")
    made = _converted(path, ".m4a", movflags="faststart")
    data = made.read_bytes()
    made.write_bytes(data[: len(data) // 2])
    outcome = outcome_of(made)
    assert isinstance(outcome, Partial), outcome
    assert outcome.reason.endswith("the recording is cut off")


def test_a_recording_that_is_damaged_within_is_partial(tmp_path: Path) -> None:
    path = _converted(_said_twice(tmp_path / "a.wav"), ".flac")
    data = bytearray(path.read_bytes())
    middle = len(data) // 3
    data[middle : middle + 20_000] = bytes(20_000)
    path.write_bytes(data)
    outcome = outcome_of(path)
    assert isinstance(outcome, Partial), outcome
    assert outcome.reason.startswith("damaged")
    assert "hotel limit in London" in outcome.document.body


@pytest.mark.parametrize("kind", [".mp3", ".wav", ".m4a", ".ogg", ".flac", ".webm"])
def test_noise_that_is_called_a_recording_is_not_readable(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"a{kind}"
    path.write_bytes(random.Random(3).randbytes(50_000))
    found = outcome_of(path)
    assert isinstance(found, Failed), found
    assert f"not a readable {kind} file" in found.reason


@pytest.mark.parametrize("kind", [".mp3", ".wav", ".m4a", ".ogg", ".flac", ".webm"])
def test_a_recording_of_which_only_the_beginning_is_left_is_no_silence(
    tmp_path: Path, kind: str
) -> None:
    path = spoken(tmp_path / "a.wav", _SAID)
    path = path if kind == ".wav" else _converted(path, kind)
    data = path.read_bytes()
    for size in (44, 100, 400):
        path.write_bytes(data[:size])
        assert isinstance(outcome_of(path), Failed), size
