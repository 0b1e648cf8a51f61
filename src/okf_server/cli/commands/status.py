"""okf status."""

from collections.abc import Iterator
from typing import Any

import click

from okf_server.app import Knowledge
from okf_server.cli.ages import age
from okf_server.cli.call import Call, common
from okf_server.cli.counting import counted
from okf_server.cli.items import concepts, manifest_json, totals_line, trouble_lines
from okf_server.cli.output import show, show_json
from okf_server.model.manifest import Manifest


@click.command()
@common
def command(call: Call) -> None:
    r"""Say what is published and what could not be read.

    \b
    okf status
    okf status --base ./handbook --json
    """
    knowledge = Knowledge(call.base)
    snapshot = knowledge.store.current()
    manifest = snapshot.manifest if snapshot else None
    if call.as_json:
        show_json(_json(knowledge, manifest))
    else:
        show(_lines(knowledge, manifest, verbose=call.verbose))


def _json(knowledge: Knowledge, manifest: Manifest | None) -> dict[str, Any]:
    published = manifest_json(manifest) if manifest else {"snapshot": None}
    return {
        "base": knowledge.config.name,
        "title": knowledge.config.title,
        "directory": str(knowledge.directory),
        "sources": [source.path for source in knowledge.config.sources],
        **published,
    }


def _lines(knowledge: Knowledge, manifest: Manifest | None, *, verbose: bool) -> Iterator[str]:
    config = knowledge.config
    yield f"base      {config.name}  {config.title}  {knowledge.directory}"
    for source in config.sources:
        yield f"source    {source.kind.value} {source.path}"
    if manifest is None:
        yield f"snapshot  none yet; build it: okf build --base {knowledge.directory}"
        return
    published = age(manifest.published, knowledge.clock())
    yield f"snapshot  {manifest.id}, published {published}, {counted(concepts(manifest), 'concept')}"
    yield f"search    {f'hybrid, {manifest.embedder}' if manifest.embedder else 'keyword'}"
    yield totals_line(manifest.items)
    yield from trouble_lines(manifest.items, all_of_them=verbose)
    yield from (f"warning  {warning}" for warning in manifest.warnings)
