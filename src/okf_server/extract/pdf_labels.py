"""The labels that a PDF gives to its pages, such as `iv` or `A-1`, where they are not their numbers."""

import re
from collections.abc import Mapping

_NUMBER = re.compile(r"(.*?)(\d{1,6})")
_ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_HIGHEST = 399
_MOST = 50


def label_runs(labels: Mapping[int, str]) -> dict[str, str]:
    """The pages where the labels begin anew, with their labels; from there they count on.

    Empty where every label is its page's number.
    """
    if all(label == str(page) for page, label in labels.items()):
        return {}
    runs: dict[str, str] = {}
    before = (0, "")
    for page, label in sorted(labels.items()):
        if before[0] != page - 1 or _next(before[1]) != label.casefold():
            runs[str(page)] = label
        before = (page, label)
    return dict(list(runs.items())[:_MOST])


def _next(label: str) -> str:
    """The label after this one, in lower case; empty where it does not count."""
    plain = label.casefold()
    if found := _NUMBER.fullmatch(plain):
        return f"{found[1]}{int(found[2]) + 1}"
    return _LATER.get(plain, "")


def _roman(number: int) -> str:
    letters = "c" * (number // 100)
    number %= 100
    for value, letter in ((90, "xc"), (50, "l"), (40, "xl"), *_ROMAN):
        while number >= value:
            letters += letter
            number -= value
    return letters


ROMAN = {_roman(number): number for number in range(1, 40)}
"""Roman numerals in small letters, as lists have them."""

_LATER = {_roman(number): _roman(number + 1) for number in range(1, _HIGHEST)}
