"""okf browse."""

import click

from okf_server.cli.answers import browsing_json, browsing_lines
from okf_server.cli.call import Call, common
from okf_server.cli.opening import base_of
from okf_server.cli.output import show, show_json
from okf_server.model.answer import Filters

_MOST = 100_000


@click.command()
@click.argument("path", default="")
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only concepts of this type.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only concepts with this tag.")
@click.option(
    "--limit", default=100, show_default=True, type=click.IntRange(1, _MOST), help="Most entries."
)
@common
def command(
    call: Call, *, path: str, types: tuple[str, ...], tags: tuple[str, ...], limit: int
) -> None:
    r"""List what lies in a folder of the base: its folders and its concepts.

    Without PATH the top folder. A reference to a concept lists it alone.

    \b
    okf browse
    okf browse policies
    okf browse --type Policy --json
    """
    filters = Filters(types=types, tags=tags)
    browsing = base_of(call.base, path).browse(path, filters=filters, limit=limit)
    if call.as_json:
        show_json(browsing_json(browsing))
    else:
        show(browsing_lines(browsing))
