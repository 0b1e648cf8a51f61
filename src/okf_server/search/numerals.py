"""Find numbers in a text, and read number words as digits: `drei Monate` is `3 Monate`.

Words that also mean something else (`one`, `ein`, the French `neuf`, the Italian `sei`) are left as they stand.
"""

import re
from collections.abc import Mapping

_DIGITS = r"[\d⁰¹²³⁴-⁹₀-₉]+"
NUMBER = re.compile(rf"{_DIGITS}(?:[.,:/-]{_DIGITS})*")
_WORDS = {
    2: "two zwei deux dos dois twee два",
    3: "three drei trois tres tre três drie три",
    4: "four vier quatre cuatro quattro quatro четыре",
    5: "five fünf cinq cinco cinque vijf пять",
    6: "six sechs seis zes шесть",
    7: "seven sieben siete zeven семь",
    8: "eight huit ocho otto oito восемь",
    9: "nine neun nueve nove negen девять",
    10: "ten zehn diez dieci dez tien десять",
    11: "eleven onze undici",
    12: "twelve zwölf douze doce dodici doze twaalf двенадцать",
    13: "thirteen dreizehn treize trece",
    14: "fourteen vierzehn quatorze catorce quattordici veertien",
    15: "fifteen fünfzehn quinze quindici vijftien",
    16: "sixteen sechzehn seize",
    18: "eighteen achtzehn dieciocho diciotto dezoito achttien",
    20: "twenty zwanzig vingt veinte venti vinte twintig двадцать",
    24: "twenty-four vierundzwanzig vingt-quatre",
    30: "thirty dreißig trente treinta trenta trinta dertig тридцать",
    40: "forty vierzig quarante cuarenta quaranta quarenta",
    50: "fifty fünfzig cinquante cincuenta cinquanta",
    60: "sixty sechzig soixante sesenta sessanta sessenta",
    90: "ninety neunzig quatre-vingt-dix noventa novanta",
    100: "hundred hundert cent cien cento honderd сто",
}
_NUMBERS: Mapping[str, int] = {
    word.casefold(): number for number, words in _WORDS.items() for word in words.split()
}
_WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?:-[^\W\d_]+)*(?![\w-])")

_HAN_UNITS = "个月|個月|か月|ヶ月|カ月|年|日|天|周|週|小时|小時|時間|分|人|名|次|回|元|円|部"
_HAN = re.compile(rf"(?<![一-鿿\d])[一二三四五六七八九十百]+(?=\s?(?:{_HAN_UNITS}))")
_HAN_DIGITS: Mapping[str, int] = {sign: place for place, sign in enumerate("一二三四五六七八九", 1)}
_KOREAN_UNITS = "개월|달|주|시간|명|번|차례|부|대"
_COUNTED = dict(zip("한 두 세 네 다섯 여섯 일곱 여덟 아홉 열".split(), range(1, 11), strict=True))  # noqa: SIM905 - words in their order read better so
_MONTHS = dict(zip("일이삼사오육칠팔구십", range(1, 11), strict=True))
_KOREAN = re.compile(
    rf"(?<![가-힣])(?:(?P<counted>{'|'.join(_COUNTED)})(?=\s?(?:{_KOREAN_UNITS}))|(?P<sino>[{''.join(_MONTHS)}])(?=\s?개월))"
)


def in_digits(text: str) -> str:
    """The text with number words as digits; a word that is none stays as it is written."""
    if not text.isascii():
        text = _KOREAN.sub(_korean, _HAN.sub(_han, text))
    if _NUMBERS.keys().isdisjoint(text.casefold().split()):
        return text
    return _WORD.sub(_word, text)


def _word(match: re.Match[str]) -> str:
    number = _NUMBERS.get(match[0].casefold())
    return match[0] if number is None else str(number)


def _korean(match: re.Match[str]) -> str:
    return str(_COUNTED.get(match["counted"]) or _MONTHS[match["sino"]])


def _han(match: re.Match[str]) -> str:
    """Up to 999, written as `三十` or `百二十`."""
    total = digit = 0
    for sign in match[0]:
        if sign in _HAN_DIGITS:
            digit = _HAN_DIGITS[sign]
        else:
            total, digit = total + (digit or 1) * (10 if sign == "十" else 100), 0
    return str(total + digit)
