"""Open the base that a reference on the command line means."""

from contextlib import suppress

from okf_server.app import Bases, Knowledge
from okf_server.errors import NotFoundError, UsageError
from okf_server.okf.reference import parse_reference


def base_of(asked: str | None, reference: str) -> Knowledge:
    """The base that was asked for, else the one that the reference names, else the one found here."""
    if asked is None:
        with suppress(NotFoundError, UsageError):  # what looks like a base may be part of a name
            named = parse_reference(reference).base
            if named is not None:
                return Bases().open(named)
    return Knowledge(asked)
