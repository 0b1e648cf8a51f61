"""The fields of the keyword side, and how a concept is named in those that filters look at."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from tantivy import Schema, SchemaBuilder

from okf_server.index.records import ConceptRecord
from okf_server.index.visible import folded_path
from okf_server.model.concept import Status, TrustTier

WEIGHTS: Mapping[str, float] = {
    "title": 1,
    "aliases": 1,
    "tags": 1,
    "description": 1,
    "headings": 0.5,
    "body": 1,
}
"""What a term is worth by the field that it stands in, beyond what BM25 gives to short fields anyway.

Headings stand in the text as well, and titles mostly: a word of both counts twice.
"""

_NAME = 4  # terms

PHRASED = ("body", "title", "headings")
"""The fields that know the order of their words."""

FUNCTION_WORDS = "function_words"
"""The field that holds what no other does, for questions that are made of nothing else."""

VOCABULARY = "vocabulary"
"""The field that lists the words whose stems all others have, for a word that is being typed: `runni` begins `running`."""

ENDINGS, SCOPE, ACCESS, MODIFIED, PLACE = "endings", "scope", "class", "modified", "place"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)


def schema() -> Schema:
    """The fields of a keyword index."""
    builder = SchemaBuilder()
    for field in WEIGHTS:
        kept = "position" if field in PHRASED else "freq"
        builder.add_text_field(field, tokenizer_name="whitespace", index_option=kept)
    for field in (ENDINGS, FUNCTION_WORDS, VOCABULARY):
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="basic")
    builder.add_text_field(SCOPE, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field(ACCESS, indexed=True)
    builder.add_integer_field(MODIFIED, indexed=True)
    builder.add_integer_field(PLACE, fast=True)
    return builder.build()


def field_weights(title_length: float) -> Mapping[str, float]:
    """The weights for titles of so many terms in the mean.

    BM25 sets a title against the mean of all, so that where titles are sentences each of their words is worth
    what a name is elsewhere: SciFact ranks at nDCG@10 .676 with a weight of 1, .693 with this, and company
    files rank worse with less than 1 (python -m bench.retrieval).
    """
    return {**WEIGHTS, "title": WEIGHTS["title"] * min(1.0, _NAME / max(title_length, 1.0))}


def scopes(record: ConceptRecord) -> list[str]:
    """All that a filter can name the concept by."""
    names = {
        type_scope(record.type),
        status_scope(record.status),
        trust_scope(record.trust_tier),
        source_scope(record.source),
        *map(tag_scope, record.tags),
    }
    for path in (folded_path(record.id), folded_path(record.path)):
        steps = path.split("/")
        names.update(path_scope("/".join(steps[: n + 1])) for n in range(len(steps)))
    return list(map(clean, sorted(names)))


def moment(when: datetime) -> int:
    """A time as filters compare it, in microseconds."""
    return (when - _EPOCH) // _TICK


def clean(name: str) -> str:
    """A name without lone surrogates, which no term can have."""
    return name.encode("utf-8", "replace").decode()


def joined(texts: Iterable[str]) -> str:
    """Several texts as one."""
    return " ".join(texts)


def type_scope(name: str) -> str:
    """The term of a type."""
    return "type:" + name.casefold()


def tag_scope(name: str) -> str:
    """The term of a tag."""
    return "tag:" + name.casefold()


def path_scope(path: str) -> str:
    """The term of a folded path."""
    return "path:" + path


def source_scope(number: int) -> str:
    """The term of a source, by its number."""
    return f"source:{number}"


def status_scope(status: Status) -> str:
    """The term of a status."""
    return f"status:{status}"


def trust_scope(tier: TrustTier) -> str:
    """The term of a trust tier."""
    return f"trust:{tier}"
