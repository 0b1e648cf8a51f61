"""Concepts as resources, and completions of their addresses: what the caller may see, and nothing else."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp_types import (
    Completion,
    CompletionArgument,
    PromptReference,
    ResourceTemplateReference,
)

from okf_server.errors import NotFoundError, OkfError, UsageError
from okf_server.model.answer import Browsing, Filters
from okf_server.okf.controls import plain
from okf_server.okf.reference import parse_reference
from okf_server.serve import budget
from okf_server.serve.caller import caller
from okf_server.serve.calls import DeadlineError
from okf_server.serve.incidents import told_to_caller
from okf_server.serve.seam import Knowledge
from okf_server.serve.service import Service
from okf_server.serve.tools import citing
from okf_server.serve.tools.opening import open_named
from okf_server.serve.tools.quoting import inline

T = TypeVar("T")

TEMPLATE = "okf://concept/{+concept}"

_MOST_VALUES = 100
_LOOKED_AT = 10_000

Reference = PromptReference | ResourceTemplateReference


async def read_concept(service: Service, concept: str) -> str:
    """The text of a concept; raises ResourceNotFoundError alike for what is hidden and what is missing."""
    return await _answered(service, partial(_text, service, concept))


async def complete(
    service: Service, reference: Reference, argument: CompletionArgument
) -> Completion:
    """Addresses step by step, folder by folder, and the names of bases."""
    if isinstance(reference, ResourceTemplateReference) and reference.uri == TEMPLATE:
        return await _answered(service, partial(_concepts, service, argument.value))
    if isinstance(reference, PromptReference) and argument.name == "base":
        return await _answered(service, partial(_bases, service, argument.value))
    return _completion([])


async def _answered(service: Service, work: Callable[[], T]) -> T:
    try:
        return await service.calls.run(work)
    except (NotFoundError, UsageError) as error:
        raise ResourceNotFoundError(told_to_caller(error)) from error
    except OkfError as error:
        raise ResourceError(told_to_caller(error)) from error
    except DeadlineError as error:
        raise ResourceError(f"No answer within {service.calls.deadline_s:g} s.") from error


def _text(service: Service, concept: str) -> str:
    """The concept with its place above it; a very long one ends with how to read on."""
    reading = open_named(service.bases(), parse_reference(concept)).get(
        concept,
        section=None,
        start=0,
        max_chars=budget.MOST * budget.CHARACTERS_PER_TOKEN,
        principal=caller(),
    )
    text = plain(budget.cut(reading.text, budget.MOST))
    source = citing.source_text(citing.source_data(reading.citation), reading.citation.revision)
    standing = citing.standing_text(
        {**citing.concept_data(reading.concept), **citing.standing_data(reading.concept)}
    )
    lines = [
        f"<!-- {_comment(source)} -->",
        f"<!-- {_comment(standing)}; snapshot {reading.snapshot.id} -->",
        text,
    ]
    if reading.next_start is not None or text != plain(reading.text):
        lines.append("<!-- The text goes on: read it with get_knowledge. -->")
    return "\n".join(lines)


def _comment(text: str) -> str:
    """A text that cannot end the comment that it stands in."""
    return inline(text, 2_000).replace("--", "- -")


def _concepts(service: Service, begun: str) -> Completion:
    base, colon, path = begun.rpartition(":")
    try:
        knowledge = service.bases().open(base or None)
    except UsageError:
        names = [f"{summary.name}:" for summary in service.bases().list()]
        return _completion([name for name in names if name.startswith(begun)])
    except NotFoundError:
        return _completion([])
    values = _below(knowledge, path)
    return _completion([f"{base}{colon}{value}" for value in values])


def _below(knowledge: Knowledge, path: str) -> list[str]:
    """The folders and concepts that a path can go on with; folders end with a slash."""
    folder = path.rpartition("/")[0]
    try:
        browsing: Browsing = knowledge.browse(
            folder, filters=Filters(), limit=_LOOKED_AT, offset=0, principal=caller()
        )
    except NotFoundError:
        return []
    names = [f"{each.path}/" for each in browsing.folders]
    names += [concept.id for concept in browsing.concepts]
    return [name for name in names if name.casefold().startswith(path.casefold())]


def _bases(service: Service, begun: str) -> Completion:
    names = [summary.name for summary in service.bases().list()]
    return _completion([name for name in names if name.startswith(begun)])


def _completion(values: list[str]) -> Completion:
    shown = values[:_MOST_VALUES]
    return Completion(values=shown, total=len(values), has_more=len(values) > len(shown))
