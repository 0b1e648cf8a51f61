"""Open the base that a reference names."""

from collections.abc import Iterator
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
        if reference.okf_id:
            return _holder(bases, reference)
        raise


def _holder(bases: Bases, reference: Reference) -> Knowledge:
    """The base in which the caller may see the concept with this stable id; the first of all where none has it.

    Raises UsageError where several have it.
    """
    opened = list(_opened(bases))
    holders = {name: one for name, one in opened if _has(one, reference)}
    if len(holders) > 1:
        names = ", ".join(holders)
        raise UsageError(
            f"Several bases have {reference.okf_id}: {names}.",
            hint="Say which one is meant: BASE:ID.",
        )
    return next(iter(holders.values()), opened[0][1])


def _opened(bases: Bases) -> Iterator[tuple[str, Knowledge]]:
    for base in bases.list():
        with suppress(NotFoundError):
            yield base.name, bases.open(base.name)


def _has(knowledge: Knowledge, reference: Reference) -> bool:
    try:
        knowledge.about(reference.text, principal=caller())
    except ChangedError:
        return True  # it is there all the same
    except NotFoundError:
        return False
    return True
