"""Write presentation MathML, as web pages, books and OpenDocument have it, as LaTeX."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from okf_server.extract.equations.omml_signs import ACCENTS, FUNCTIONS, SIGNS
from okf_server.extract.xml_names import name_of

_SKIPPED = frozenset({"annotation", "annotation-xml", "mphantom", "mspace", "none", "mprescripts"})
_UNSEEN = dict.fromkeys(range(0x2061, 0x2065))  # applied, times, comma and plus, all without a sign
_COMMAND_END = re.compile(r"\\[A-Za-z]+$")
_ONE_SIGN = re.compile(r"\\?[^\W_]|[^\w\s\\]|\\[A-Za-z]+", re.ASCII)
_STACKED = frozenset({"∑", "∏", "∐", "⋃", "⋂", "⋁", "⋀", "lim", "max", "min", "sup", "inf"})
_BRACES = {"⏟": r"\underbrace", "⏞": r"\overbrace", "_": r"\underline", "¯": r"\overline"}


def to_latex(element: Any) -> str:
    """The LaTeX of a `math` element, without dollar signs."""
    return " ".join(_row(element).split())


def _row(element: Any) -> str:
    text = ""
    for one in element:
        written = _one(one)
        apart = written[:1].isalpha() and _COMMAND_END.search(text)
        text = f"{text} {written}" if apart else text + written
    return text


def _one(element: Any) -> str:
    name = name_of(element)
    if not name or name in _SKIPPED:
        return ""
    writer = _WRITERS.get(name)
    return _row(element) if writer is None else writer(element)


def _said(element: Any) -> str:
    return " ".join("".join(element.itertext()).translate(_UNSEEN).split())


def _signs(element: Any) -> str:
    text = _said(element)
    if text in FUNCTIONS:
        return f"\\{text}"
    if name_of(element) == "mi" and len(text) > 1 and text.isalpha():
        return f"\\mathrm{{{text}}}" if text.isascii() else f"\\text{{{text}}}"
    written = ""
    for sign in text:
        known = SIGNS.get(sign, sign)
        apart = known[:1].isalpha() and _COMMAND_END.search(written)
        written = f"{written} {known}" if apart else written + known
    return written


def _text(element: Any) -> str:
    escaped = re.sub(r"[#$%&_{}]", r"\\\g<0>", _said(element).replace("\\", r"\backslash "))
    return f"\\text{{{escaped}}}" if escaped else ""


def _parts(element: Any) -> list[str]:
    return [_one(one).strip() for one in element if name_of(one)]


def _part(parts: Sequence[str], at: int) -> str:
    return f"{{{parts[at]}}}" if at < len(parts) else "{}"


def _base(parts: Sequence[str]) -> str:
    base = parts[0] if parts else ""
    return base if _ONE_SIGN.fullmatch(base) else f"{{{base}}}"


def _sub(element: Any) -> str:
    parts = _parts(element)
    return f"{_base(parts)}_{_part(parts, 1)}"


def _sup(element: Any) -> str:
    parts = _parts(element)
    return f"{_base(parts)}^{_part(parts, 1)}"


def _sub_sup(element: Any) -> str:
    parts = _parts(element)
    return f"{_base(parts)}_{_part(parts, 1)}^{_part(parts, 2)}"


def _many_scripts(element: Any) -> str:
    """A base with pairs of scripts behind it, and before it those after `mprescripts`."""
    children = [one for one in element if name_of(one)]
    names = [name_of(one) for one in children]
    border = names.index("mprescripts") if "mprescripts" in names else len(names)
    parts = [_one(one).strip() for one in children]
    before = _pairs(parts[border + 1 :])
    return f"{'{}' if before else ''}{before}{_base(parts)}{_pairs(parts[1:border])}"


def _pairs(scripts: Sequence[str]) -> str:
    marks = ("_", "^") * len(scripts)
    pairs = zip(marks, scripts, strict=False)
    return "".join(f"{mark}{{{script}}}" for mark, script in pairs if script)


def _fraction(element: Any) -> str:
    parts = _parts(element)
    name = r"\binom" if element.get("linethickness") in ("0", "0pt") else r"\frac"
    return f"{name}{_part(parts, 0)}{_part(parts, 1)}"


def _square_root(element: Any) -> str:
    return f"\\sqrt{{{_row(element).strip()}}}"


def _root(element: Any) -> str:
    parts = _parts(element)
    return f"\\sqrt[{parts[1] if len(parts) > 1 else ''}]{_part(parts, 0)}"


def _under(element: Any) -> str:
    return _beside(element, "_", r"\underset")


def _over(element: Any) -> str:
    return _beside(element, "^", r"\overset")


def _beside(element: Any, mark: str, stacked: str) -> str:
    children = [one for one in element if name_of(one)]
    parts = _parts(element)
    if len(children) < 2:  # noqa: PLR2004 - what is marked, and its mark
        return "".join(parts)
    sign = _said(children[1])
    if sign in _BRACES:
        return f"{_BRACES[sign]}{_part(parts, 0)}"
    if sign in ACCENTS and mark == "^":
        return f"{ACCENTS[sign][_ONE_SIGN.fullmatch(parts[0]) is None]}{_part(parts, 0)}"
    if _said(children[0]) in _STACKED or "brace" in parts[0]:
        return f"{parts[0]}{mark}{_part(parts, 1)}"
    return f"{stacked}{_part(parts, 1)}{_part(parts, 0)}"


def _under_over(element: Any) -> str:
    parts = _parts(element)
    return f"{parts[0] if parts else ''}_{_part(parts, 1)}^{_part(parts, 2)}"


def _table(element: Any) -> str:
    rows = [
        " & ".join(_row(cell).strip() for cell in row)
        for row in element
        if name_of(row) in ("mtr", "mlabeledtr")
    ]
    lines = r" \\ ".join(rows)
    return f"\\begin{{matrix}} {lines} \\end{{matrix}}"


def _fenced(element: Any) -> str:
    begin, end = element.get("open", "("), element.get("close", ")")
    inner = (element.get("separators", ",")[:1] or "").join(_parts(element))
    return f"\\left{_fence(begin)}{inner}\\right{_fence(end)}"


def _fence(sign: str) -> str:
    return SIGNS.get(sign, sign) if sign else "."


_WRITERS: dict[str, Callable[[Any], str]] = {
    "mi": _signs,
    "mn": _signs,
    "mo": _signs,
    "mtext": _text,
    "ms": _text,
    "msub": _sub,
    "msup": _sup,
    "msubsup": _sub_sup,
    "mmultiscripts": _many_scripts,
    "mfrac": _fraction,
    "msqrt": _square_root,
    "mroot": _root,
    "munder": _under,
    "mover": _over,
    "munderover": _under_over,
    "mtable": _table,
    "mfenced": _fenced,
}
