"""What people should know of a build that went well: few lines, however many items they are about."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from okf_server.ingest.compose import Made
from okf_server.ingest.guidance import Guidance
from okf_server.model.concept import Status
from okf_server.model.item import ItemRecord
from okf_server.okf.trust import status

_SHOWN = 5


def notices(
    made: Sequence[Made], records: Sequence[ItemRecord], rules: Guidance
) -> tuple[str, ...]:
    """All warnings; many of one kind are folded."""
    return (
        *_folded(rules.unmatched(record.path for record in records), "entries that match nothing"),
        *_folded(_identical(made), "groups of identical files"),
        *_of_documents(made),
    )


def _identical(made: Iterable[Made]) -> Iterator[str]:
    """Files of the same content, but for those that somebody has marked deprecated."""
    groups: dict[str, list[str]] = defaultdict(list)
    for one in made:
        member = one.planned.item.inside is not None  # mails are forwarded with what is attached
        if not member and status(one.concept.meta) is not Status.DEPRECATED:
            groups[one.record.revision].append(one.record.path)
    for paths in sorted(sorted(group) for group in groups.values() if len(group) > 1):
        yield f"identical files: {_some(paths)}; mark all but one deprecated in _okf.yaml"


def _of_documents(made: Iterable[Made]) -> Iterator[str]:
    """What readers noticed, each remark once with the files that it is about."""
    remarks: dict[str, list[str]] = defaultdict(list)
    for one in made:
        for remark in dict.fromkeys(one.warnings):
            remarks[remark].append(one.record.path)
    yield from _folded(
        (f"{_some(sorted(paths))}: {remark}" for remark, paths in sorted(remarks.items())),
        "remarks of readers",
    )


def _folded(warnings: Iterable[str], kind: str) -> Iterator[str]:
    known = list(warnings)
    shown = known if len(known) <= _SHOWN + 1 else known[:_SHOWN]
    yield from shown
    if len(shown) < len(known):
        yield f"{len(known) - len(shown)} more {kind}"


def _some(paths: Sequence[str]) -> str:
    if len(paths) <= _SHOWN + 1:
        return ", ".join(paths)
    return f"{', '.join(paths[:_SHOWN])} and {len(paths) - _SHOWN} more"
