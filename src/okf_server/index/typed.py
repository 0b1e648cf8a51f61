"""What a word that somebody is typing may become, as patterns of the engine's terms.

Hangul is typed letter by letter: a syllable may still get a final consonant, and its final may become the
beginning of the next syllable.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from okf_server.index.analyze import has_unspaced
from okf_server.index.languages import fold
from okf_server.index.typed_dates import begun_dates

_SHORTEST = 2  # characters; one letter begins too many words to tell anything
_LONGEST = 40
_SPECIAL = re.compile(r"[\\.+*?()|\[\]{}^$#&~-]")
_TYPED = re.compile(r"\S+$")
_OPENING = "\"'([{<“„«‘*_`"
_CLOSING = "\"')]}>”»*`,;!?"
_PIECE = re.compile(r"[-_./:@&+]([^\W\d_]+)$")
_VERSION = re.compile(r"v(?=\d+\.)")

_FIRST, _LAST, _FINALS, _SYLLABLES = 0xAC00, 0xD7A3, 28, 588  # of all, and of one first consonant
_LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_ENDS = " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
_DOUBLE = dict(
    zip(
        "ㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ",
        ["ㄱㅅ", "ㄴㅈ", "ㄴㅎ", "ㄹㄱ", "ㄹㅁ", "ㄹㅂ", "ㄹㅅ", "ㄹㅌ", "ㄹㅍ", "ㄹㅎ", "ㅂㅅ"],
        strict=True,
    )
)
_GROWN = {"ㄱ": "ㄳ", "ㄴ": "ㄵㄶ", "ㄹ": "ㄺㄻㄼㄽㄾㄿㅀ", "ㅂ": "ㅄ"}
_GROWING = {8: 4, 13: 4, 18: 2}  # vowels that may become others: ㅗ ㅜ ㅡ
_JAMO = 0x1100  # where single first consonants begin once they are folded


def quoted(text: str) -> str:
    """The text as a pattern of the engine's regular expressions."""
    return _SPECIAL.sub(r"\\\g<0>", text)


class Beginning(NamedTuple):
    """The pattern of terms, as the engine and `re` have it, and what one of them begins with."""

    starts: tuple[str, ...]
    pattern: str


def beginnings(question: str) -> list[Beginning]:
    """What terms the last word of a question may begin; none after a blank."""
    found = _TYPED.search(question)
    if not found:
        return []
    typed = unicodedata.normalize("NFKC", found[0]).lstrip(_OPENING).rstrip(_CLOSING)
    if has_unspaced(typed[-1:]):
        return list(_hangul(typed[-2:-1] if has_unspaced(typed[-2:-1]) else "", typed[-1]))
    word = fold(typed.replace("’", "'").rpartition("'")[2][:_LONGEST] or " ").strip()
    words = [_VERSION.sub("", word), *(piece[1] for piece in _PIECE.finditer(word))]
    return [
        *(Beginning((one,), f"{quoted(one)}.*") for one in words if len(one) >= _SHORTEST),
        *(Beginning(starts, pattern) for starts, pattern in begun_dates(question)),
    ]


def _hangul(before: str, last: str) -> Iterator[Beginning]:
    """The pairs of characters that a syllable may end in, or become."""
    lead = ord(last) - _JAMO
    if 0 <= lead < len(_LEADS):
        if before:
            yield Beginning((before,), before + _led_by(_LEADS[lead]))
        return
    if not _FIRST <= ord(last) <= _LAST:
        return
    final = (ord(last) - _FIRST) % _FINALS
    if final:
        grown = (chr(ord(last) - final + _ENDS.index(one)) for one in _GROWN.get(_ENDS[final], ""))
        yield _one_of(before, [last, *grown])
        yield from _moved(chr(ord(last) - final), _ENDS[final])
        return
    vowel = (ord(last) - _FIRST) % _SYLLABLES // _FINALS
    end = ord(last) + _FINALS * _GROWING.get(vowel, 1)
    yield _one_of(before, list(map(chr, range(ord(last), end))))


def _one_of(before: str, syllables: Sequence[str]) -> Beginning:
    """A pair that ends in any of the syllables, or begins with it where none is before."""
    any_ = f"[{''.join(syllables)}]"
    return Beginning((before,), before + any_) if before else Beginning((*syllables,), f"{any_}.?")


def _moved(open_syllable: str, final: str) -> Iterator[Beginning]:
    """What it becomes where the final begins the next syllable."""
    double = _DOUBLE.get(final, f" {final}")
    kept, moving = _ENDS.index(double[0]), double[1]
    if moving in _LEADS:
        stays = chr(ord(open_syllable) + kept)
        yield Beginning((stays,), stays + _led_by(moving))


def _led_by(consonant: str) -> str:
    start = _FIRST + _LEADS.index(consonant) * _SYLLABLES
    return f"[{chr(start)}-{chr(start + _SYLLABLES - 1)}]"
