"""okf audit."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import click

from okf_server.app import Knowledge
from okf_server.app.journals import journal_anchor, journal_directory
from okf_server.audit.chain import events
from okf_server.audit.verify import Verified, verify
from okf_server.cli.call import Call, common, group
from okf_server.cli.counting import counted
from okf_server.cli.ending import Exit
from okf_server.cli.output import show, show_json


@group
def command() -> None:
    r"""Show and verify the record of who asked what.

    \b
    okf audit show --since 2026-11-30 --who ana
    okf audit verify
    """


@command.command("verify")
@click.option(
    "--holding", metavar="HASH", help="A hash that verify printed before: it must be there."
)
@common
def verified(call: Call, *, holding: str | None) -> int:
    r"""Find any change of the record: a line changed, taken out, put in or cut off.

    What was removed is found by what the base notes of the record. Whoever may write both could write all of it
    anew: keep the hash that is printed somewhere else, and ask for it the next time.

    \b
    okf audit verify
    okf audit verify --holding 5f0c1d2e...
    """
    knowledge = Knowledge(call.base)
    anchor = journal_anchor(knowledge)
    found = verify(journal_directory(knowledge), holding=holding, anchor=anchor)
    if call.as_json:
        show_json(
            {
                "lines": found.lines,
                "first": found.first,
                "digest": found.digest,
                "lost": found.lost,
                "problem": next(iter(found.problems), ""),
                "problems": list(found.problems),
            }
        )
    else:
        show(_lines(found, kept=knowledge.config.audit.enabled))
    return Exit.FINDINGS if found.problems else Exit.OK


def _lines(found: Verified, *, kept: bool) -> Iterator[str]:
    if not kept:
        yield "no record is kept: audit.enabled is not set in okf.yaml"
    yield f"{counted(found.lines, 'line')}, the last is {found.digest}"
    if found.first > 1:
        yield f"what came before number {found.first} was dropped because of its age"
    if found.lost:
        yield f"{counted(found.lost, 'event')} could not be written"
    yield from (f"problem: {problem}" for problem in found.problems)
    if not found.problems and (kept or found.lines):
        yield "nothing was changed"


@command.command("show")
@click.option("--since", default="", metavar="TIME", help="From this time on, as 2026-11-30.")
@click.option("--until", default="", metavar="TIME", help="Before this time.")
@click.option("--who", help="Of this principal alone: its id, username or email.")
@click.option("--what", help="A tool, method, route or deed: search_knowledge, build.")
@click.option("--reference", help="Where this concept was returned or asked for.")
@click.option("--outcome", help="With this outcome: ok, NotFoundError, 401.")
@click.option("--denied", is_flag=True, help="Where something was kept from who asked.")
@common
def shown(call: Call, **wanted: Any) -> None:
    r"""Show the record, the oldest event first.

    \b
    okf audit show --since 2026-11-30 --who ana
    okf audit show --reference hr/salaries
    okf audit show --what "POST /mcp" --outcome 401
    """
    found = (
        event
        for event in events(journal_directory(Knowledge(call.base)))
        if _is_wanted(event, **wanted)
    )
    if call.as_json:
        show_json({"events": list(found)})
    else:
        show(map(_line, found))


def _is_wanted(  # noqa: PLR0913 - one argument for each option
    event: dict[str, Any],
    *,
    since: str,
    until: str,
    who: str | None,
    what: str | None,
    reference: str | None,
    outcome: str | None,
    denied: bool,
) -> bool:
    at = str(event.get("at", ""))
    return (
        at >= since
        and (not until or at < until)
        and (who is None or who in _names(event))
        and what in (None, event.get("what"), event.get("tool"))
        and outcome in (None, event.get("outcome"))
        and (not denied or bool(event.get("denied")))
        and (reference is None or _is_about(event, reference))
    )


def _is_about(event: dict[str, Any], reference: str) -> bool:
    asked = event.get("asked")
    refs = asked.get("refs") if isinstance(asked, dict) else ()
    listed = [one for one in (event.get("returned"), refs) if isinstance(one, list)]
    return reference in {str(one).partition("#")[0] for one in chain(*listed)}


def _names(event: dict[str, Any]) -> tuple[object, ...]:
    """What the one who asked goes by."""
    person = event.get("person")
    return (event.get("who"), *(person.values() if isinstance(person, dict) else ()))


def _who(event: dict[str, Any]) -> str:
    person = event.get("person")
    names = (
        [one for one in person.values() if isinstance(one, str)] if isinstance(person, dict) else []
    )
    who = str(event.get("who") or "nobody")
    return f"{who} ({', '.join(names)})" if names else who


def _line(event: dict[str, Any]) -> str:
    what = event.get("tool") or event.get("what")
    parts = (event.get("at"), _who(event), what, event.get("outcome"))
    return "  ".join([*map(str, parts), str(event.get("asked") or "")]).rstrip()
