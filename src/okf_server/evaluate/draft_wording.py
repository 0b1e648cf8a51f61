"""Word drafted questions in the language of their document: a title of a few signs does not show it."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from okf_server.index.languages import ENGLISH, language_of

NEUTRAL = ""
"""No language: what has no wording is asked for by its names alone."""

_HANGUL = re.compile("[\uac00-\ud7a3]")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
_HAN = re.compile("[\u4e00-\u9fff]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]+")
_OF_KANA = 0.02
"""A Japanese text has so many kana beside its Han signs; a Chinese one may quote a name."""

_SCRIPTS = (
    ("russian", re.compile("[\u0400-\u04ff]+"), re.compile("[ыэёЫЭЁ]")),
    ("greek", re.compile("[\u0370-\u03ff\u1f00-\u1fff]+"), re.compile("")),
    ("hebrew", re.compile("[\u05d0-\u05ea]+"), re.compile("")),
    ("arabic", re.compile("[\u0620-\u06ff]+"), re.compile("^[^\u067e\u0686\u0698\u06a9\u06af\u06cc\u0679\u0688]*$")),
    ("hindi", re.compile("[\u0900-\u097f]+"), re.compile("है|के|में")),
    ("thai", re.compile("[\u0e01-\u0e5b]"), re.compile("")),
    (NEUTRAL, re.compile("[\u0530-\u058f\u0980-\u0dff\u0e80-\u10ff\u1200-\u139f\u1780-\u17ff]+"), re.compile("")),
)  # fmt: skip
"""Scripts beside Latin and those of the East, by their words, and what only the language has that is known there."""


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
    "swedish": Wording(
        "Vad säger ”{title}” om ”{heading}”?",
        "Vad står det i ”{title}”?",
        "Vilket värde för ”{what}” anger ”{title}” för varje ”{row}”?",
    ),
    "danish": Wording(
        "Hvad siger ”{title}” om ”{heading}”?",
        "Hvad står der i ”{title}”?",
        "Hvilken værdi for ”{what}” angiver ”{title}” for hver ”{row}”?",
    ),
    "norwegian": Wording(
        "Hva sier «{title}» om «{heading}»?",
        "Hva står det i «{title}»?",
        "Hvilken verdi for «{what}» oppgir «{title}» for hver «{row}»?",
    ),
    "polish": Wording(
        "Co „{title}” mówi na temat „{heading}”?",
        "Co zawiera „{title}”?",
        "Jaką wartość „{what}” podaje „{title}” dla każdej pozycji „{row}”?",
    ),
    "turkish": Wording(
        "“{title}”, “{heading}” hakkında ne diyor?",
        "“{title}” ne diyor?",
        "“{title}”, her “{row}” için hangi “{what}” değerini veriyor?",
    ),
    "indonesian": Wording(
        "Apa yang dikatakan “{title}” tentang “{heading}”?",
        "Apa isi “{title}”?",
        "Berapa “{what}” menurut “{title}” untuk setiap “{row}”?",
    ),
    "russian": Wording(
        "Что говорится в «{title}» о «{heading}»?",
        "Что говорится в «{title}»?",
        "Какое значение «{what}» указано в «{title}» для каждой строки «{row}»?",
    ),
    "greek": Wording(
        "Τι λέει το «{title}» για «{heading}»;",
        "Τι λέει το «{title}»;",
        "Ποια τιμή «{what}» δίνει το «{title}» για κάθε «{row}»;",
    ),
    "hebrew": Wording(
        "מה כתוב ב”{title}” על ”{heading}”?",
        "מה כתוב ב”{title}”?",
        "איזה ”{what}” מופיע ב”{title}” לכל ”{row}”?",
    ),
    "arabic": Wording(
        "ماذا يقول «{title}» عن «{heading}»؟",
        "ماذا يقول «{title}»؟",
        "ما قيمة «{what}» في «{title}» لكل «{row}»؟",
    ),
    "hindi": Wording(
        "“{title}” में “{heading}” के बारे में क्या लिखा है?",
        "“{title}” में क्या लिखा है?",
        "“{title}” में हर “{row}” के लिए “{what}” क्या है?",
    ),
    "thai": Wording(
        "“{title}” กล่าวถึง “{heading}” ว่าอย่างไร",
        "“{title}” กล่าวว่าอย่างไร",
        "“{title}” ระบุ “{what}” ของแต่ละ “{row}” ว่าอย่างไร",
    ),
}

_ABSENT: Mapping[str, Mapping[str, str]] = {
    "english": {
        "parental": "What is the parental leave policy?",
        "sabbatical": "How long may a sabbatical be?",
        "parking": "Who may use the parking garage?",
        "helicopter": "May I travel by helicopter?",
        "aquarium": "Who feeds the fish in the aquarium?",
        "lighthouse": "When is the lighthouse inspected?",
        "volcano": "What do we do when a volcano erupts?",
    },
    "german": {
        "Elternzeit": "Wie lange darf die Elternzeit dauern?",
        "Hubschrauber": "Darf ich mit dem Hubschrauber reisen?",
        "Aquarium": "Wer füttert die Fische im Aquarium?",
        "Leuchtturm": "Wann wird der Leuchtturm geprüft?",
    },
    "french": {
        "hélicoptère": "Puis-je voyager en hélicoptère ?",
        "aquarium": "Qui nourrit les poissons de l’aquarium ?",
        "phare": "Quand le phare est-il inspecté ?",
    },
    "spanish": {
        "helicóptero": "¿Puedo viajar en helicóptero?",
        "acuario": "¿Quién alimenta a los peces del acuario?",
        "volcán": "¿Qué hacemos si un volcán entra en erupción?",
    },
    "portuguese": {
        "helicóptero": "Posso viajar de helicóptero?",
        "aquário": "Quem alimenta os peixes do aquário?",
        "vulcão": "O que fazemos se um vulcão entrar em erupção?",
    },
    "italian": {
        "elicottero": "Posso viaggiare in elicottero?",
        "acquario": "Chi dà da mangiare ai pesci dell’acquario?",
        "vulcano": "Che cosa facciamo se un vulcano erutta?",
    },
    "dutch": {
        "helikopter": "Mag ik met de helikopter reizen?",
        "aquarium": "Wie voert de vissen in het aquarium?",
        "vuurtoren": "Wanneer wordt de vuurtoren gekeurd?",
    },
    "korean": {
        "헬리콥터": "헬리콥터로 출장을 갈 수 있나요?",
        "수족관": "수족관의 물고기는 누가 돌보나요?",
        "등대": "등대는 언제 점검하나요?",
    },
    "japanese": {
        "ヘリコプター": "ヘリコプターで出張できますか?",
        "水族館": "水族館の魚の世話は誰がしますか?",
        "灯台": "灯台はいつ点検しますか?",
    },
    "chinese": {
        "直升机": "可以乘坐直升机出差吗?",
        "水族馆": "谁负责喂水族馆里的鱼?",
        "灯塔": "灯塔什么时候检查?",
    },
    "russian": {
        "вертолёт": "Можно ли лететь в командировку на вертолёте?",
        "аквариум": "Кто кормит рыб в аквариуме?",
        "вулкан": "Что делать при извержении вулкана?",
    },
}

_NEUTRAL = Wording("{title}: {heading}", "{title}", "{title}: {what}, {row}")


def asked_language(text: str) -> str:
    """The language to ask about a text in, NEUTRAL where it has none that is known."""
    kana, han = len(_KANA.findall(text)), len(_HAN.findall(text))
    counts = {
        "latin": len(_LATIN.findall(text)),
        "korean": 2 * len(_HANGUL.findall(text)),
        "eastern": 2 * (kana + han),
        **{name: len(letters.findall(text)) for name, letters, _ in _SCRIPTS},
    }
    most = max(counts, key=counts.__getitem__)
    if not counts[most] or most == "latin":
        return language_of(text) or (ENGLISH if text.isascii() else NEUTRAL)
    if most == "eastern":
        return "japanese" if kana and kana >= _OF_KANA * han else "chinese"
    sure = next((only.search(text) for name, _, only in _SCRIPTS if name == most), True)
    return most if sure else NEUTRAL


def wording_of(language: str) -> Wording:
    """How to ask in a language; by names alone where there is no wording."""
    return _WORDINGS.get(language, _NEUTRAL)


def absent_topics(language: str) -> Mapping[str, str]:
    """Questions about what hardly any base speaks of, by the word that tells whether this one does."""
    return _ABSENT.get(language, {})
