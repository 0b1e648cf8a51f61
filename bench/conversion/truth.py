"""Measure documents against Markdown that stands beside them, by format."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.conversion.margins import without_margins
from bench.conversion.score import Overlap, Score, score

from okf_server.extract.pool import Job, Pool
from okf_server.extract.registry import open_readers
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Extracted, Failed, Outcome, Partial

_TIMEOUT_S = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A document, its score, and why it is not whole."""

    name: str
    kind: str
    score: Score
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """Every document that has a truth."""

    files: Sequence[File]

    def to_json(self, *, each: bool) -> dict[str, object]:
        """Means over the files of each format, and every file where asked for."""
        kinds = sorted({file.kind for file in self.files})
        figures: dict[str, object] = {
            kind: _means([file for file in self.files if file.kind == kind]) for kind in kinds
        }
        if each:
            figures["files"] = [{"name": f.name, "state": f.state, **_of(f)} for f in self.files]
        return figures


def measure_truth(sources: Path, truth: Path, *, kinds: Sequence[str] = ()) -> Truth:
    """Read every document of a folder that has a truth, in children as a build does it."""
    wanted = {path.name: known for path, known in _pairs(sources, truth, kinds)}
    readers = open_readers(DocumentsConfig())
    jobs = [
        Job(name, sources / name, readers.kind_of(sources / name, Path(name).suffix))
        for name in wanted
    ]
    pool = Pool(os.cpu_count() or 1, _TIMEOUT_S)
    outcomes = dict(pool.run(jobs))
    return Truth(
        files=[_file(sources / name, outcomes[name], wanted[name]) for name in sorted(wanted)]
    )


def _pairs(sources: Path, truth: Path, kinds: Sequence[str]) -> Iterator[tuple[Path, Path]]:
    for path in sorted(sources.iterdir()):
        if kinds and path.suffix.lower().lstrip(".") not in {k.lstrip(".") for k in kinds}:
            continue
        for name in (f"{path.name}.md", f"{path.stem}.md"):
            if path.is_file() and (truth / name).is_file():
                yield path, truth / name
                break


def _file(path: Path, outcome: Outcome, truth: Path) -> File:
    name, kind = path.name, path.suffix.lower().lstrip(".")
    wanted = truth.read_text("utf-8")
    match outcome:
        case Extracted(document=document):
            found = score(without_margins(document.body, wanted, path), wanted)
            return File(name=name, kind=kind, score=found, state="indexed")
        case Partial(document=document, reason=reason):
            found = score(without_margins(document.body, wanted, path), wanted)
            return File(name=name, kind=kind, score=found, state=f"partial: {reason}")
        case _:
            state = "failed" if isinstance(outcome, Failed) else "skipped"
            found = score("", wanted)
            return File(name=name, kind=kind, score=found, state=f"{state}: {outcome.reason}")


def _means(files: Sequence[File]) -> Mapping[str, object]:
    """The mean over files, as published figures are; `whole` counts the files that were read.

    `cell_recall` is strict; `value_recall` is beside it, see `Score`.
    """
    scores = [file.score for file in files]
    return {
        "files": len(files),
        "whole": sum(file.state == "indexed" for file in files),
        "token_f1": _mean([one.tokens.f1 for one in scores]),
        "heading_f1": _mean([one.headings.f1 for one in scores]),
        "cell_recall": _mean([one.cells.recall for one in scores]),
        "all_cells_recall": _rounded(sum((s.cells for s in scores), Overlap()).recall),
        "value_recall": _mean([one.values.recall for one in scores]),
    }


def _of(file: File) -> Mapping[str, object]:
    return {
        "token_f1": _rounded(file.score.tokens.f1),
        "heading_f1": _rounded(file.score.headings.f1),
        "cell_recall": _rounded(file.score.cells.recall),
        "value_recall": _rounded(file.score.values.recall),
    }


def _mean(values: Sequence[float | None]) -> float | None:
    """The mean of what could be measured: a document without tables says nothing about cells."""
    known = [value for value in values if value is not None]
    return _rounded(sum(known) / len(known)) if known else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
