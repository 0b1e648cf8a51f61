"""Sentences for documents that tests make."""

import random

_SUBJECTS = (
    "travel hotel meal invoice supplier contract warehouse laptop password budget claim audit"
)
_VERBS = (
    "needs approves replaces limits reports returns records refuses confirms renews checks covers"
)
_OBJECTS = (
    "receipt approval deadline amount region manager account licence delivery meeting currency rule"
)


def sentences(count: int, seed: int) -> list[str]:
    """Sentences of which no two are alike."""
    chance = random.Random(seed)
    words = [words.split() for words in (_SUBJECTS, _VERBS, _OBJECTS)]
    return [
        f"The {chance.choice(words[0])} number {seed * 1000 + n} {chance.choice(words[1])} "
        f"each {chance.choice(words[2])} within {chance.randint(2, 90)} days."
        for n in range(count)
    ]
