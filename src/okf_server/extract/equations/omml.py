"""Write an equation of an Office document (OMML, ECMA-376 part 1, 22.1) as LaTeX."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from okf_server.extract.equations.omml_signs import ACCENTS, FUNCTIONS, GROUPS, MATRICES, SIGNS
from okf_server.extract.xml_names import child, name_of

_GONE = frozenset({"del", "moveFrom"})
_COMMAND_END = re.compile(r"\\[A-Za-z]+$")
_ONE_SIGN = re.compile(r"\\?[^\W_]|[^\w\s\\]|\\[A-Za-z]+", re.ASCII)
_OPERATOR = re.compile(r"\\(?:operatorname\{[^{}]*\}|[A-Za-z]+)")
_LIMIT_NAMES = frozenset(
    {"lim", "max", "min", "sup", "inf", "limsup", "liminf", "argmax", "argmin"}
)
_WORDS = re.compile(r"[^\W\d_]{3,}")
_PROSE = re.compile(r"[^\W\d_ ][\w ,.;:'-]*|[ ][\w ,.;:'-]*")
_BETWEEN_WORDS = re.compile(r"(?<=[^\W\d_]{2}) +(?=\S)|(?<=\S) +(?=[^\W\d_]{2})")
_SCRIPTS = {
    "double-struck": r"\mathbb",
    "script": r"\mathcal",
    "fraktur": r"\mathfrak",
    "sans-serif": r"\mathsf",
    "monospace": r"\mathtt",
}
_LETTER_NAMES = {
    "DOUBLE-STRUCK": r"\mathbb",
    "SCRIPT": r"\mathcal",
    "FRAKTUR": r"\mathfrak",
    "BLACK-LETTER": r"\mathfrak",
    "BOLD": r"\mathbf",
}
_INTEGRAL = "∫"  # what a missing sign of an n-ary operator means (22.1.2.20)
_HAT = "\u0302"
_BRACE = "⏟"


def to_latex(element: Any) -> str:
    """The LaTeX of an `m:oMath` or of any element inside one, without dollar signs."""
    return " ".join(_content(element).split())


def _content(element: Any | None) -> str:
    """The LaTeX of all that stands in an element; runs of one style are one text."""
    text = ""
    for style, group in groupby(() if element is None else element, _style):
        members = list(group)
        written = [_run(members, style)] if style is not None else [_one(one) for one in members]
        for one in written:
            text = _glued(text, one)
    return text


def _style(element: Any) -> tuple[str, str, bool] | None:
    """The alphabet of a run, its style and whether it is no mathematics; None for another object."""
    if name_of(element) != "r":
        return None
    return _property(element, "scr"), _property(element, "sty"), _is_set(element, "nor")


def _one(element: Any) -> str:
    name = name_of(element)
    if name.endswith("Pr") or name in _GONE:
        return ""
    return _WRITERS.get(name, _content)(element)


def _glued(left: str, right: str) -> str:
    """Two stretches of LaTeX, a blank between a command and a letter."""
    apart = right[:1].isalpha() and _COMMAND_END.search(left)
    return f"{left} {right}" if apart else left + right


def _property(element: Any, name: str, otherwise: str = "") -> str:
    """The value of a property of an equation's object; `otherwise` where it is not set."""
    properties = next((one for one in element if name_of(one).endswith("Pr")), None)
    found = None if properties is None else child(properties, name)
    if found is None:
        return otherwise
    return next((str(v) for k, v in found.attrib.items() if k.rpartition("}")[2] == "val"), "")


def _is_set(element: Any, name: str) -> bool:
    return _property(element, name, "0").lower() not in ("0", "off", "false")


def _group(element: Any, name: str) -> str:
    return f"{{{_content(child(element, name)).strip()}}}"


def _scripts(element: Any, sub: str = "sub", sup: str = "sup") -> str:
    """The scripts of an object that are not empty."""
    below, above = _content(child(element, sub)).strip(), _content(child(element, sup)).strip()
    return (f"_{{{below}}}" if below else "") + (f"^{{{above}}}" if above else "")


def _run(runs: Iterable[Any], style: tuple[str, str, bool]) -> str:
    script, weight, upright = style
    text = "".join(one.text or "" for run in runs for one in run if name_of(one) == "t")
    if upright:
        return _upright(text)
    if " " in text and _WORDS.search(text) and _PROSE.fullmatch(text):
        return f"\\text{{{text}}}"
    if text.strip() in FUNCTIONS:
        return f"\\{text.strip()}"
    written = _signs(_BETWEEN_WORDS.sub("\xa0", text))
    alphabet = _SCRIPTS.get(script, r"\mathbf" if weight == "b" else "")
    return f"{alphabet}{{{written.strip()}}}" if alphabet and written.strip() else written


def _upright(text: str) -> str:
    """Text that is no mathematics."""
    if not any(sign.isalpha() for sign in text):
        return _signs(text)
    if text.strip().isascii() and text.strip().isalpha():
        return f"\\mathrm{{{text.strip()}}}"
    escaped = re.sub(r"[#$%&_{}]", r"\\\g<0>", text.replace("\\", r"\backslash "))
    return f"\\text{{{escaped}}}"


def _signs(text: str) -> str:
    written = ""
    for at, sign in enumerate(text):
        known = SIGNS.get(sign)
        if sign in "^_" and not text[at + 1 : at + 2].isalnum():
            known = r"\hat{}" if sign == "^" else r"\_"
        written = _glued(written, _letter(sign) if known is None else known)
    return written


def _letter(sign: str) -> str:
    """A mathematical letter as a plain one, in the alphabet that its name tells."""
    plain = unicodedata.normalize("NFKC", sign)
    if plain == sign or not plain.isalnum():
        return sign
    name = unicodedata.name(sign, "")
    alphabet = next((a for word, a in _LETTER_NAMES.items() if word in name), "")
    plain = SIGNS.get(plain, plain)
    return f"{alphabet}{{{plain}}}" if alphabet else plain


def _base(element: Any) -> str:
    """What a script is set on, in braces where it is more than one sign."""
    text = _content(child(element, "e")).strip()
    fenced = text.startswith(r"\left") and text.count(r"\left") == 1 and _ends_fenced(text)
    return text if _ONE_SIGN.fullmatch(text) or fenced else f"{{{text}}}"


def _ends_fenced(text: str) -> bool:
    return re.search(r"\\right(?:\\[A-Za-z]+|\\?.)$", text) is not None


def _scripted(element: Any) -> str:
    return f"{_base(element)}{_scripts(element)}"


def _scripts_before(element: Any) -> str:
    return f"{{}}{_scripts(element)}{_base(element)}"


def _fraction(element: Any) -> str:
    above, below = _group(element, "num"), _group(element, "den")
    match _property(element, "type", "bar"):
        case "noBar":
            return f"\\genfrac{{}}{{}}{{0pt}}{{}}{above}{below}"
        case "lin" | "skw":
            return f"{above}/{below}"
        case _:
            return f"\\frac{above}{below}"


def _root(element: Any) -> str:
    degree = _content(child(element, "deg")).strip()
    hidden = _is_set(element, "degHide") or not degree
    return f"\\sqrt{'' if hidden else f'[{degree}]'}{_group(element, 'e')}"


def _n_ary(element: Any) -> str:
    sign = _property(element, "chr", _INTEGRAL) or _INTEGRAL
    text = SIGNS.get(sign, f"\\operatorname*{{{sign}}}")
    for part, mark in (("sub", "_"), ("sup", "^")):
        limit = _content(child(element, part)).strip()
        if limit and not _is_set(element, f"{part}Hide"):
            text += f"{mark}{{{limit}}}"
    return _glued(text, _content(child(element, "e")))


def _delimited(element: Any) -> str:
    begin, end = _property(element, "begChr", "("), _property(element, "endChr", ")")
    parts = [one for one in element if name_of(one) == "e"]
    known = _known_delimited(parts, begin, end)
    if known:
        return known
    middle = f" \\middle{_fence(_property(element, 'sepChr', '|'))} "
    inner = middle.join(_content(part).strip() for part in parts)
    return _glued(f"\\left{_fence(begin)}", f"{inner}\\right{_fence(end)}")


def _known_delimited(parts: Sequence[Any], begin: str, end: str) -> str:
    """A matrix, a case distinction or a binomial with its delimiters; empty for anything else."""
    only = [o for o in parts[0] if not name_of(o).endswith("Pr")] if len(parts) == 1 else []
    if len(only) != 1:
        return ""
    inner = only[0]
    if name_of(inner) == "m" and (begin, end) in MATRICES:
        return _environment(MATRICES[begin, end], _matrix_rows(inner))
    if name_of(inner) == "eqArr" and (begin, end) == ("{", ""):
        return _environment("cases", _array_rows(inner))
    if name_of(inner) == "f" and (begin, end) == ("(", ")") and _property(inner, "type") == "noBar":
        return f"\\binom{_group(inner, 'num')}{_group(inner, 'den')}"
    return ""


def _fence(sign: str) -> str:
    return SIGNS.get(sign, sign) if sign else "."


def _matrix(element: Any) -> str:
    return _environment("matrix", _matrix_rows(element))


def _matrix_rows(element: Any) -> Iterator[str]:
    for row in element:
        if name_of(row) == "mr":
            yield " & ".join(_content(cell).strip() for cell in row if name_of(cell) == "e")


def _array(element: Any) -> str:
    rows = list(_array_rows(element))
    return rows[0] if len(rows) == 1 and "&" not in rows[0] else _environment("aligned", rows)


def _array_rows(element: Any) -> Iterator[str]:
    """The lines of an equation array, whose ampersands are marks to align at."""
    for line in element:
        if name_of(line) == "e":
            yield _content(line).strip().replace(r"\&", "&")


def _environment(name: str, rows: Iterable[str]) -> str:
    lines = r" \\ ".join(rows)
    return f"\\begin{{{name}}} {lines} \\end{{{name}}}"


def _accent(element: Any) -> str:
    text = _content(child(element, "e")).strip()
    narrow, wide = ACCENTS.get(_property(element, "chr", _HAT) or _HAT, (r"\hat", r"\widehat"))
    return f"{narrow if _ONE_SIGN.fullmatch(text) else wide}{{{text}}}"


def _bar(element: Any) -> str:
    over = _property(element, "pos", "bot") == "top"
    return (r"\overline" if over else r"\underline") + _group(element, "e")


def _group_sign(element: Any) -> str:
    sign = _property(element, "chr", _BRACE) or _BRACE
    over = _property(element, "pos", "bot") == "top"
    text = _group(element, "e")
    if sign in GROUPS:
        return f"{GROUPS[sign][0 if over else 1]}{text}"
    return (r"\overset" if over else r"\underset") + f"{{{SIGNS.get(sign, sign)}}}{text}"


def _limit_below(element: Any) -> str:
    return _limit(element, "_", r"\underset")


def _limit_above(element: Any) -> str:
    return _limit(element, "^", r"\overset")


def _limit(element: Any, mark: str, stacked: str) -> str:
    base = _content(child(element, "e")).strip()
    name = base.removeprefix("\\")
    if name in _LIMIT_NAMES:
        base = f"\\{name}" if name in FUNCTIONS else f"\\operatorname*{{{name}}}"
    takes_scripts = _OPERATOR.match(base) and name in _LIMIT_NAMES
    if takes_scripts or base.startswith((r"\underbrace", r"\overbrace")):
        return f"{base}{mark}{_group(element, 'lim')}"
    return f"{stacked}{_group(element, 'lim')}{{{base}}}"


def _function(element: Any) -> str:
    name = _content(child(element, "fName")).strip()
    if name.isalpha() and len(name) > 1:
        name = f"\\operatorname{{{name}}}"
    argument = _content(child(element, "e"))
    fenced = argument.lstrip().startswith((r"\left", "("))
    return _glued(name, argument) if fenced else f"{name} {argument}"


def _boxed(element: Any) -> str:
    return f"\\boxed{_group(element, 'e')}"


def _phantom(element: Any) -> str:
    shown = _property(element, "show", "1").lower() not in ("0", "off", "false")
    return _content(child(element, "e")) if shown else f"\\phantom{_group(element, 'e')}"


_WRITERS: dict[str, Callable[[Any], str]] = {
    "sSub": _scripted,
    "sSup": _scripted,
    "sSubSup": _scripted,
    "sPre": _scripts_before,
    "f": _fraction,
    "rad": _root,
    "nary": _n_ary,
    "d": _delimited,
    "m": _matrix,
    "eqArr": _array,
    "acc": _accent,
    "bar": _bar,
    "groupChr": _group_sign,
    "limLow": _limit_below,
    "limUpp": _limit_above,
    "func": _function,
    "borderBox": _boxed,
    "phant": _phantom,
}
