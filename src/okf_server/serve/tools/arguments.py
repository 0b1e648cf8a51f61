"""What the tools take: argument models, and what is said of arguments that do not fit."""

from difflib import get_close_matches
from typing import Annotated, Any, Literal

from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StringConstraints,
    ValidationError,
    ValidationInfo,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from okf_server.model.answer import Filters
from okf_server.model.concept import Status, TrustTier
from okf_server.serve import budget

MOST_HITS = 20
MOST_REFS = 20
_MOST_LINES = 10
_MOST_SHOWN = 60

# What assistants write from habit, and what it is called here.
_HABITS = {
    "concept_id": "refs",
    "folder": "path",
    "id": "refs",
    "ids": "refs",
    "k": "limit",
    "kb": "base",
    "knowledge_base": "base",
    "max_results": "limit",
    "max_tokens": "budget_tokens",
    "n": "limit",
    "offset": "cursor",
    "page": "cursor",
    "q": "query",
    "query": "question",
    "question": "query",
    "references": "refs",
    "top_k": "limit",
}


_PROBLEMS = {
    "missing": "required",
    "string_too_short": "must not be empty",
    "too_short": "must not be empty",
    "string_type": "must be a text",
    "tuple_type": "must be a text or a list of texts",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a whole number",
    "int_from_float": "must be a whole number",
    "finite_number": "must be a whole number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "literal_error": "must be {expected}",
    "string_too_long": "must be at most {max_length} characters",
    "too_long": "must be at most {max_length}",
}


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _whole_number(value: object) -> object:
    """A number and no truth value, which Python takes for one."""
    if isinstance(value, bool):
        raise PydanticCustomError("int_type", "a truth value is no number")
    return value


def _truth(value: object) -> object:
    """A truth value and no number, which pydantic takes for one."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise PydanticCustomError("bool_type", "a number is no truth value")
    return value


def _bare(schema: dict[str, Any]) -> None:
    """Take out what pydantic adds and no assistant needs: it is paid for in every conversation.

    That an argument may be left out stands in `required`, so an empty default says nothing; how long a text
    may be bounds abuse and is told to who meets it.
    """
    schema.pop("title", None)
    schema.pop("description", None)
    for argument in schema.get("properties", {}).values():
        argument.pop("title", None)
        if argument.get("default") in ("", []):
            del argument["default"]
        for text in (argument, argument.get("items", {})):
            if text.get("type") == "string":
                text.pop("maxLength", None)


def _between(least: int, most: int) -> tuple[Any, Any, Any]:
    """Out of range is brought into range, not refused: an assistant gains nothing from the refusal.

    The context of the validation, a list where there is one, is told what was used instead.
    """

    def into_range(value: int, info: ValidationInfo) -> int:
        used = min(max(value, least), most)
        if used != value and info.context is not None:
            info.context.append(
                f"{info.field_name} is out of range ({least} to {most}): {used} was used"
            )
        return used

    return (
        BeforeValidator(_whole_number),
        AfterValidator(into_range),
        Field(json_schema_extra={"minimum": least, "maximum": most}),
    )


Text = Annotated[str, StringConstraints(max_length=4_000)]
Names = Annotated[tuple[Text, ...], BeforeValidator(_as_list)]
Budget = Annotated[
    int,
    *_between(budget.LEAST, budget.MOST),
    Field(description="Most tokens of the answer; what does not fit is counted in `omitted`."),
]
Cursor = Annotated[
    Text, Field(description="`next_cursor` of the answer before, with the same other arguments.")
]
Base = Annotated[
    Text,
    Field(description="Name of the base (list_bases); may be left out where there is only one."),
]
Types = Annotated[Names, Field(description="Only concepts of one of these types, e.g. Policy.")]
Tags = Annotated[Names, Field(description="Only concepts with one of these tags.")]


MinTrust = Annotated[
    Literal["unverified", "machine-confirmed", "human-reviewed"],
    Field(description="Only concepts of this trust_tier or a higher one."),
]
Deprecated = Annotated[
    bool, BeforeValidator(_truth), Field(description="False leaves deprecated concepts out.")
]


class Arguments(ArgModelBase, extra="forbid", json_schema_extra=_bare):
    """Arguments of a tool; unknown ones are refused."""


class SearchArguments(Arguments):
    """Arguments of search_knowledge."""

    query: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1),
        Field(
            description="A question or keywords, in any language; codes and names match exactly."
        ),
    ]
    base: Base = ""
    types: Types = ()
    tags: Tags = ()
    path: Annotated[Text, Field(description="Only below this folder, e.g. policies/.")] = ""
    min_trust: MinTrust = "unverified"
    include_deprecated: Deprecated = True
    detail: Annotated[
        Literal["summary", "hit", "full"],
        Field(
            description="How much of each text: summary, a quote; hit, an excerpt; full, the section."
        ),
    ] = "hit"
    limit: Annotated[int, *_between(1, MOST_HITS), Field(description="Most results.")] = 5
    budget_tokens: Budget = budget.DEFAULT
    cursor: Cursor = ""


class GetArguments(Arguments):
    """Arguments of get_knowledge."""

    refs: Annotated[
        Names,
        Field(
            min_length=1,
            max_length=MOST_REFS,
            description="References: concept_id, concept_id#section, base:concept_id#section, okf:// addresses, stable ids or source paths.",
        ),
    ]
    section: Annotated[
        Text, Field(description="Section to read of each reference that names none.")
    ] = ""
    include: Annotated[
        Annotated[
            tuple[Literal["links", "frontmatter", "provenance"], ...], BeforeValidator(_as_list)
        ],
        Field(description="What else to tell of each concept."),
    ] = ()
    budget_tokens: Budget = budget.DEFAULT
    cursor: Cursor = ""


class ContextArguments(Arguments):
    """Arguments of build_context."""

    question: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1),
        Field(description="The question to be answered, in plain words."),
    ]
    base: Base = ""
    refs: Annotated[
        Names,
        Field(max_length=MOST_REFS, description="Concepts or sections that must be looked at."),
    ] = ()
    budget_tokens: Budget = budget.DEFAULT


class BrowseArguments(Arguments):
    """Arguments of browse_knowledge."""

    path: Annotated[Text, Field(description="Folder to list; empty for the top.")] = ""
    base: Base = ""
    types: Types = ()
    tags: Tags = ()
    min_trust: MinTrust = "unverified"
    include_deprecated: Deprecated = True
    detail: Annotated[
        Literal["summary", "hit", "full"],
        Field(description="summary; hit adds description, tags and source; full adds frontmatter."),
    ] = "summary"
    budget_tokens: Budget = budget.DEFAULT
    cursor: Cursor = ""


class NoArguments(Arguments):
    """Arguments of list_bases."""


def filters_of(asked: BrowseArguments | SearchArguments, *, path: str = "") -> Filters:
    """What a call narrows its answer to."""
    return Filters(
        types=asked.types,
        tags=asked.tags,
        path=path,
        min_trust=TrustTier(asked.min_trust),
        statuses=() if asked.include_deprecated else (Status.DRAFT, Status.STABLE),
    )


def question_parts(asked: BrowseArguments | SearchArguments) -> tuple[object, ...]:
    """What of its filters a cursor is bound to."""
    return (asked.types, asked.tags, asked.min_trust, asked.include_deprecated)


def refusal(tool: str, error: ValidationError, known: list[str]) -> str:
    """One line for each argument that does not fit, without what was in it."""
    problems = error.errors(include_url=False, include_input=False)
    lines = [_line(problem, known) for problem in problems[:_MOST_LINES]]
    if len(problems) > _MOST_LINES:
        lines.append(f"... and {len(problems) - _MOST_LINES} more")
    takes = f"{tool} takes: {', '.join(known)}." if known else f"{tool} takes no arguments."
    return "\n".join([*lines, takes])


def _line(problem: ErrorDetails, known: list[str]) -> str:
    name = _shown(".".join(str(part) for part in problem["loc"]))
    if problem["type"] == "extra_forbidden":
        return f"{name}: unknown argument{_suggestion(name, known)}"
    told = _PROBLEMS.get(problem["type"], "does not fit")
    return f"{name}: {told.format_map(problem.get('ctx', {})).replace(chr(39), '')}"


def _suggestion(name: str, known: list[str]) -> str:
    near = _HABITS.get(name) or next(iter(get_close_matches(name, known, n=1)), "")
    return f"; do you mean {near}?" if near in known else ""


def _shown(name: str) -> str:
    safe = name.encode("utf-8", "replace").decode() or "(empty name)"
    line = "".join(character if character.isprintable() else "?" for character in safe)
    return line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN]}…"
