"""What people should know of a build that went well: each thing once, with all items that it is about."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from okf_server.ingest.compose import Made
from okf_server.ingest.guidance import Guidance
from okf_server.ingest.keeping import Kept
from okf_server.model.concept import Status
from okf_server.model.item import ItemRecord

_RULES = "_okf.yaml"


def notices(
    made: Sequence[Made | Kept], records: Sequence[ItemRecord], rules: Guidance
) -> tuple[str, ...]:
    """All warnings, the paths last in each, so that who shows less can cut a line anywhere."""
    return (
        *rules.unmatched((record.source, record.path) for record in records),
        *_unread(record.path for record in records),
        *_of_documents(made),
        *_identical(made),
    )


def _unread(paths: Iterable[str]) -> Iterator[str]:
    """Rules that hold nowhere: who wrote them may think that a folder is closed."""
    nested = sorted(path for path in paths if path.rpartition("/")[2] == _RULES)
    if nested:
        yield f"no rule in it holds, write them into the {_RULES} at the root of its source: {', '.join(nested)}"


def _identical(made: Iterable[Made | Kept]) -> Iterator[str]:
    """Files of the same content, but for those that somebody has marked deprecated."""
    groups: dict[str, list[str]] = defaultdict(list)
    for one in made:
        member = one.planned.item.inside is not None  # mails are forwarded with what is attached
        if not member and one.status is not Status.DEPRECATED:
            groups[one.record.revision].append(one.record.path)
    for paths in sorted(sorted(group) for group in groups.values() if len(group) > 1):
        listed = ", ".join(paths)
        yield f"identical files, mark all but one deprecated in _okf.yaml: {listed}"


def _of_documents(made: Iterable[Made | Kept]) -> Iterator[str]:
    """What readers noticed, each remark once with the files that it is about."""
    remarks: dict[str, list[str]] = defaultdict(list)
    for one in made:
        for remark in dict.fromkeys(one.warnings):
            remarks[remark].append(one.record.path)
    for remark, paths in sorted(remarks.items()):
        yield f"{remark}: {', '.join(sorted(paths))}"
