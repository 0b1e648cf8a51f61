"""Take a question apart: the courtesy and the marks around it, and what in it asks."""

import re
from collections.abc import Sequence

from okf_server.index.courtesy import asks, begins_to_ask, without_courtesy
from okf_server.index.dates import dates_named

_NUMBER_ASKED = re.compile(
    r"\b(?:how (?:big|far|fast|frequently|high|large|long|many|much|often|old|soon)"
    r"|wie (?:groß|häufig|hoch|lange?|oft|viele?|weit)|combien de temps|cu[aá]nto tiempo|quanto tempo|hoe (?:lang|vaak|veel))\b",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"[,;:.!?–—](?=\s)")
_PICTURES = re.compile(
    "[\u2600-\u2775\u2794-\u27bf\u2b00-\u2bff\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff\ufe0f\u200d]+"
)
_BEGINS = " \t\r\n\u3000?!？！؟¿¡"  # a dot begins names: `.NET`
_ENDS = f"{_BEGINS}.。…"
_BRACKETS = (("(", ")"), ("[", "]"), ("（", "）"), ("`", "`"), ("**", "**"))
_QUOTES = (('"', '"'), ("“", "”"), ("„", "“"), ("«", "»"), ("'", "'"), ("‘", "’"), ("「", "」"))


def plain(question: str) -> str:
    """What is asked, without courtesy and formatting around it and without the mark at its end."""
    asked = _bare(without_courtesy(_bare(_PICTURES.sub(" ", question))))
    return asked if any(map(str.isalnum, asked)) else question


def subject(question: str) -> str:
    """A question without the words that only say that a number is asked for, such as `how long`."""
    text = _NUMBER_ASKED.sub(" ", question)
    return text if any(map(str.isalnum, text)) else question


def asking_clause(question: str) -> str:
    """What is asked at the end of a question that tells its circumstances first; empty for any other.

    `I clicked a link, who do I call?`
    """
    told, asked = question, ""
    for clause in _CLAUSES.finditer(question):
        told, asked = question[: clause.start()], question[clause.end() :].strip()
    return asked if told and begins_to_ask(asked) else ""


def meaning(question: str) -> str:
    """The form in which a question is embedded: it means the same in capitals, in quotes and asked politely."""
    asked = dates_named(plain(unquoted(plain(question))))
    return asked.replace("`", "").replace("**", "").lower()


def is_quoted_question(question: str) -> bool:
    """Whether quotes stand around all of a question, where they say nothing of the order of its words."""
    inside = unquoted(question)
    return inside != question and ("?" in question or asks(inside))


def unquoted(question: str) -> str:
    """A question without the quotes around all of it; one that has quotes within stays as it is."""
    return _inside(question.lstrip(_BEGINS).rstrip(_ENDS), _QUOTES) or question


def _bare(text: str) -> str:
    """A text without brackets and marks around all of it."""
    bare = text.lstrip(_BEGINS).rstrip(_ENDS)
    while inside := _inside(bare, _BRACKETS):
        bare = inside.lstrip(_BEGINS).rstrip(_ENDS)
    return bare


def _inside(text: str, pairs: Sequence[tuple[str, str]]) -> str:
    """What stands between one of the pairs; empty where these do not stand around all of it, and only there."""
    for begins, ends in pairs:
        inside = text[len(begins) : -len(ends)]
        if inside and text.startswith(begins) and text.endswith(ends):
            return "" if begins in inside or ends in inside else inside
    return ""
