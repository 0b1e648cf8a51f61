"""Open the base that a reference names."""

from okf_server.errors import NotFoundError, UsageError
from okf_server.serve.seam import Bases, Knowledge


def open_named(bases: Bases, base: str | None) -> Knowledge:
    """The base of that name, or the only one: what looks like a base's name may be part of a file's."""
    try:
        return bases.open(base)
    except NotFoundError as missing:
        try:
            return bases.open(None)
        except UsageError:
            raise missing from None
