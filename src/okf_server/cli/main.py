"""The command `okf`."""

import sys
from io import TextIOWrapper

import click

from okf_server import __version__
from okf_server.cli.ending import run
from okf_server.cli.lazy import LazyGroup

COMMANDS = {
    "build": "Read a folder of documents and publish it.",
    "add": "Copy documents into the base and build.",
    "search": "Find the passages that answer a question.",
    "get": "Read a concept or one of its sections.",
    "context": "Pack the evidence for a question into a budget.",
    "browse": "List what lies in a folder of the base.",
    "serve": "Answer AI clients over MCP.",
    "connect": "Connect an AI client to the base, for one project.",
    "status": "Say what is published and what could not be read.",
    "bases": "List the bases.",
    "access": "Say who may read what, and why.",
    "audit": "Show and verify the record of who asked what.",
    "check": "Check a bundle against the format.",
    "eval": "Measure the answers to your own questions.",
    "suggest": "Draft configuration to start from.",
    "snapshots": "List, verify, compare and roll back snapshots.",
    "doctor": "Say what is installed, what is missing and how to get it.",
    "models": "List the models for semantic search.",
}

_EPILOG = "Start with: okf build PATH, then: okf search QUESTION"


@click.group(
    cls=LazyGroup,
    package="okf_server.cli.commands",
    lines=COMMANDS,
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="okf %(version)s")
def okf() -> None:
    """Documents in, cited answers out."""


def main() -> None:
    """Run the command that this process was called with."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # for terminals that lack a script
    sys.exit(run(okf, sys.argv[1:]))
