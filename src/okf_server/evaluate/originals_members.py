"""Find the bytes of a member in the file that holds it, such as an attachment in its mail."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from okf_server.extract.registry import Readers
from okf_server.model.document import Extracted, Partial


def member_file(
    path: Path, numbers: Sequence[int], directory: Path, *, known: Readers
) -> tuple[Path, str]:
    """A copy of the member in an own folder of the directory, and its kind as a suffix.

    Raises LookupError where there is no such member any more.
    """
    kind = known.kind_of(path, path.suffix)
    for number in numbers:
        reader = known.of_suffix(kind)
        outcome = reader.extract(path, kind) if reader else None
        if not isinstance(outcome, Extracted | Partial) or not 0 < number <= len(
            outcome.document.members
        ):
            raise LookupError(f"{path} has no member {number}")
        member = outcome.document.members[number - 1]
        path = directory / sha256(f"{path}!{number}".encode()).hexdigest()
        path.write_bytes(member.data)
        kind = known.kind_of(path, Path(member.name).suffix)
    return path, kind
