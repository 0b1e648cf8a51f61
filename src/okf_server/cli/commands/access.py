"""okf access."""

import csv
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click

from okf_server.access.verdict import Verdict, principal_of, verdict
from okf_server.app import Knowledge
from okf_server.app.access import Readable, explain, readables
from okf_server.cli.call import Call, common, group
from okf_server.cli.opening import base_of
from okf_server.cli.output import show, show_json
from okf_server.errors import UsageError
from okf_server.model.access import AccessList, NameKind, Principal
from okf_server.model.names import EVERYBODY, of_kind
from okf_server.okf.controls import plain

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@group
def command() -> None:
    r"""Say who may read what, and why.

    \b
    okf access explain policies/travel-policy --as user:ana
    okf access matrix --csv > access.csv
    """


@command.command("explain")
@click.argument("reference")
@click.option("--as", "name", metavar="user:NAME", help="Say whether this principal may read it.")
@click.option(
    "--groups",
    default="",
    metavar="A,B",
    help="The groups of that principal, or of somebody where none is named.",
)
@click.option(
    "--unknown",
    multiple=True,
    type=click.Choice([kind.value for kind in NameKind]),
    help="A kind of names that the token of that principal does not tell.",
)
@common
def explained(
    call: Call, *, reference: str, name: str | None, groups: str, unknown: tuple[str, ...]
) -> None:
    r"""Say who may read a document, by which rule, and whether somebody can.

    Where okf.yaml or _okf.yaml say otherwise by now, that is said too: it holds from the next build on.

    \b
    okf access explain policies/travel-policy
    okf access explain hr/salaries.xlsx --as user:ana --groups finance,hr
    okf access explain hr/salaries.xlsx --as user:ana --unknown group
    """
    knowledge = base_of(call.base, reference)
    found = explain(knowledge, reference)
    asked = _principal(name, groups, unknown)
    said = verdict(found.access, asked, expired=found.expired) if asked else None
    if call.as_json:
        show_json(_json(found, said))
    else:
        show(_lines(found, said, asked, open_to_all=not knowledge.config.serve.auth))


@command.command("matrix")
@click.option("--as", "names", multiple=True, metavar="NAME,NAME", help="One principal's names.")
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values.")
@common
def matrix(call: Call, *, names: tuple[str, ...], as_csv: bool) -> None:
    r"""List for every concept which principals may read it.

    Without --as it is asked for every name that an access list has.

    \b
    okf access matrix --csv > access.csv
    okf access matrix --as user:ana,group:finance --as user:bob --json
    """
    if as_csv and call.as_json:
        raise UsageError("--csv and --json exclude each other.", hint="Leave one of them out.")
    found = tuple(readables(Knowledge(call.base)))
    columns = _asked(names) if names else _all_names(found)
    if call.as_json:
        show_json({"concepts": [_row_json(one, columns) for one in found]})
    elif as_csv:
        _write_csv(found, columns)
    else:
        show(_row_lines(found, columns))


def _principal(name: str | None, groups: str, unknown: Sequence[str]) -> Principal | None:
    named = [of_kind("group", group) for group in _parts(groups)]
    if name is None and not named and not unknown:
        return None
    return principal_of([*([] if name is None else [name]), *named], unknown=map(NameKind, unknown))


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _asked(names: Sequence[str]) -> dict[str, Principal]:
    return {one: principal_of(_parts(one)) for one in names}


def _lines(
    found: Readable, said: Verdict | None, asked: Principal | None, *, open_to_all: bool
) -> Iterator[str]:
    yield f"concept  {found.concept}"
    yield f"path     {found.path}"
    yield f"rule     {found.rule}"
    yield from _list_lines(found.access)
    if found.expired:
        yield "expired  the source told this too long ago: nobody reads it"
    if said and asked:
        yield f"{_subject(asked)} {'may' if said.admitted else 'may not'} read it: {said.reason}"
    if found.now:
        yield f"changed  the rules now say otherwise, from the next build on: {found.now.rule}"
        yield from _list_lines(found.now.access)
    if open_to_all:
        yield "note     serve.auth is off: whoever reaches the server on this machine reads everything"


def _subject(asked: Principal) -> str:
    """Who was asked about: the person, or somebody, with all groups."""
    groups = sorted(name for name in asked.names if name.startswith("group:"))
    if not asked.id.startswith("user:"):
        return f"somebody in {' and '.join(groups)}" if groups else "somebody signed in"
    return f"{asked.id} in {' and '.join(groups)}" if groups else asked.id


def _list_lines(access: AccessList) -> Iterator[str]:
    yield f"allow    {', '.join(access.allow) or 'nobody'}"
    if access.deny:
        yield f"deny     {', '.join(access.deny)}"
    if access.recorded:
        yield f"told     {access.recorded}"


def _json(found: Readable, said: Verdict | None) -> dict[str, Any]:
    now = found.now and {"rule": found.now.rule, **_list_json(found.now.access)}
    value = {
        "concept_id": found.concept,
        "path": found.path,
        "rule": found.rule,
        **_list_json(found.access),
        "expired": found.expired,
        "rules_now": now,
    }
    return value if said is None else {**value, "admitted": said.admitted, "reason": said.reason}


def _list_json(access: AccessList) -> dict[str, Any]:
    return {
        "allow": list(access.allow),
        "deny": list(access.deny),
        "recorded": access.recorded or None,
    }


def _all_names(found: Sequence[Readable]) -> dict[str, Principal]:
    """Somebody for every name in the lists, also for one that an earlier version took and no token gives."""
    names = sorted({name for one in found for name in (*one.access.allow, *one.access.deny)})
    return {name: Principal(id=name, names=frozenset({name, EVERYBODY})) for name in names}


def _admitted(one: Readable, columns: dict[str, Principal]) -> dict[str, bool]:
    return {
        name: verdict(one.access, principal, expired=one.expired).admitted
        for name, principal in columns.items()
    }


def _row_json(one: Readable, columns: dict[str, Principal]) -> dict[str, Any]:
    row = {"concept_id": one.concept, "path": one.path, "rule": one.rule}
    return {**row, "admitted": _admitted(one, columns)}


def _row_lines(found: Sequence[Readable], columns: dict[str, Principal]) -> Iterator[str]:
    for one in found:
        readers = [name for name, admitted in _admitted(one, columns).items() if admitted]
        yield f"{one.concept}  {', '.join(readers) or 'nobody'}  ({one.rule})"


def _write_csv(found: Sequence[Readable], columns: dict[str, Principal]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(map(_cell, ("concept_id", "path", "rule", *columns)))
    for one in found:
        admitted = ["yes" if yes else "no" for yes in _admitted(one, columns).values()]
        writer.writerow(map(_cell, (one.concept, one.path, one.rule, *admitted)))


def _cell(text: str) -> str:
    """The text as no spreadsheet takes it for a formula."""
    clean = plain(text)
    return f"'{clean}" if clean.startswith(_FORMULA) else clean
