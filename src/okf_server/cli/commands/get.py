"""okf get."""

import sys

import click

from okf_server.cli.answers import reading_head, reading_json
from okf_server.cli.call import Call, common
from okf_server.cli.opening import base_of
from okf_server.cli.output import show_json, show_text, tell


@click.command()
@click.argument("reference")
@common
def command(call: Call, *, reference: str) -> None:
    r"""Read a concept or one of its sections.

    REFERENCE is a concept id, or the path of the document as you know it; '#section' reads one section.
    The text goes to stdout, what is known of it to stderr.

    \b
    okf get policies/travel-policy
    okf get 'policies/travel-policy#hotels'
    okf get 'products/TW-200 Manual.pdf' > manual.md
    """
    reading = base_of(call.base, reference).get(reference, max_chars=sys.maxsize)
    if call.as_json:
        show_json(reading_json(reading))
        return
    tell(*reading_head(reading))
    show_text(reading.text.rstrip("\n"))
