"""okf status."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

from okf_server.app import Knowledge
from okf_server.app.hidden import HiddenText, hidden_texts
from okf_server.app.journals import JournalState, journal_state
from okf_server.cli.ages import age
from okf_server.cli.call import Call, common
from okf_server.cli.counting import counted
from okf_server.cli.items import concepts, manifest_json, totals_line, trouble_lines, warning_lines
from okf_server.cli.output import show, show_json
from okf_server.model.manifest import Manifest


@click.command()
@click.option("--hidden", is_flag=True, help="Show what nobody sees who opens the original.")
@common
def command(call: Call, *, hidden: bool) -> None:
    r"""Say what is published and what could not be read.

    Text that an original hides (white on white, off the page) is never indexed; hidden sheets are, and say so.
    --hidden shows both to a reviewer.

    \b
    okf status
    okf status --hidden
    okf status --base ./handbook --json
    """
    knowledge = Knowledge(call.base)
    snapshot = knowledge.store.current()
    manifest = snapshot.manifest if snapshot else None
    found = tuple(hidden_texts(snapshot)) if snapshot and hidden else ()
    if call.as_json:
        more = {"hidden": [_hidden_json(one) for one in found]} if hidden else {}
        show_json({**_json(knowledge, manifest), **more})
        return
    show(_lines(knowledge, manifest, verbose=call.verbose))
    if hidden:
        show(_hidden_lines(found))


def _hidden_json(found: HiddenText) -> dict[str, Any]:
    return {
        "path": found.path,
        "concept_id": found.concept,
        "texts": list(found.texts),
        "sheets": list(found.sheets),
    }


def _hidden_lines(found: Sequence[HiddenText]) -> Iterator[str]:
    yield "" if found else "No original hides text or sheets."
    for one in found:
        yield f"hidden in {one.path}:"
        yield from (f"  sheet {sheet} (read, and marked as hidden)" for sheet in one.sheets)
        yield from (f"  {' '.join(text.split())}" for text in one.texts)


def _json(knowledge: Knowledge, manifest: Manifest | None) -> dict[str, Any]:
    published = manifest_json(manifest) if manifest else {"snapshot": None}
    return {
        "base": knowledge.config.name,
        "title": knowledge.config.title,
        "directory": str(knowledge.directory),
        "sources": [source.path for source in knowledge.config.sources],
        "audit": _audit_json(journal_state(knowledge)),
        **published,
    }


def _audit_json(state: JournalState | None) -> dict[str, Any] | None:
    if state is None:
        return None
    return {
        "directory": str(state.directory),
        "events": state.lines,
        "lost": state.lost,
        "problem": state.problem,
        "removed": state.removed,
    }


def _audit_lines(state: JournalState | None) -> Iterator[str]:
    if state is None:
        return
    yield f"audit     {counted(state.lines, 'event')} in {state.directory}"
    if state.lost:
        yield f"warning  audit: {counted(state.lost, 'event')} could not be written"
    if state.removed:
        gone = f"{counted(state.removed, 'line')} {'is' if state.removed == 1 else 'are'} gone"
        yield f"warning  audit: of the record {gone}: see okf audit verify"
    if state.problem:
        yield f"warning  audit: nothing can be written: {state.problem}"


def _lines(knowledge: Knowledge, manifest: Manifest | None, *, verbose: bool) -> Iterator[str]:
    config = knowledge.config
    yield f"base      {config.name}  {config.title}  {knowledge.directory}"
    for source in config.sources:
        yield f"source    {source.kind.value} {source.path}"
    yield from _audit_lines(journal_state(knowledge))
    if manifest is None:
        yield f"snapshot  none yet; build it: okf build --base {knowledge.directory}"
        return
    published = age(manifest.published, knowledge.clock())
    yield f"snapshot  {manifest.id}, published {published}, {counted(concepts(manifest), 'concept')}"
    yield f"search    {f'hybrid, {manifest.embedder}' if manifest.embedder else 'keyword'}"
    yield totals_line(manifest.items)
    yield from trouble_lines(manifest.items, all_of_them=verbose)
    yield from warning_lines(manifest.warnings, all_of_them=verbose)
