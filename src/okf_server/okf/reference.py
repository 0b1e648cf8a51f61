"""References: how people and agents name a concept, a section or a stretch of code."""

import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import unquote

from okf_server.errors import UsageError

_BASE = re.compile(r"([a-z0-9][a-z0-9-]*):(?!L\d)(?=.)")
_LINES = re.compile(r":L(\d{1,9})(?:-L?(\d{1,9}))?(?:@([^\s@:/#]{1,200}))?$", re.ASCII)
_OKF_ID = re.compile(r"okf_[0-9a-f]{32}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_SCHEME = "okf://"
_SHOWN = 200
_CONCEPT_SCHEME = "okf://concept/"
_SOURCE_SCHEME = "okf://source/"
_FILE_SCHEME = "file://"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """What a reference may mean; which of it exists, only a base can tell.

    Try in this order: `okf_id`; `text` as a source path; `path` as a source path of `base`; `concept` as a
    concept id of `base` with `section`. `text` is the whole reference, so that a file called `C# notes:1.md`
    is found although `#` and `:` have their meaning. `lines` are the first and last line as they are written.
    `absolute` is what follows the base where it is a file's place on this machine, sections and lines with it.
    """

    text: str
    base: str | None
    path: str
    concept: str
    section: str | None = None
    okf_id: str | None = None
    lines: tuple[int, int] | None = None
    commit: str | None = None
    absolute: str = ""


def parse_reference(text: str) -> Reference:
    """The parts of a reference in any of its forms; raises UsageError where there is nothing to look for.

    `[base:]concept-id[#section]`, `[base:]okf_id[#section]`, `[base:]source path`,
    `[base:]path:L10-L42@commit`, each of these percent-encoded behind `okf://concept/`,
    `okf://source/<percent-encoded path>`, and a file's place as `/path` or `file:///path`. A base name has
    lower-case ASCII letters, digits and hyphens only, and is never followed by a line number.
    """
    text = unicodedata.normalize("NFC", text.strip())
    if text.startswith(_CONCEPT_SCHEME):
        text = unicodedata.normalize("NFC", unquote(text.removeprefix(_CONCEPT_SCHEME))).strip()
    if not text or _CONTROL.search(text):
        raise UsageError(
            "A reference is empty or holds control characters.",
            hint="Give a concept id such as policies/travel-policy, or the path of a document.",
        )
    if text.startswith(_SOURCE_SCHEME):
        path = unicodedata.normalize("NFC", unquote(text.removeprefix(_SOURCE_SCHEME)))
        return Reference(text=text, base=None, path=path, concept=_concept(path))
    if text.startswith(_SCHEME):
        raise UsageError(
            f"{text[:_SHOWN]} is no reference.",
            hint="Write okf://concept/… for a concept or its stable id, okf://source/… for a document's path.",
        )
    base = None if text.startswith(_FILE_SCHEME) else _BASE.match(text)
    whole = rest = text[base.end() :] if base else _without_file_scheme(text)
    place = _LINES.search(rest)
    rest = rest[: place.start()] if place else rest
    before, _, section = rest.partition("#")
    concept = _concept(before)
    return Reference(
        text=text,
        base=base[1] if base else None,
        path=_relative(rest),
        concept=concept,
        section=section.strip() or None,
        okf_id=concept if _OKF_ID.fullmatch(concept) else None,
        lines=_lines(place) if place else None,
        commit=place[3] if place else None,
        absolute=whole if whole.startswith("/") else "",
    )


def _without_file_scheme(text: str) -> str:
    """The path of a file's URI; any other text as it is."""
    if not text.startswith(_FILE_SCHEME):
        return text
    return unquote(text.removeprefix(_FILE_SCHEME).removeprefix("localhost"))


def _lines(place: re.Match[str]) -> tuple[int, int]:
    first = int(place[1])
    last = int(place[2]) if place[2] else first
    return (first, last)


def _relative(path: str) -> str:
    return path.strip().removeprefix("./").strip("/")


def _concept(path: str) -> str:
    return _relative(path).removesuffix(".md")
