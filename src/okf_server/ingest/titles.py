"""What a concept is called, and the sentence that says what it is."""

import re

from okf_server.model.document import BlockKind, Document
from okf_server.okf.markdown import heading_text

LONGEST_DESCRIPTION = 200
_NAMES_ITSELF = (
    ".md", ".markdown", ".html", ".htm", ".xhtml", ".mhtml", ".mht", ".eml", ".msg", ".adoc", ".epub", ".ipynb",
    ".ics", ".rst", ".tex", ".vtt",
)  # fmt: skip
_SEPARATORS = re.compile(r"[\s_-]+")
_MACHINE_MADE = re.compile(
    r"[0-9]+"
    r"|[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}"
    r"|(?=.*[0-9])[0-9a-f]{16,}",
    re.IGNORECASE,
)
_QUOTE = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
# A full stop of these ends no sentence.
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|etc|approx|no|nr|dr|mr|mrs|ms|prof|st|fig|inc|ltd|z\.b|d\.h|bzw|ca)"
    r"|\b\w)\.$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*(?=\s|$)|[。！？]")


def title_of(path: str, document: Document) -> str:
    """The title of a concept that has no other: see docs/formats.md, Titles."""
    stem, suffix = _parted(path.rpartition("/")[2])
    if suffix in _NAMES_ITSELF and document.title:
        return _flat(document.title)
    if _MACHINE_MADE.fullmatch(stem):
        return _first_heading(document) or _flat(document.title) or stem
    return _SEPARATORS.sub(" ", stem).strip() or stem


def description_of(document: Document) -> str:
    """The first sentence of a document's first paragraph, cut at a word; empty where it has none."""
    for span in document.spans:
        if span.kind is BlockKind.PARAGRAPH:
            text = document.body[span.start : min(span.end, span.start + 4 * LONGEST_DESCRIPTION)]
            plain = _flat(heading_text(_flat(_QUOTE.sub("", text))))
            if any(character.isalnum() for character in plain):
                return _cut(_first_sentence(plain))
    return ""


def _parted(name: str) -> tuple[str, str]:
    stem, dot, suffix = name.rpartition(".")
    return (stem, f".{suffix.lower()}") if dot and stem else (name, "")


def _first_heading(document: Document) -> str:
    for span in document.spans:
        if span.kind is BlockKind.HEADING:
            text = document.body[span.start : span.end].split("\n")[0].lstrip("#")
            if heading := _flat(heading_text(text)):
                return heading
    return ""


def _first_sentence(text: str) -> str:
    for end in _SENTENCE_END.finditer(text):
        sentence = text[: end.end()]
        if not _ABBREVIATION.search(sentence):
            return sentence
    return text


def _cut(text: str) -> str:
    if len(text) <= LONGEST_DESCRIPTION:
        return text
    words = text[:LONGEST_DESCRIPTION].rpartition(" ")[0] or text[: LONGEST_DESCRIPTION - 1]
    return f"{words.rstrip(' ,;:-–')}…"


def _flat(text: str) -> str:
    return " ".join(text.split())
