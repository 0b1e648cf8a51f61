"""Read a file in a test and look at what came of it."""

from pathlib import Path

from okf_server.extract.registry import Reader, open_readers
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import BlockKind, Document, Extracted, Failed, Outcome, Partial
from okf_server.model.locator import Locator


def reader(suffix: str, documents: DocumentsConfig | None = None) -> Reader | None:
    return open_readers(documents or DocumentsConfig()).of_suffix(suffix)


def outcome_of(path: Path, documents: DocumentsConfig | None = None) -> Outcome:
    """What becomes of a file when its kind is told by its bytes, as a build does it."""
    known = open_readers(documents or DocumentsConfig())
    kind = known.kind_of(path, path.suffix)
    found = known.of_suffix(kind)
    assert found is not None
    return found.extract(path, kind)


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
