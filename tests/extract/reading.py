"""Read a file in a test and look at what came of it."""

from pathlib import Path

from okf_server.extract.registry import reader
from okf_server.model.document import BlockKind, Document, Extracted, Failed, Outcome, Partial
from okf_server.model.locator import Locator


def outcome_of(path: Path) -> Outcome:
    found = reader(path.suffix)
    assert found is not None
    return found.extract(path)


def document_of(path: Path) -> Document:
    outcome = outcome_of(path)
    assert isinstance(outcome, Extracted | Partial), outcome
    return outcome.document


def failure_of(path: Path) -> Failed:
    outcome = outcome_of(path)
    assert isinstance(outcome, Failed), outcome
    return outcome


def blocks_of(document: Document) -> list[tuple[BlockKind, str, Locator | None]]:
    return [(s.kind, document.body[s.start : s.end], s.locator) for s in document.spans]


def texts_of(document: Document) -> list[str]:
    return [text for _, text, _ in blocks_of(document)]
