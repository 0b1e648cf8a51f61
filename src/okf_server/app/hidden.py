"""Text of originals that nobody sees who opens them, for reviewers."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from okf_server.ingest.stage import DOCUMENTS
from okf_server.snapshot.store import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenText:
    """What was kept out of a concept; `path` is that of its item."""

    path: str
    concept: str
    texts: tuple[str, ...]


def hidden_texts(snapshot: Snapshot) -> Iterator[HiddenText]:
    """The items of a snapshot that hold such text, in the order of their concepts; raises OSError."""
    with (snapshot.path / DOCUMENTS).open(encoding="utf-8") as lines:
        for line in lines:
            if '"hidden":' in line:
                value = json.loads(line)
                texts = tuple(value.get("hidden", ()))
                if texts:
                    yield HiddenText(path=value["path"], concept=value["concept"], texts=texts)
