"""Find the bytes of a member in the file that holds it, such as an attachment in its mail."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from okf_server.extract.registry import Readers
from okf_server.model.document import Extracted, Partial


def member_file(
    path: Path, kind: str, numbers: Sequence[int], place: tuple[Path, Readers]
) -> tuple[Path, str]:
    """A copy of the member in the directory of the place, and its kind; the file itself without numbers.

    Raises LookupError where there is no such member any more.
    """
    directory, known = place
    for number in numbers:
        reader = known.of_suffix(kind)
        outcome = reader.extract(path, kind) if reader else None
        members = outcome.document.members if isinstance(outcome, Extracted | Partial) else ()
        if not 0 < number <= len(members):
            raise LookupError(f"{path} has no member {number}")
        member = members[number - 1]
        path = directory / sha256(f"{path}!{number}".encode()).hexdigest()
        path.write_bytes(member.data)
        kind = known.kind_of(path, Path(member.name).suffix, name=member.name)
    return path, kind
