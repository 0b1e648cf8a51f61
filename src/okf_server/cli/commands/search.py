"""okf search."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import click

from okf_server.app import Knowledge
from okf_server.cli.answers import search_json, search_lines
from okf_server.cli.call import Call, common
from okf_server.cli.output import show, show_json
from okf_server.model.answer import Filters, GroupBy, Wish
from okf_server.model.concept import Status, TrustTier
from okf_server.model.config import SourceConfig
from okf_server.okf.trust import instant

_MOST = 100
_STATUSES = [status.value for status in Status]
_TIERS = [tier.value for tier in TrustTier]


@click.command()
@click.argument("question", nargs=-1, required=True)
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only concepts of this type.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only concepts with this tag.")
@click.option("--path", default="", metavar="PATH", help="Only this folder and what lies below it.")
@click.option(
    "--status", "statuses", multiple=True, type=click.Choice(_STATUSES), help="Only this status."
)
@click.option(
    "--min-trust",
    default=TrustTier.UNVERIFIED.value,
    type=click.Choice(_TIERS),
    help="Lowest trust.",
)
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="SOURCE",
    help="Only from this source of okf.yaml.",
)
@click.option(
    "--modified-after",
    default="",
    metavar="TIME",
    help="Only what changed after this date or time.",
)
@click.option(
    "--modified-before",
    default="",
    metavar="TIME",
    help="Only what changed before this date or time.",
)
@click.option("--prefix", is_flag=True, help="The last word may be the beginning of one.")
@click.option(
    "--limit", default=5, show_default=True, type=click.IntRange(1, _MOST), help="Most results."
)
@click.option(
    "--group-by",
    type=click.Choice([str(kind) for kind in GroupBy]),
    default=str(GroupBy.PASSAGE),
    show_default=True,
    help="What one result stands for.",
)
@click.option(
    "--exclude",
    multiple=True,
    type=click.Choice([str(status) for status in Status]),
    help="Leave out concepts of this status.",
)
@click.option("--explain", is_flag=True, help="Say where each rank came from.")
@common
def command(
    call: Call,
    *,
    question: tuple[str, ...],
    limit: int,
    **shape: Any,
) -> None:
    r"""Find the passages that answer a question.

    Each result says where it came from and how far it can be trusted. Any text is a question: words,
    sentences, codes; words in double quotes must stand there in this order. --type, --tag, --status,
    --source and --exclude can be given several times; a source is named by its mount, path or number from 0.

    \b
    okf search "hotel limit in London"
    okf search TW-400 --type Product --limit 3
    okf search how long must my password be --json
    okf search reimburse --prefix --modified-after 2026-01-31
    """
    text = " ".join(question)
    if not text.strip():
        raise click.UsageError("The question is empty.")
    knowledge = Knowledge(call.base)
    excluded = frozenset(map(Status, shape["exclude"]))
    wish = Wish(group_by=GroupBy(shape["group_by"]), exclude=excluded, prefix=shape["prefix"])
    filters = _filters(knowledge, shape)
    result = knowledge.search(text, filters=filters, limit=limit, wish=wish)
    if call.as_json:
        show_json(search_json(result, explain=shape["explain"]))
    else:
        show(search_lines(result, explain=shape["explain"]))


def _filters(knowledge: Knowledge, given: Mapping[str, Any]) -> Filters:
    after, before = _time(given["modified_after"]), _time(given["modified_before"])
    if after and before and after >= before:
        raise click.UsageError(
            "Nothing changed after --modified-after and before --modified-before."
        )
    both = sorted({*given["statuses"]} & {*given["exclude"]})
    if both:
        raise click.UsageError(f"--status {both[0]} and --exclude {both[0]} leave nothing.")
    return Filters(
        types=given["types"],
        tags=given["tags"],
        path=given["path"],
        statuses=tuple(map(Status, given["statuses"])),
        min_trust=TrustTier(given["min_trust"]),
        sources=tuple(_source(knowledge.config.sources, name) for name in given["sources"]),
        modified_after=after,
        modified_before=before,
    )


def _time(text: str) -> datetime | None:
    """A time in ISO 8601; a date is the start of its day in UTC."""
    when = instant(text)
    if text and when is None:
        raise click.UsageError(f"{text} is no time; write 2026-01-31 or 2026-01-31T09:00+01:00.")
    return when


def _source(sources: Sequence[SourceConfig], name: str) -> int:
    """The number of the source that goes by a mount, a path as configured or a number."""
    for number, source in enumerate(sources):
        if name in {source.mount, source.path, str(number)}:
            return number
    known = ", ".join(source.mount or str(number) for number, source in enumerate(sources))
    raise click.UsageError(f"There is no source {name}; there are: {known}.")
