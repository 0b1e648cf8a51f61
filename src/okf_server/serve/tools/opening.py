"""Open the base that a reference names."""

from contextlib import suppress

from okf_server.errors import ChangedError, NotFoundError, UsageError
from okf_server.okf.reference import Reference
from okf_server.serve.caller import caller
from okf_server.serve.seam import Bases, Knowledge


def open_named(bases: Bases, reference: Reference) -> Knowledge:
    """The base that a reference names, the one that has its stable id, or the only one.

    What looks like a base's name may be part of a file's. Raises as `Bases.open`.
    """
    try:
        return bases.open(reference.base)
    except NotFoundError as missing:
        try:
            return bases.open(None)
        except UsageError:
            raise missing from None
    except UsageError:
        if reference.okf_id and (holder := _holder(bases, reference)):
            return holder
        raise


def _holder(bases: Bases, reference: Reference) -> Knowledge | None:
    """The base in which the caller may see the concept with this stable id."""
    for base in bases.list():
        with suppress(NotFoundError):
            knowledge = bases.open(base.name)
            with suppress(ChangedError):  # it is there all the same
                knowledge.about(reference.text, principal=caller())
            return knowledge
    return None
