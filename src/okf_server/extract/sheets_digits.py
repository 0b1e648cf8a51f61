"""Write digits into the placeholders of a number format: `#,##0.00`, `00000`, `0%`, `# ?/?`, `0.00E+00`."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

_EXACT = Context(prec=400, rounding=ROUND_HALF_UP)  # no double has more digits
_DIGITS = frozenset("0#?")
_WHOLE = re.compile(r"-?\d{1,40}", re.ASCII)
_POWER = re.compile(r"-?\d(?:\.\d{1,20})?E\+?\d{1,2}", re.ASCII | re.IGNORECASE)
_DOUBLE = 15  # digits that every double keeps
_LARGEST_WHOLE = 21  # digits up to which a number is written out
_SMALLEST = -10

Literal = Callable[[str], str]
Write = Callable[[Decimal, str], str]


def general(raw: str) -> str:
    """A number without a format: all its digits, never rounded to a column's width, whole ones written out."""
    if _WHOLE.fullmatch(raw):
        return raw
    try:
        short = format(float(raw), ".15g")
    except ValueError:
        return raw.strip()
    if "e" not in short:
        return short
    value = Decimal(raw if _is_long(raw) else short)
    if _SMALLEST < value.adjusted() < _LARGEST_WHOLE:
        return format(value, "f")
    return short.upper()


def _is_long(raw: str) -> bool:
    """Whether it is an identifier, of which every digit counts: a whole number beyond what a double keeps."""
    value = Decimal(raw) if _POWER.fullmatch(raw) else Decimal()
    return value.adjusted() >= _DOUBLE and value == value.to_integral_value()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pattern:
    """The placeholders of a section, and what is done to the number before they are filled."""

    whole: tuple[str, ...]  # placeholders and, between them, literals
    fraction: tuple[str, ...]
    before: str
    after: str
    point: bool
    thousands: bool
    shift: int  # powers of ten: percent up, trailing commas down


def number_section(pieces: Sequence[str], literal: Literal) -> Write:
    """How a section for numbers writes a number that is not negative; its digits are given as well."""
    marks = [n for n, piece in enumerate(pieces) if piece in _DIGITS]
    if not marks:
        text = "".join(literal(piece) for piece in pieces)
        return lambda _value, _raw: text
    power = next((n for n, piece in enumerate(pieces) if piece[:2].upper() in ("E+", "E-")), None)
    if power is not None:
        return _scientific(pieces, power, literal)
    slash = next((n for n, piece in enumerate(pieces) if piece == "/"), None)
    below = "".join(pieces[slash + 1 : slash + 2]) if slash is not None else ""
    if slash is not None and marks[0] < slash and (below in _DIGITS or below.isdigit()):
        return _ratio(pieces, slash, literal)
    pattern = _pattern(pieces, marks, literal)
    return lambda value, raw: _fill(pattern, value, raw)


def _pattern(pieces: Sequence[str], marks: Sequence[int], literal: Literal) -> _Pattern:
    first, last = marks[0], marks[-1]
    point = next((n for n, piece in enumerate(pieces) if piece == "."), None)
    start = first if point is None else min(first, point)
    border = last + 1 if point is None else point  # where the whole ends
    commas = _trailing_commas(pieces, last)
    tail = pieces[max(last, border if point is not None else last) + 1 + commas :]
    return _Pattern(
        whole=tuple(p if p in _DIGITS else literal(p) for p in pieces[start:border] if p != ","),
        fraction=tuple(p if p in _DIGITS else literal(p) for p in pieces[border + 1 : last + 1]),
        before="".join(map(literal, pieces[:start])),
        after="".join(map(literal, tail)),
        point=point is not None,
        thousands="," in pieces[first : min(border, last)],
        shift=2 * sum(piece == "%" for piece in pieces) - 3 * commas,
    )


def _trailing_commas(pieces: Sequence[str], last: int) -> int:
    """Commas after the last digit of the whole or of the fraction: each divides by a thousand."""
    count = 0
    for piece in pieces[last + 1 :]:
        if piece != ",":
            break
        count += 1
    return count


def _fill(pattern: _Pattern, value: Decimal, raw: str) -> str:
    places = sum(mark in _DIGITS for mark in pattern.fraction)
    if places == 0 and pattern.shift == 0 and _WHOLE.fullmatch(raw):
        whole, decimals = raw, ""  # an identifier may have more digits than a double
    else:
        moved = value.scaleb(pattern.shift, _EXACT)
        fixed = moved.quantize(Decimal(1).scaleb(-places), context=_EXACT)
        whole, _, decimals = format(fixed, "f").partition(".")
    written = _whole(pattern, whole)
    point = "." if pattern.point else ""
    return f"{pattern.before}{written}{point}{_decimals(pattern.fraction, decimals)}{pattern.after}"


def _whole(pattern: _Pattern, digits: str) -> str:
    marks = [mark for mark in pattern.whole if mark in _DIGITS]
    digits = digits.lstrip("0").rjust(_needed(marks), "0")
    if pattern.thousands:
        head = len(digits) % 3
        groups = [digits[:head]] if head else []
        groups += [digits[n : n + 3] for n in range(head, len(digits), 3)]
        digits = ",".join(groups)
    if len(marks) == len(pattern.whole):
        return digits
    return _between(pattern.whole, digits, len(marks))


def _needed(marks: Sequence[str]) -> int:
    """The digits from the first placeholder on that asks for one."""
    first = next((n for n, mark in enumerate(marks) if mark == "0"), len(marks))
    return len(marks) - first


def _between(pattern: Sequence[str], digits: str, places: int) -> str:
    """The digits in their placeholders with the literals between; those too many stand in the first."""
    spare = max(len(digits) - places, 0)
    taken = [digits[: spare + 1], *digits[spare + 1 :]] if digits else []
    taken = [""] * (places - len(taken)) + taken
    waiting = iter(taken)
    return "".join(next(waiting) if mark in _DIGITS else mark for mark in pattern)


def _decimals(pattern: Sequence[str], digits: str) -> str:
    """The decimals; those that `#` and `?` stand for go where they are zeros at the end."""
    marks = [mark for mark in pattern if mark in _DIGITS]
    kept = len(digits)
    while kept and digits[kept - 1] == "0" and marks[kept - 1] != "0":
        kept -= 1
    waiting = iter(digits[:kept])
    return "".join(next(waiting, "") if mark in _DIGITS else mark for mark in pattern)


def _scientific(pieces: Sequence[str], power: int, literal: Literal) -> Write:
    head, tail = pieces[:power], pieces[power + 1 :]
    marks = [n for n, piece in enumerate(head) if piece in _DIGITS]
    if not marks:
        return lambda _value, raw: general(raw)
    pattern = _pattern(head, marks, literal)
    step = max(sum(mark in _DIGITS for mark in pattern.whole), 1)
    width = sum(piece in _DIGITS for piece in tail)
    plus = "+" if pieces[power].endswith("+") else ""
    after = "".join(literal(piece) for piece in tail if piece not in _DIGITS)

    def write(value: Decimal, _raw: str) -> str:
        exponent = value.adjusted() // step * step if value else 0
        mantissa = value.scaleb(-exponent, _EXACT)
        places = sum(mark in _DIGITS for mark in pattern.fraction)
        rounded = mantissa.quantize(Decimal(1).scaleb(-places), context=_EXACT)
        if rounded.adjusted() >= step:
            exponent += step
            mantissa = mantissa.scaleb(-step, _EXACT)
        sign = "-" if exponent < 0 else plus
        return f"{_fill(pattern, mantissa, '')}E{sign}{abs(exponent):0{width}d}{after}"

    return write


def _ratio(pieces: Sequence[str], slash: int, literal: Literal) -> Write:
    """A fraction: a whole number where there is a place for it, numerator and denominator."""
    top = slash - 1
    while top >= 0 and (pieces[top] in _DIGITS):
        top -= 1
    whole = any(piece in _DIGITS for piece in pieces[: top + 1])
    end = slash + 1
    while end < len(pieces) and (pieces[end] in _DIGITS or pieces[end].isdigit()):
        end += 1
    below = "".join(pieces[slash + 1 : end])
    fixed = int(below) if below.isdigit() and int(below) > 0 else 0
    after = "".join(map(literal, pieces[end:]))
    most = 10 ** max(min(len(below), 7), 1) - 1

    def write(value: Decimal, _raw: str) -> str:
        number = Fraction(value)
        units = int(number) if whole else 0
        rest = number - units
        near = Fraction(round(rest * fixed), fixed) if fixed else rest.limit_denominator(most)
        if whole and near == 1:
            units, near = units + 1, Fraction(0)
        if whole and near == 0:
            return f"{units}{after}"
        scale = fixed // near.denominator if fixed else 1
        parts = f"{near.numerator * scale}/{near.denominator * scale}"
        return f"{units} {parts}{after}" if units else f"{parts}{after}"

    return write
