"""Split concepts into passages that follow their structure.

A section is one passage where it fits, else it is cut at the ends of its blocks. A heading belongs to the
passage of its section; headings without text of their own go with what follows. A passage never leaves its
page, slide or sheet, and the passages together cover all text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from okf_server.index.locators import merge, silence_between
from okf_server.index.pieces import LIMIT, TARGET, Piece, loose, pieces, size
from okf_server.model.concept import Concept
from okf_server.model.document import BlockKind, Span
from okf_server.model.passage import Passage, PassageKind
from okf_server.okf.ids import section_slugs

_LONGEST_HEADING = 200
_MOST_CARRIED = LIMIT // 2
_MARKUP = re.compile(
    r"!?\[([^\]]*)\]\([^)]*\)|(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)|`+|<[^<>]{1,80}>"
)
_MARKED = frozenset("[*_`<\\#")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


@dataclass(slots=True)
class _Section:
    """A heading path, the slug of its last heading, and the pieces below it."""

    headings: tuple[str, ...]
    slug: str
    pieces: list[Piece] = field(default_factory=list)


def split(concept: Concept, spans: Sequence[Span]) -> list[Passage]:
    """The passages of a concept, in order and disjoint.

    A concept without text has one empty passage, so that its title can be found.
    """
    found: list[Passage] = []
    for section in _joined(_sections(concept, spans)):
        for group in _packed(concept.body, section.pieces):
            found.append(_passage(concept, len(found), section, group))
    return found or [_empty(concept.id)]


def context_text(concept: Concept, passage: Passage) -> str:
    """What is embedded of a passage: `Title > Section`, then its table's header and its text."""
    path = " > ".join(part for part in (title_of(concept), *passage.headings) if part)
    header = concept.body[slice(*passage.header)] + "\n" if passage.header else ""
    return f"{path}\n{header}{concept.body[passage.start : passage.end]}"


def title_of(concept: Concept) -> str:
    """The title of a concept, or the last part of its id."""
    title = concept.meta.get("title")
    return title if isinstance(title, str) and title else concept.id.rpartition("/")[2]


def heading_text(markdown: str) -> str:
    """The words of a Markdown heading without its markup."""
    line = markdown.strip()
    if line.startswith("#") and _MARKED.isdisjoint(plain := line.lstrip("#")):
        return " ".join(plain.split())[:_LONGEST_HEADING]
    text = line.lstrip("#") if line.startswith("#") else line.rpartition("\n")[0] or line
    text = re.sub(r"\s#+$", "", text.strip()) if line.startswith("#") else text
    plain = _ESCAPE.sub(r"\1", _MARKUP.sub(lambda found: found[1] or "", text))
    return " ".join(plain.split())[:_LONGEST_HEADING]


def _empty(concept: str) -> Passage:
    return Passage(
        concept=concept,
        ordinal=0,
        start=0,
        end=0,
        kind=PassageKind.TEXT,
        headings=(),
        section="",
        locator=None,
    )


def _sections(concept: Concept, spans: Sequence[Span]) -> Iterator[_Section]:
    body = concept.body
    names = [heading_text(body[s.start : s.end]) for s in spans if s.kind is BlockKind.HEADING]
    slugs = iter(section_slugs(names))
    texts = iter(names)
    path: list[tuple[int, str]] = []
    section = _Section((), "")
    end, parted = 0, False
    for span in spans:
        start, stop, kind, _, level, _ = span
        if not body[end:start].isspace():
            section.pieces += loose(body, end, start)
        if kind is BlockKind.HIDDEN:
            parted, end = True, stop
            continue
        if kind is BlockKind.HEADING:
            yield section
            path = [step for step in path if step[0] < level]
            path.append((level, next(texts)))
            section = _Section(_without_title(path, concept), next(slugs))
        made = pieces(body, span)
        section.pieces += [made[0]._replace(parted=True), *made[1:]] if parted and made else made
        parted, end = False, stop
    section.pieces += loose(body, end, len(body))
    yield section


def _without_title(path: Sequence[tuple[int, str]], concept: Concept) -> tuple[str, ...]:
    headings = tuple(text for _, text in path if text)
    named = headings and headings[0].casefold() == title_of(concept).casefold()
    return headings[1:] if named else headings


def _joined(sections: Iterable[_Section]) -> Iterator[_Section]:
    """Give headings without text of their own to the section that follows in the same place."""
    waiting: _Section | None = None
    for section in sections:
        if not section.pieces:
            continue
        if waiting and waiting.pieces[-1].place == section.pieces[0].place:
            section.pieces[:0] = waiting.pieces
        elif waiting:
            yield waiting
        waiting = None
        if _only_headings(section.pieces):
            waiting = section
        else:
            yield section
    if waiting:
        yield waiting


def _only_headings(found: Sequence[Piece]) -> bool:
    return all(p.heading for p in found) and found[-1].end - found[0].start <= _MOST_CARRIED


def _packed(body: str, found: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """Neighbouring pieces of one place, filled up to a passage."""
    first = 0
    for number in range(1, len(found) + 1):
        if number == len(found) or _apart(found[number - 1], found[number]):
            yield from _filled(body, found[first:number])
            first = number


def _apart(piece: Piece, following: Piece) -> bool:
    silence = silence_between(piece.locators[-1], following.locators[0])
    return following.parted or silence or piece.place != following.place


def _filled(body: str, run: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """The run whole where it fits; else passages filled to the target, no heading at the end of one."""
    if run[-1].end - run[0].start <= LIMIT and size(body[run[0].start : run[-1].end]) <= LIMIT:
        yield run
        return
    first = 0
    for number in range(1, len(run)):
        full = size(body[run[first].start : run[number].end]) > TARGET
        if full and not _only_headings(run[first:number]):
            yield run[first:number]
            first = number
    yield run[first:]


def _passage(concept: Concept, ordinal: int, section: _Section, group: Sequence[Piece]) -> Passage:
    locator = merge([locator for piece in group for locator in piece.locators])
    start, end, header = group[0].start, group[-1].end, group[0].header
    place = (section.headings, section.slug, locator, header)
    return Passage(concept.id, ordinal, start, end, _kind(group), *place)


def _kind(group: Sequence[Piece]) -> PassageKind:
    """What most of the passage is, headings aside."""
    kinds = {piece.kind for piece in group if not piece.heading}
    if len(kinds) < 2:  # noqa: PLR2004 - nothing to weigh
        return kinds.pop() if kinds else PassageKind.TEXT
    lengths = dict.fromkeys(sorted(kinds), 0)
    for piece in group:
        if not piece.heading:
            lengths[piece.kind] += piece.end - piece.start
    return max(lengths, key=lambda kind: lengths[kind])
