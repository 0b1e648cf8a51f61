"""Formulas of a page as LaTeX, where the page says it."""

import re
from typing import Any

from okf_server.extract.equations import mathml

_TEX = ("application/x-tex", "application/x-latex", "latex", "tex")
_STYLED = re.compile(r"\{\\(?:display|text)style\s*(.*)\}", re.DOTALL)
_SCRIPT = re.compile(r"math/(?:la)?tex\b", re.IGNORECASE)
_FALLBACK = "mwe-math-fallback-image"
_LONGEST = 20_000
_DEEPEST = 100
"""Elements within one another that a formula is written out to."""


def latex_of(element: Any) -> str:
    """The LaTeX of a `math` element: its annotation or alternative text, else what its elements say."""
    for annotation in element.iterdescendants("annotation"):
        if annotation.get("encoding", "").lower() in _TEX and (annotation.text or "").strip():
            return _tidy(annotation.text)
    return _tidy(element.get("alttext", "")) or _written(element)


def latex_of_script(element: Any) -> str:
    """The LaTeX that a page hands to MathJax in a script."""
    return _tidy(element.text or "") if _SCRIPT.match(element.get("type", "")) else ""


def latex_of_image(attributes: Any) -> str:
    """The LaTeX of a picture of a formula, as wikis write it."""
    is_formula = any(name.startswith(_FALLBACK) for name in attributes.get("class", "").split())
    return _tidy(attributes.get("alt", "")) if is_formula else ""


def _tidy(latex: str) -> str:
    text = " ".join(latex[:_LONGEST].replace("$", r"\$").split())
    styled = _STYLED.fullmatch(text)
    return styled[1].strip() if styled else text


def _written(element: Any) -> str:
    """The LaTeX of the elements; the bare signs of what nests beyond all sense."""
    if next(element.iterfind("/".join("*" * _DEEPEST)), None) is not None:
        return _shown(element)
    return mathml.to_latex(element)[:_LONGEST]


def _shown(element: Any) -> str:
    texts = (text for text in element.itertext("mi", "mn", "mo", "mtext", "ms"))
    return " ".join(" ".join(texts)[:_LONGEST].split())
