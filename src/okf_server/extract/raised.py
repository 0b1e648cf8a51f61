"""Write what stands above or below the line as such, so that 10⁶ does not become 106, nor over¹ over1.

There is one form for all formats: the characters that Unicode has for it, and `^(...)` or `_(...)` where it
lacks one of them. Letters alone stay in the line: `1st` and `Mme` mean what they say.
"""

import re
from collections.abc import Iterable

_DIGITS = "0123456789+-\u2212=()"
_ABOVE = dict(
    zip(
        f"{_DIGITS}–abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾⁻ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ",
        strict=True,
    )
)
_BELOW = dict(
    zip(f"{_DIGITS}–aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎₋ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)
)
_BETWEEN = frozenset(",; *†‡§")  # of lists and marks, which need no raised form
_NUMBERS = re.compile(r"[0-9+\-−–=(),; *†‡§]*[0-9][0-9+\-−–=(),; *†‡§]*")
_TERM = re.compile(r"[0-9A-Za-z+\-−–=(),;./*]{2,8}")
_SIGN = re.compile(r"[+\-−]{1,2}")


def above(text: str) -> str:
    """Text that stands above the line, where it can be taken for a part of what is before it."""
    return _written(text, _ABOVE, "^", "in")


def below(text: str) -> str:
    """Text that stands below the line, where it can be taken for a part of what is before it."""
    return _written(text, _BELOW, "_", "aehijklmnoprstuvx")


_RUNS = {1: above, 2: below}


def _written(text: str, forms: dict[str, str], sign: str, letters: str) -> str:
    core = text.strip()
    number = (
        _NUMBERS.fullmatch(core) or _SIGN.fullmatch(core) or (len(core) == 1 and core in letters)
    )
    term = _TERM.fullmatch(core) and any(map(str.isdigit, core))
    if not number and not term:
        return text
    if all(char in forms or char in _BETWEEN for char in core):
        written = "".join(forms.get(char, char) for char in core)
    else:
        written = f"{sign}({core})"
    return text.replace(core, written, 1)


def in_runs(text: str, runs: Iterable[tuple[int, int]]) -> str:
    """A text whose runs begin at places, ascending, and stand above the line (1) or below it (2) from there on."""
    written, begun, before = "", 0, 0
    for start, place in [*runs, (len(text), -1)]:
        if place != before:
            part = text[begun:start]
            written += _RUNS.get(before, str)(part)
            begun, before = max(start, begun), place
    return written
