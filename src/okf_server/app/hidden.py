"""What nobody sees who opens an original, for reviewers."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from okf_server.index.damage import Reading
from okf_server.ingest.stage import DOCUMENTS
from okf_server.snapshot.store import Snapshot

_DOCUMENTS = Reading("list of documents")


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenText:
    """What an original hides; `path` is that of its item.

    `texts` were kept out of the concept. `sheets` are read all the same, and marked as hidden there.
    """

    path: str
    concept: str
    texts: tuple[str, ...]
    sheets: tuple[str, ...] = ()


def hidden_texts(snapshot: Snapshot) -> Iterator[HiddenText]:
    """The items of a snapshot that hide something, in the order of their concepts; raises OSError.

    Raises StorageError where their list is damaged.
    """
    with (snapshot.path / DOCUMENTS).open(encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            if '"hidden":' in line or '"hidden_sheets":' in line:
                found = _hidden(line)
                if found.texts or found.sheets:
                    yield found


def hidden_in(snapshot: Snapshot, concept: str) -> HiddenText | None:
    """What the original of a concept hides; None where that is nothing. Raises as `hidden_texts` does."""
    return next((found for found in hidden_texts(snapshot) if found.concept == concept), None)


def _hidden(line: str) -> HiddenText:
    with _DOCUMENTS:
        value = json.loads(line)
        return HiddenText(
            path=value["path"],
            concept=value["concept"],
            texts=tuple(value.get("hidden", ())),
            sheets=tuple(value.get("details", {}).get("hidden_sheets", ())),
        )
