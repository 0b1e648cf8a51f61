"""The names of languages that Tesseract has data for, so that a wrong one is told before a scan comes."""

from collections.abc import Sequence
from difflib import get_close_matches

from okf_server.errors import ConfigError
from okf_server.extract import ocr_tesseract

_DATA = """
afr amh ara asm aze aze_cyrl bel ben bod bos bre bul cat ceb ces chi_sim chi_sim_vert chi_tra chi_tra_vert
chr cjk cos cym dan dan_frak deu deu_frak deu_latf div dzo ell eng enm epo est eus fao fas fil fin fra frk
frm fry gla gle glg grc guj hat heb hin hrv hun hye iku ind isl ita ita_old jav jpn jpn_vert kan kat
kat_old kaz khm kir kmr kor kor_vert kur kur_ara lao lat lav lit ltz mal mar mkd mlt mon mri msa mya nep
nld nor oci ori pan pol por pus que ron rus san sin slk slk_frak slv snd spa spa_old sqi srp srp_latn sun
swa swe syr tam tat tel tgk tgl tha tir ton tur uig ukr urd uzb uzb_cyrl vie yid yor
"""
_NAMES = frozenset(_DATA.split())
_SCRIPT = "script/"
_TELLING = 3  # letters of a name; two are close to anything


def refuse_unknown(languages: str) -> None:
    """Raise ConfigError for languages (`kor+eng`) that Tesseract has no data for, here or anywhere."""
    for name in _unknown(languages):
        raise ConfigError(
            f"okf.yaml: documents.ocr names {name!r}, which Tesseract has no data for.",
            hint=_meant(name),
        )


def _unknown(languages: str) -> Sequence[str]:
    asked = [name for name in languages.split("+") if name]
    strange = [name for name in asked if name not in _NAMES and not name.startswith(_SCRIPT)]
    installed = ocr_tesseract.installed_languages() if strange else frozenset()

    return [name for name in strange if name not in installed]


def _meant(name: str) -> str:
    near = len(name) >= _TELLING and get_close_matches(name[:_TELLING], sorted(_NAMES), n=1)
    close = near or ()
    known = f"Did you mean {close[0]!r}? " if close else ""

    return f"{known}Languages have the names of Tesseract's data: eng, kor, deu, kor+eng."
