"""List a folder of a base."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from difflib import get_close_matches

from okf_server.errors import NotFoundError, UsageError
from okf_server.index.records import ConceptRecord
from okf_server.index.visible import folded_path
from okf_server.model.access import Principal
from okf_server.model.answer import Browsing, Filters, FolderSummary
from okf_server.model.wanted import go_on
from okf_server.search.resolve import resolve
from okf_server.search.view import EVERYTHING, View, summary


def browse(  # noqa: PLR0913 - one argument for each thing that decides on an answer
    view: View,
    path: str,
    *,
    principal: Principal,
    filters: Filters,
    limit: int,
    offset: int,
    now: datetime,
) -> Browsing:
    """The subfolders and concepts of a folder, named as in concept ids or as in source paths.

    The path of a concept, or another reference to it, lists that concept alone. `limit` and `offset` count the subfolders, then the
    concepts. Raises NotFoundError for a folder in which the caller may see nothing at all.
    """
    all_seen = _seen(view, principal, EVERYTHING)
    folder = _folder(all_seen, path)
    if folder is None:
        folder = _referred(view, path, principal)
    if folder is None:
        raise NotFoundError(
            f"There is no folder {path[:200]!r} in the base {view.mark.base!r}.",
            hint=_near(all_seen, path),
        )
    seen = _seen(view, principal, filters)
    folders = _subfolders(seen, folder)
    concepts = [record for record in seen if _holder(record) == folder or record.id == folder]
    first, end = max(offset, 0), max(offset, 0) + max(limit, 0)
    total = len(folders) + len(concepts)
    shown = concepts[max(first - len(folders), 0) : max(end - len(folders), 0)]
    return Browsing(
        path=folder,
        folders=tuple(folders[first:end]),
        concepts=tuple(summary(record, now) for record in shown),
        snapshot=view.mark,
        omitted=max(total - end, 0),
        next_offset=end if end < total else None,
    )


def _seen(view: View, principal: Principal, filters: Filters) -> Sequence[ConceptRecord]:
    go_on()
    visible = view.visible(principal, filters)
    return [record for number, record in enumerate(view.index.concepts) if number in visible]


def _folder(records: Sequence[ConceptRecord], path: str) -> str | None:
    """The folder as concept ids name it, the concept with this id, or None where there is neither."""
    wanted = folded_path(path.removeprefix("./"))
    if not wanted:
        return ""
    for record in records:
        if f"{record.id}/".casefold().startswith(f"{wanted}/"):
            return "/".join(record.id.split("/")[: wanted.count("/") + 1])
    for record in records:
        if f"{folded_path(record.path)}/".startswith(f"{wanted}/"):
            return "/".join(record.id.split("/")[: wanted.count("/") + 1])
    return None


def _referred(view: View, path: str, principal: Principal) -> str | None:
    """The concept that a path means as a reference in any of its forms, if it means one."""
    try:
        return resolve(view, path, principal=principal).record.id
    except (NotFoundError, UsageError):
        return None


def _near(records: Sequence[ConceptRecord], path: str) -> str:
    """What to do next, with the folders that have a similar name."""
    folders = {folder for record in records for folder in _folders_above(record.id)}
    names = {folded_path(folder): folder for folder in sorted(folders)}
    near = [names[key] for key in get_close_matches(folded_path(path)[:200], names, n=3)]
    if near:
        return f"Did you mean {', '.join(near)}?"
    return "Browse without a path to see the folders that there are."


def _folders_above(concept: str) -> Iterator[str]:
    parts = concept.split("/")[:-1]
    return ("/".join(parts[:end]) for end in range(1, len(parts) + 1))


def _holder(record: ConceptRecord) -> str:
    return record.id.rpartition("/")[0]


def _subfolders(records: Iterable[ConceptRecord], folder: str) -> list[FolderSummary]:
    prefix = f"{folder}/" if folder else ""
    go_on()
    counts: dict[str, int] = {}
    for record in records:
        name, slash, _ = record.id.removeprefix(prefix).partition("/")
        if slash and record.id.startswith(prefix):
            counts[prefix + name] = counts.get(prefix + name, 0) + 1
    return [FolderSummary(path=path, concepts=counts[path]) for path in sorted(counts)]
