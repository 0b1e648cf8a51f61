"""okf audit."""

import click

from okf_server.app import Knowledge
from okf_server.app.journals import journal_of
from okf_server.audit.chain import events, verify
from okf_server.cli.call import Call, common
from okf_server.cli.counting import counted
from okf_server.cli.ending import Exit
from okf_server.cli.output import show, show_json


@click.group()
def command() -> None:
    """Show and verify the record of who asked what."""


@command.command("verify")
@common
def verified(call: Call) -> int:
    r"""Find any change of the record: a line changed, taken out, put in or cut off.

    \b
    okf audit verify
    """
    found = verify(journal_of(Knowledge(call.base)))
    if call.as_json:
        show_json({"lines": found.lines, "digest": found.digest, "problem": found.problem})
    else:
        show([f"{counted(found.lines, 'line')}, the last is {found.digest}"])
        show([f"problem: {found.problem}"] if found.problem else ["nothing was changed"])
    return Exit.FINDINGS if found.problem else Exit.OK


@command.command("show")
@click.option("--since", default="", metavar="TIME", help="From this time on, as 2026-11-30.")
@click.option("--who", help="Of this principal alone.")
@common
def shown(call: Call, *, since: str, who: str | None) -> None:
    r"""Show the record, the oldest event first.

    \b
    okf audit show --since 2026-11-30 --who ana
    """
    found = [
        event
        for event in events(journal_of(Knowledge(call.base)))
        if str(event.get("at", "")) >= since and who in (None, event.get("who"))
    ]
    if call.as_json:
        show_json({"events": found})
        return
    show(
        f"{one.get('at')}  {one.get('who')}  {one.get('tool')}  {one.get('outcome')}  {one.get('asked')}"
        for one in found
    )
