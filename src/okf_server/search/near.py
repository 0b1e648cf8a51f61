"""Tell texts that say the same from those that only look so: where one word of many decides, it is named."""

import re
from collections import Counter
from typing import NamedTuple

from okf_server.search.numerals import NUMBER, in_digits

_MOST_NAMED = 6
_LONGEST = 24  # characters of a word that is named; a script without spaces has long ones
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_DECIDING_WORDS = """
    not no never none nor neither without cannot except unless only least most before after below above
    must shall should may might can could need optional mandatory required prohibited forbidden allowed
    nicht kein keine keinen keiner keines nie niemals ohne außer nur darf dürfen muss müssen kann können soll
    mindestens höchstens verboten erlaubt pas jamais aucun aucune sans sauf peut doit doivent peuvent interdit
    nunca ningún ninguna sin puede debe salvo prohibido non mai senza nessuno deve può vietato
    não nem sem pode proibido niet geen nooit zonder moet mag verboden nie bez inte ingen utan ikke uten
    не нет без нельзя нужно можно
"""
_DECIDING = frozenset(_DECIDING_WORDS.split())
_DECIDING_SIGNS = re.compile("않|없|아니|못하|금지|ない|なし|ません|禁止|不|没|沒|無|无|未|非|勿")


class Sense(NamedTuple):
    """What decides on the sense of a text: its numbers and its denials in their order, and all its words."""

    numbers: tuple[str, ...]
    deciding: tuple[str, ...]
    words: Counter[str]


def sense(text: str) -> Sense:
    """The sense of a text, as far as words show it."""
    folded = text.casefold()
    words = _WORD.findall(folded)
    deciding = [word for word in words if word in _DECIDING or word.endswith(("n't", "n’t"))]
    signs = () if folded.isascii() else _DECIDING_SIGNS.findall(folded)
    return Sense(tuple(NUMBER.findall(in_digits(text))), (*deciding, *signs), Counter(words))


def agree(one: Sense, other: Sense) -> bool:
    """Whether two texts have the same numbers and deny and demand alike."""
    return one.numbers == other.numbers and one.deciding == other.deciding


def differing(one: Sense, other: Sense) -> tuple[str, ...]:
    """The words that only one of two texts has, or has more often, those of the first before those of the second."""
    words = (*(one.words - other.words), *(other.words - one.words))
    return tuple(word[:_LONGEST] for word in dict.fromkeys(words))[:_MOST_NAMED]
