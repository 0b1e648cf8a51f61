"""okf get."""

import sys

import click

from okf_server.app.hidden import hidden_in
from okf_server.cli.answers import reading_head, reading_json
from okf_server.cli.call import Call, common
from okf_server.cli.counting import counted
from okf_server.cli.opening import base_of
from okf_server.cli.output import show_json, show_text, tell


@click.command()
@click.argument("reference")
@click.option("--hidden", is_flag=True, help="Show what its original hides instead of its text.")
@common
def command(call: Call, *, reference: str, hidden: bool) -> None:
    r"""Read a concept or one of its sections.

    REFERENCE is a concept id, or the path of the document as you know it; '#section' reads one section.
    The text goes to stdout, what is known of it to stderr. What nobody sees who opens the original is no part
    of it: --hidden shows that to a reviewer.

    \b
    okf get policies/travel-policy
    okf get 'policies/travel-policy#hotels'
    okf get 'products/TW-200 Manual.pdf' > manual.md
    """
    knowledge = base_of(call.base, reference)
    reading = knowledge.get(reference, max_chars=sys.maxsize)
    found = hidden_in(knowledge.store.published(), reading.concept.id)
    texts = found.texts if found else ()
    if call.as_json:
        show_json(reading_json(reading) | ({"hidden": list(texts)} if hidden else {}))
        return
    tell(*reading_head(reading))
    if texts and not hidden:
        tell(f"Its original hides {counted(len(texts), 'text')}: okf get --hidden shows that.")
    show_text("\n\n".join(texts) if hidden else reading.text.rstrip("\n"))
