"""Word drafted questions in the language of their document: a title of a few signs does not show it."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from okf_server.index.languages import ENGLISH, language_of

_HANGUL = re.compile("[\uac00-\ud7a3]")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
_HAN = re.compile("[\u4e00-\u9fff]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]+")
_OF_KANA = 0.02
"""A Japanese text has so many kana beside its Han signs; a Chinese one may quote a name."""


class Wording(NamedTuple):
    """How a language asks: `{title}`, `{heading}`, `{what}` for each `{row}` of a table."""

    heading: str
    title: str
    table: str

    def of_heading(self, title: str, heading: str) -> str:
        """What a section says."""
        return self.heading.format(title=title, heading=heading)

    def about(self, title: str) -> str:
        """What a document says."""
        return self.title.format(title=title)

    def of_table(self, title: str, columns: Sequence[str]) -> str:
        """What a table gives for what its first column names."""
        return self.table.format(title=title, what=columns[1], row=columns[0])


_WORDINGS: Mapping[str, Wording] = {
    "english": Wording(
        "What does {title} say about {heading}?",
        "What does {title} say?",
        "Which {what} does {title} give for each {row}?",
    ),
    "german": Wording(
        "Was sagt „{title}“ über „{heading}“?",
        "Was steht in „{title}“?",
        "Welche Angabe „{what}“ nennt „{title}“ für jeden Eintrag unter „{row}“?",
    ),
    "french": Wording(
        "Que dit « {title} » sur « {heading} » ?",
        "Que dit « {title} » ?",
        "Quelle valeur de « {what} » « {title} » donne-t-il pour chaque « {row} » ?",
    ),
    "spanish": Wording(
        "¿Qué dice «{title}» sobre «{heading}»?",
        "¿Qué dice «{title}»?",
        "¿Qué «{what}» indica «{title}» para cada «{row}»?",
    ),
    "portuguese": Wording(
        "O que diz “{title}” sobre “{heading}”?",
        "O que diz “{title}”?",
        "Que “{what}” indica “{title}” para cada “{row}”?",
    ),
    "italian": Wording(
        "Che cosa dice «{title}» su «{heading}»?",
        "Che cosa dice «{title}»?",
        "Quale «{what}» indica «{title}» per ogni «{row}»?",
    ),
    "dutch": Wording(
        "Wat zegt ‘{title}’ over ‘{heading}’?",
        "Wat staat er in ‘{title}’?",
        "Welke ‘{what}’ noemt ‘{title}’ voor elke ‘{row}’?",
    ),
    "korean": Wording(
        "{title}에서 {heading}에 대해 무엇이라고 하나요?",
        "{title}에는 무엇이 있나요?",
        "{title}에서 {row}별 {what}은(는) 무엇인가요?",
    ),
    "japanese": Wording(
        "{title}では「{heading}」についてどう定めていますか?",
        "「{title}」には何が書かれていますか?",
        "{title}では「{row}」ごとの「{what}」は何ですか?",
    ),
    "chinese": Wording(
        "{title}对“{heading}”是怎么规定的?",
        "{title}里写了什么?",
        "{title}中每个“{row}”的“{what}”是什么?",
    ),
}


def wording_of(text: str) -> Wording:
    """How to ask about a text: in its language, in English where that has no wording."""
    hangul, kana, han = (len(signs.findall(text)) for signs in (_HANGUL, _KANA, _HAN))
    words = len(_LATIN.findall(text))
    if 2 * max(hangul, kana + han) < words:
        return _WORDINGS.get(language_of(text), _WORDINGS[ENGLISH])
    if hangul > kana + han:
        return _WORDINGS["korean"]
    if kana and kana >= _OF_KANA * han:
        return _WORDINGS["japanese"]
    return _WORDINGS["chinese" if han else ENGLISH]
