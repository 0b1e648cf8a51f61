"""What can read scans, pictures and recordings here, for `okf doctor` and `okf models`."""

from collections.abc import Iterator
from dataclasses import dataclass

from okf_server.extract import audio, audio_speech, ocr, ocr_rapid, ocr_tesseract
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Failed

_NO_LANGUAGES = "osd"  # finds out how a page is turned


@dataclass(frozen=True, slots=True, kw_only=True)
class Recogniser:
    """An engine that makes text of pictures or sound; `used` by the base, `detail` says what it can read."""

    name: str
    detail: str
    available: bool
    used: bool
    hint: str = ""


def recognisers(documents: DocumentsConfig) -> Iterator[Recogniser]:
    """Every engine, with what the settings of a base ask of it."""
    chosen = ocr.engine_for(documents.ocr)
    used = "" if isinstance(chosen, Failed) else chosen.name.partition("/")[0]
    version = ocr_tesseract.version()
    languages = ", ".join(sorted(ocr_tesseract.installed_languages() - {_NO_LANGUAGES}))
    yield Recogniser(
        name="tesseract",
        detail=f"{version}: {languages}" if version else "not installed",
        available=bool(version),
        used=used == "tesseract",
        hint="" if version else ocr.INSTALL_TESSERACT,
    )
    rapid = ocr_rapid.version()
    yield Recogniser(
        name="rapidocr",
        detail=f"{rapid}: Chinese, Japanese, Latin letters" if rapid else "not installed",
        available=bool(rapid),
        used=used == "rapidocr",
        hint="" if rapid else f"Install it: {ocr.INSTALL_RAPIDOCR}",
    )
    yield _speech(documents)


def _speech(documents: DocumentsConfig) -> Recogniser:
    engine, model = audio_speech.engine(), audio_speech.model_for(documents)
    if not engine:
        detail, hint = "not installed", audio.MISSING.hint
    elif model is None:
        detail, hint = f"{engine.partition('/')[2]}, without a model", audio.NO_MODEL.hint
    else:
        detail, hint = f"{engine.partition('/')[2]}: {model.name}", ""
    return Recogniser(
        name="faster-whisper", detail=detail, available=not hint, used=not hint, hint=hint
    )
