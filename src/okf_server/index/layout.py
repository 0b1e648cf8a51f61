"""The files of an index directory (docs/formats.md, index)."""

import json
from dataclasses import dataclass
from pathlib import Path

from okf_server.errors import FormatVersionError

FORMAT = 8

META = "meta.json"
"""Counts, and the identity and dimension of the embedder; see Meta."""

CONCEPTS = "concepts"
"""`concepts.jsonl`: a ConceptRecord a line, in ascending order of the ids; `concepts.offsets` beside it."""

PASSAGES = "passages"
"""`passages.jsonl`: a StoredPassage a line, concept by concept; a line's number is the passage's row."""

OWNERS = "owners.u32"
"""For each row the ordinal of its concept."""

SECTIONS = "sections.u32"
"""For each row the first row of its section."""

CLASSES = "classes.u32"
"""For each concept its access class."""

MARKED = "marked.u8"
"""For each concept 1 where its status, its age, a review or a newer edition moves its hits."""

BEGINNINGS = "beginnings.u32"
"""For each row a number that texts share which begin with the same words; 0 for one without words."""

CARRIED = "carried"
"""`carried.jsonl`: what the next build takes over of each concept; see index/parts."""

REPEATS = "repeats.json"
"""Groups of rows whose text is the same but for white space and case, each ascending."""

LINKS = "links.json"
"""Which concept refers to which and how: `[from, to, relation]`, ascending."""

KEYWORD = "keyword"
"""The directory of the tantivy index."""

VECTORS = "vectors.f32"
"""For each row its unit vector; absent where there is no embedder."""

TEXTS = "texts.sha256"
"""For each row the sha256 of the text that was embedded; where there are vectors."""

ROUNDED = "vectors.sq8"
"""The same vectors in 8 bits a number, as faiss writes them; only from so many rows on."""

ROUNDED_FROM = 20_000
"""Rows from which an index has rounded vectors: below, all of them are compared in a millisecond or two."""


DECISIVE = frozenset({OWNERS, CLASSES})
"""What decides on access is looked at from beginning to end whenever an index is opened."""

SEMANTIC = frozenset({VECTORS, ROUNDED})
"""Without these an index is searched by keyword."""

FOR_BUILDS = frozenset({BEGINNINGS, TEXTS, f"{CARRIED}.jsonl", f"{CARRIED}.offsets"})
"""What no search reads; a build compares all files with their digests before it takes anything over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meta:
    """What an index holds; `rounding` is how far the rounded vectors lie from the others at most."""

    format: int
    concepts: int
    passages: int
    embedder: str | None
    dimension: int
    rounding: float | None


def read_meta(path: Path) -> Meta:
    """What a file of `Meta` says; raises FormatVersionError for another format, and as its parser does."""
    value = json.loads(path.read_text())
    if value.get("format") != FORMAT:
        message = f"The index in {path.parent} has format {value.get('format')}; this version reads {FORMAT}."
        raise FormatVersionError(message, hint="Build the base again with this version.")
    return Meta(**value)
