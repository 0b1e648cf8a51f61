"""Tell which of the older encodings of other scripts a text is in, by how usual its letters are there.

Few bytes fit several of them. The letters that a language uses most stand in one part of its code, and
text that is read in another encoding falls outside of that part, or mixes scripts.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

FOREIGN = {
    "cp949": "Korean (CP949)", "cp932": "Japanese (Shift JIS)", "euc_jp": "Japanese (EUC-JP)",
    "gb18030": "Chinese (GB 18030)", "big5": "Chinese (Big5)", "cp1251": "Cyrillic (Windows-1251)",
    "koi8_r": "Cyrillic (KOI8-R)", "cp1253": "Greek (Windows-1253)",
    "cp1255": "Hebrew (Windows-1255)", "cp1256": "Arabic (Windows-1256)",
}  # fmt: skip
"""Encodings that are told from Latin text by what they look like, and what people call them."""

_EAST_ASIAN = ("cp949", "cp932", "euc_jp", "gb18030", "big5")
_UNUSUAL = re.compile("[\uff61-\uff9f\ue000-\uf8ff]")
"""Half-width Japanese and private letters: what text of another encoding turns into."""

_MOST_UNUSUAL = 0.05
_SHORT = 100  # bytes that are not ASCII: fewer may be read in several ways
_SAMPLE = 400  # letters that are looked at
_HANGUL = frozenset(
    "이다는의에가을를은로하고기도지사한시서자리어정대인그나보부원전일수아제구상장주해스무조과연여소성용공안비만"
    "우선실계관내유신문들라으있년되면동생경게적모국학회오개중방진행월화물업호등입세위치발니습계약결통금산재식"
)
_HAN = frozenset(
    "的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能"
    "好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进"
    "二四五六七八九零月部务议定规记录报告合费员工司法年市政府理业电全体机关第次会計議記錄報規定員業務電會學國體機關東京"
    "議録図株式社員規程料金時間場書類費用契約更新内容確認部長日本"
)
_USUAL, _KNOWN, _RARE, _STRANGE = 2.0, 1.0, -2.0, -2.5


class Guess(NamedTuple):
    """An encoding, and those that a text so short may be in as well."""

    encoding: str
    others: tuple[str, ...] = ()


def guess(sample: bytes) -> Guess | None:
    """The encoding of a text that is mostly not ASCII; None where it is none of those known."""
    from charset_normalizer import from_bytes  # noqa: PLC0415 - few files need it

    fitting = [
        found.encoding
        for found in from_bytes(sample, cp_isolation=list(FOREIGN))
        if len(_UNUSUAL.findall(str(found))) < len(sample) * _MOST_UNUSUAL
    ]
    if fitting and fitting[0] in _EAST_ASIAN:
        fitting.sort(key=lambda encoding: -_usual(sample, encoding))
    if not fitting:
        return None
    short = sum(byte >= 0x80 for byte in sample[:_SAMPLE]) < _SHORT  # noqa: PLR2004 - the end of ASCII
    return Guess(fitting[0], tuple(fitting[1:]) if short else ())


def _usual(sample: bytes, encoding: str) -> float:
    """How usual the letters of a text are in an encoding, on average."""
    text = sample.decode(encoding, "replace")
    letters = [char for char in text if not char.isascii()][:_SAMPLE]
    return sum(_weights(letters, encoding)) / max(len(letters), 1)


def _weights(letters: Sequence[str], encoding: str) -> Iterator[float]:
    for char in letters:
        if char in "。、，．！？「」《》（）：；・ー“”":
            yield _KNOWN
        elif encoding == "cp949":
            yield _hangul(char)
        elif "\u3041" <= char <= "\u30fe":
            yield _USUAL if encoding in ("cp932", "euc_jp") else _STRANGE
        elif "\u4e00" <= char <= "\u9fff":
            yield _han(char, encoding)
        else:
            yield _STRANGE


def _hangul(char: str) -> float:
    if not "\uac00" <= char <= "\ud7a3":
        return _STRANGE
    return _USUAL if char in _HANGUL else _KNOWN if len(_euc(char, "euc_kr")) > 1 else _RARE


def _han(char: str, encoding: str) -> float:
    """What a Chinese character weighs: the usual ones are in the first part of each code."""
    lead = _euc(char, {"cp932": "euc_jp", "gb18030": "gb2312"}.get(encoding, encoding))[:1]
    last = {"big5": b"\xc6", "gb18030": b"\xd7"}.get(encoding, b"\xcf")
    if not lead or lead > last:
        return _RARE
    return _USUAL if char in _HAN else _KNOWN


def _euc(char: str, encoding: str) -> bytes:
    return char.encode(encoding, "ignore")
