"""List a folder: files with their revisions."""

import hashlib
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from okf_server.connectors.place import Place
from okf_server.connectors.walk import RULES, File, passed, walk
from okf_server.errors import SourceError
from okf_server.model.item import Item, Listing, Passed
from okf_server.model.progress import Progress, silent

_EPOCH = "1970-01-01T00:00:00Z"


def list_place(
    place: Place, *, unfit: Callable[[str], str], progress: Progress = silent
) -> Listing:
    """All that a folder holds; `unfit` gives the reason why a path is no item, or nothing.

    Raises SourceError where the folder or its `_okf.yaml` cannot be read.
    """
    items: list[Item] = []
    others: list[Passed] = []
    for found in walk(place):
        progress("list", len(items), 0, place.path(found.path))
        entry = _item(place, found, unfit) if isinstance(found, File) else _mounted(place, found)
        if isinstance(entry, Item):
            items.append(entry)
        else:
            others.append(entry)
    items.sort(key=lambda item: item.path)
    others.sort(key=lambda entry: entry.path)
    return Listing(items=tuple(items), passed=tuple(others), rules=_rules(place))


def _mounted(place: Place, entry: Passed) -> Passed:
    path = place.path(entry.path)
    return passed(path, entry.reason, hint=entry.hint, failed=entry.failed)


def _item(place: Place, file: File, unfit: Callable[[str], str]) -> Item | Passed:
    path = place.path(file.path)
    if reason := unfit(file.path):
        return passed(path, reason)
    try:
        with open(file.real, "rb", buffering=0) as opened:  # noqa: PTH123 - called for each file
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
            status = os.fstat(opened.fileno())
    except FileNotFoundError:
        reason = "gone while its source was being read"
        return passed(path, reason, hint="Build again.", failed=True)
    except OSError as error:
        reason = f"cannot be read: {error.strerror}"
        hint = "Make it readable, or leave it out by a line in .okfignore."
        return passed(path, reason, hint=hint, failed=True)
    return Item(
        source=place.source,
        path=path,
        revision=f"sha256:{digest}",
        size=status.st_size,
        modified=_utc(status.st_mtime_ns // 1_000_000_000),
    )


def _rules(place: Place) -> bytes | None:
    path = Path(place.root) / RULES
    try:
        return path.read_bytes() if path.is_file() else None
    except OSError as error:
        hint = "Its access rules may not be passed over: make it readable."
        raise SourceError(f"{path} cannot be read: {error.strerror}.", hint=hint) from error


def _utc(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
    except (OverflowError, ValueError, OSError):  # file systems hold years that a calendar does not
        return _EPOCH
