"""okf search."""

from typing import Any

import click

from okf_server.app import Knowledge
from okf_server.cli.answers import search_json, search_lines
from okf_server.cli.call import Call, common
from okf_server.cli.output import show, show_json
from okf_server.model.answer import Filters, GroupBy, Wish
from okf_server.model.concept import Status

_MOST = 100


@click.command()
@click.argument("question", nargs=-1, required=True)
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only concepts of this type.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only concepts with this tag.")
@click.option("--path", default="", metavar="PATH", help="Only what lies below this path.")
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
    types: tuple[str, ...],
    tags: tuple[str, ...],
    path: str,
    limit: int,
    **shape: Any,
) -> None:
    r"""Find the passages that answer a question.

    Each result says where it came from and how far it can be trusted. Any text is a question: words,
    sentences, codes. --type, --tag and --exclude can be given several times.

    \b
    okf search "hotel limit in London"
    okf search TW-400 --type Product --limit 3
    okf search how long must my password be --json
    """
    text = " ".join(question)
    if not text.strip():
        raise click.UsageError("The question is empty.")
    filters = Filters(types=types, tags=tags, path=path)
    excluded = frozenset(map(Status, shape["exclude"]))
    wish = Wish(group_by=GroupBy(shape["group_by"]), exclude=excluded)
    result = Knowledge(call.base).search(text, filters=filters, limit=limit, wish=wish)
    if call.as_json:
        show_json(search_json(result, explain=shape["explain"]))
    else:
        show(search_lines(result, explain=shape["explain"]))
