"""Read and write a set in the usual form: corpus.jsonl, queries.jsonl, qrels/*.tsv."""

import csv
import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

Judged = Mapping[str, Mapping[str, int]]
"""For each question the documents that were judged, with their grades; 0 and below is not relevant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestSet:
    """Documents by id as title and text, questions by id, and the judgements."""

    name: str
    documents: Mapping[str, tuple[str, str]]
    questions: Mapping[str, str]
    judged: Judged

    @property
    def answerable(self) -> list[str]:
        """The ids of the questions with a relevant document, in order."""
        return [
            key for key in self.questions if any(g > 0 for g in self.judged.get(key, {}).values())
        ]

    def sample(self, most: int, seed: int = 0) -> "TestSet":
        """The same set with at most so many of its answerable questions, drawn with a seed."""
        keys = self.answerable
        if len(keys) <= most:
            return self
        drawn = set(random.Random(seed).sample(keys, most))  # noqa: S311 - no secret
        kept = {key: text for key, text in self.questions.items() if key in drawn}
        return replace(self, questions=kept)


def read_set(directory: Path, split: str = "test") -> TestSet:
    """A set from a directory; the split is the file in `qrels`, the only one where there is one."""
    documents = {
        str(one["_id"]): (one.get("title") or "", one.get("text") or "")
        for one in _lines(directory / "corpus.jsonl")
    }
    questions = {str(one["_id"]): one["text"] for one in _lines(directory / "queries.jsonl")}
    files = sorted((directory / "qrels").glob("*.tsv"))
    file = files[0] if len(files) == 1 else directory / "qrels" / f"{split}.tsv"
    judged: dict[str, dict[str, int]] = {}
    with file.open(encoding="utf-8", newline="") as stream:
        rows = csv.reader(stream, delimiter="\t")
        for question, document, grade in (row[:3] for row in rows if row and row[-1] != "score"):
            judged.setdefault(question, {})[document] = int(grade)
    return TestSet(name=directory.name, documents=documents, questions=questions, judged=judged)


def write_set(directory: Path, found: TestSet) -> None:
    """Write a set; what stands in the directory is replaced."""
    (directory / "qrels").mkdir(parents=True, exist_ok=True)
    corpus = (
        {"_id": key, "title": title, "text": text} for key, (title, text) in found.documents.items()
    )
    _write(directory / "corpus.jsonl", corpus)
    _write(
        directory / "queries.jsonl",
        ({"_id": key, "text": text} for key, text in found.questions.items()),
    )
    with (directory / "qrels" / "test.tsv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter="\t", lineterminator="\n")
        writer.writerow(["query-id", "corpus-id", "score"])
        for question, grades in found.judged.items():
            writer.writerows([question, document, grade] for document, grade in grades.items())


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            if line.strip():
                yield json.loads(line)


def _write(path: Path, values: Iterable[Mapping[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for value in values:
            stream.write(json.dumps(value, ensure_ascii=False) + "\n")
