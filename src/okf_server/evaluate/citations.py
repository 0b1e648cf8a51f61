"""Measure citation fidelity: does the place of each passage, looked up in the original, hold its text?"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from okf_server.evaluate.originals import (
    OPENERS,
    RECOGNISERS,
    OrderedOriginal,
    Original,
    RecognisedOriginal,
)
from okf_server.evaluate.originals_compare import ENOUGH_WORDS, agreement, prose, words_held
from okf_server.evaluate.originals_order import is_woven
from okf_server.evaluate.originals_scans import EngineMissingError
from okf_server.model.config import DocumentsConfig
from okf_server.model.install import install_command
from okf_server.model.locator import Locator, locator_to_json
from okf_server.model.passage import Passage

_DEFAULTS = DocumentsConfig()
INSTALL = install_command("evaluate")


class Cited(NamedTuple):
    """A passage, its text, and the original that its locator points into."""

    passage: Passage
    text: str
    original: Path
    suffix: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """A passage that its place does not hold, and why."""

    concept: str
    ordinal: int
    locator: Locator | None
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatCitations:
    """The passages of one format: how many were looked up and found. `note` says why none was."""

    checked: int = 0
    found: int = 0
    note: str = ""

    @property
    def fraction(self) -> float | None:
        """Found passages of those looked up, 0..1; None where none was."""
        return self.found / self.checked if self.checked else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationReport:
    """Citation fidelity by format (`pdf`, `docx`, ...), and each passage that was not found."""

    formats: Mapping[str, FormatCitations]
    misses: tuple[Miss, ...] = ()

    @property
    def fraction(self) -> float | None:
        """Found passages of all looked up, 0..1; None where none was."""
        checked = sum(format_.checked for format_ in self.formats.values())
        found = sum(format_.found for format_ in self.formats.values())
        return found / checked if checked else None

    def to_json(self) -> dict[str, Any]:
        """The report as JSON, for scripts."""
        return {
            "citation_fidelity": self.fraction,
            "formats": {
                name: {
                    "fraction": format_.fraction,
                    "checked": format_.checked,
                    "found": format_.found,
                    "note": format_.note,
                }
                for name, format_ in sorted(self.formats.items())
            },
            "misses": [
                {
                    "concept": miss.concept,
                    "passage": miss.ordinal,
                    "locator": locator_to_json(miss.locator) if miss.locator else None,
                    "why": miss.why,
                }
                for miss in self.misses
            ],
        }


def check_citations(
    passages: Iterable[Cited], documents: DocumentsConfig = _DEFAULTS
) -> CitationReport:
    """Look every passage up in its original; passages of one original should come together.

    `documents` are the settings that the passages were made with.

    Passages without text are passed over. A format whose reader is not installed is reported as not
    checked, never as found.
    """
    formats: dict[str, FormatCitations] = {}
    misses: list[Miss] = []
    for (path, suffix), group in groupby(
        passages, key=lambda cited: (cited.original, cited.suffix)
    ):
        cited = [one for one in group if one.text.strip()]
        name = suffix.lower().lstrip(".") or "(none)"
        known = formats.setdefault(name, FormatCitations())
        try:
            wrong = list(_misses(path, suffix.lower(), cited, documents))
        except EngineMissingError as error:
            formats[name] = FormatCitations(note=f"not checked: {error}")
            continue
        except ImportError:
            formats[name] = FormatCitations(note=f"not checked: {INSTALL}")
            continue
        except LookupError:
            formats[name] = FormatCitations(note="not checked: no independent reader")
            continue
        misses += wrong
        formats[name] = FormatCitations(
            checked=known.checked + len(cited), found=known.found + len(cited) - len(wrong)
        )
    return CitationReport(formats=formats, misses=tuple(misses))


def _misses(
    path: Path, suffix: str, cited: list[Cited], documents: DocumentsConfig
) -> Iterator[Miss]:
    """Those of the passages of one original that are not found; raises ImportError or LookupError."""
    opener = None if suffix in RECOGNISERS else OPENERS[suffix]
    try:
        original = opener(path) if opener else RECOGNISERS[suffix](path, documents)
    except ImportError:
        raise
    except Exception as error:  # noqa: BLE001 - an original may be broken or gone; the report says so
        why = f"the original cannot be opened: {error}"
        yield from (_miss(one.passage, why) for one in cited)
        return
    with closing(original):
        for one in cited:
            try:
                why = _why_missed(original, one)
            except Exception as error:  # noqa: BLE001 - as above: a reader may stumble on one place alone
                why = f"the original cannot be read there: {error}"
            if why:
                yield _miss(one.passage, why)


def _why_missed(original: Original, cited: Cited) -> str:
    """What is wrong with the place of a passage; empty where it holds the passage."""
    locator = cited.passage.locator
    if locator is None:
        return "no locator"
    text = original.text_at(locator)
    if text is None:
        return "no such place in the original"
    if isinstance(original, RecognisedOriginal) and original.is_recognised(locator):
        share = words_held(prose(cited.text), text)
        return "" if share >= ENOUGH_WORDS else f"{share:.0%} of its words are read there again"
    found = agreement(prose(cited.text), text, exact=original.exact)
    if found.enough:
        woven = isinstance(original, OrderedOriginal) and is_woven(
            prose(cited.text), original.following(locator)
        )
        return "lines of another column stand between its lines" if woven else ""
    return f"{found.share:.0%} of its letters stand there, {found.edges:.0%} at its worse end"


def _miss(passage: Passage, why: str) -> Miss:
    return Miss(concept=passage.concept, ordinal=passage.ordinal, locator=passage.locator, why=why)
