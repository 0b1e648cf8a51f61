"""okf suggest."""

from pathlib import Path

import click

from okf_server.app import Knowledge
from okf_server.app.drafting import draft_config
from okf_server.app.evaluating import drafted_questions
from okf_server.cli.call import Call, Place, common, group
from okf_server.cli.folders import existing_folder
from okf_server.cli.output import show_json, show_text, tell
from okf_server.errors import UsageError


@group
def command() -> None:
    r"""Draft configuration to start from.

    \b
    okf suggest config ./handbook > ./handbook/_okf.yaml
    okf suggest questions > questions.yaml
    """


@command.command("config")
@click.argument("path", required=False, type=Place())
@common
def config(call: Call, *, path: Path | None) -> None:
    r"""Draft an _okf.yaml for a folder, with the reason of each guess.

    PATH is the folder; without it the only source of the base. Only names and hashes are looked at, and
    nothing is marked as verified: that is for the owners of the documents.

    \b
    okf suggest config ./handbook > ./handbook/_okf.yaml
    """
    folder = existing_folder(path) if path else _only_source(call.base)
    text = draft_config(folder)
    if call.as_json:
        show_json({"folder": str(folder.resolve()), "text": text})
    else:
        show_text(text.rstrip("\n"))
        tell("Read it, keep what is right, and save it as _okf.yaml in the folder.")


@command.command("questions")
@click.option("--limit", default=50, type=click.IntRange(min=1), help="At most so many questions.")
@common
def questions(call: Call, *, limit: int) -> None:
    r"""Draft a file of questions for okf eval from the published documents.

    The questions come from headings, titles and tables, with their references; some are marked as having no
    answer. They are a draft: the owner of the documents corrects them.

    \b
    okf suggest questions > questions.yaml
    """
    text = drafted_questions(Knowledge(call.base), limit)
    if call.as_json:
        show_json({"text": text})
    else:
        show_text(text.rstrip("\n"))
        tell(
            "Read it, keep what people really ask, correct the rest; then: okf eval questions.yaml"
        )


def _only_source(base: str | None) -> Path:
    sources = Knowledge(base).config.sources
    if len(sources) != 1:
        raise UsageError(
            f"The base has {len(sources)} sources.", hint="Say for which: okf suggest config PATH"
        )
    return Path(sources[0].path)
