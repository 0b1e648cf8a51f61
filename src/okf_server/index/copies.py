"""Tell the name of a copy from that of its original: `Copy of X`, `X - Copy (2)`, `X (1)`, `X FINAL`."""

import re

_COPY = "(?:copy|kopie|copie|copia|cópia|kopia|복사본|사본|コピー|副本)"
_NUMBERED = re.compile(
    r"(?:abschnitt|anhang|annex|appendix|artikel|article|chapter|kapitel|part|section|table|teil|week)$"
)
_OF = re.compile(rf"^{_COPY}(?: \(\d+\))?[ -](?:of|von|van|de|di|do|da)[ -]", re.IGNORECASE)
_SAID = re.compile(
    rf"(?<!\s)(?:\s*[-–(]\s*|\s+|(?<=\w)\s*[의の的]\s*){_COPY}\)?(?:\s*\(?\d{{1,2}}\)?)?\s*$",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"(?<=\w)\s*\(\d{1,2}\)\s*$")
_FINAL = re.compile(r"[\W_]final(?:[\W_]*+(?:final|v?\d++))*+\W*$", re.IGNORECASE)
_EXTENSION = re.compile(r"\.[^\W\d][^.]*$")


def cut_copy(name: str) -> tuple[str, bool]:
    """A title or name without what makes it that of a copy, and whether there was any; `Annex (1)` is none."""
    rest = _SAID.sub("", _OF.sub("", name))
    counted = _COUNTED.search(rest)
    if counted and not _NUMBERED.search(rest[: counted.start()].casefold()):
        rest = rest[: counted.start()]
    return (rest, True) if rest != name and rest.strip() else (name, False)


def is_copy(title: str, path: str) -> bool:
    """Whether a title or the name of a file says that another one was there before: `final` is said of a copy."""
    file = _EXTENSION.sub("", path.rstrip("/").rpartition("/")[2]).replace("_", " ")
    return any(cut_copy(name)[1] or bool(_FINAL.search(name)) for name in (title, file))
