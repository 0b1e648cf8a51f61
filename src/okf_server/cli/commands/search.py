"""okf search."""

import click

from okf_server.app import Knowledge
from okf_server.cli.answers import search_json, search_lines
from okf_server.cli.call import Call, common
from okf_server.cli.output import show, show_json
from okf_server.model.answer import Filters

_MOST = 100


@click.command()
@click.argument("question", nargs=-1, required=True)
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only concepts of this type.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only concepts with this tag.")
@click.option("--path", default="", metavar="PATH", help="Only what lies below this path.")
@click.option(
    "--limit", default=5, show_default=True, type=click.IntRange(1, _MOST), help="Most results."
)
@common
def command(
    call: Call,
    *,
    question: tuple[str, ...],
    types: tuple[str, ...],
    tags: tuple[str, ...],
    path: str,
    limit: int,
) -> None:
    r"""Find the passages that answer a question.

    Each result says where it came from and how far it can be trusted. Any text is a question: words,
    sentences, codes. --type and --tag can be given several times.

    \b
    okf search "hotel limit in London"
    okf search TW-400 --type Product --limit 3
    okf search how long must my password be --json
    """
    text = " ".join(question)
    if not text.strip():
        raise click.UsageError("The question is empty.")
    filters = Filters(types=types, tags=tags, path=path)
    result = Knowledge(call.base).search(text, filters=filters, limit=limit)
    if call.as_json:
        show_json(search_json(result))
    else:
        show(search_lines(result))
