"""What a published snapshot must not hold: where a failure to read a part of it becomes an error for people."""

from types import TracebackType

from okf_server.errors import StorageError

MALFORMED = (ValueError, LookupError, TypeError, AttributeError, OverflowError)
"""What parsers raise for what nobody wrote; json's and UTF-8's errors are among them."""

_PANIC = (
    "PanicException"  # how the keyword engine fails on some damage; its class cannot be imported
)


def damaged(part: str) -> StorageError:
    """The error for a part of a snapshot that cannot be understood."""
    return StorageError(
        f"The snapshot is damaged: its {part} cannot be read.",
        hint="Build the base again (okf build), or go back with: okf snapshots rollback",
    )


class Reading:
    """A block that reads a part of a published snapshot: what it cannot parse is a StorageError.

    Holds no state, so that one serves all threads.
    """

    def __init__(self, part: str) -> None:
        self._part = part

    def __enter__(self) -> None:
        """Begin to read."""

    def __exit__(
        self, _: type[BaseException] | None, error: BaseException | None, _at: TracebackType | None
    ) -> None:
        """Raise StorageError where what was read is malformed."""
        if isinstance(error, MALFORMED) or type(error).__name__ == _PANIC:
            raise damaged(self._part) from error
