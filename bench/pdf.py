"""Measure how PDF files are read, on folders that you have.

python bench/pdf.py tables FOLDER    cells of tables found again; FOLDER holds pairs like a.pdf and a-str.xml
                                     (the ICDAR 2013 table competition's truth, as in tabula-java)
python bench/pdf.py reading FOLDER   pages a second, memory, and the state of every file with its reason
"""

import json
import os
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from lxml import etree

from okf_server.extract.pool import Job, Pool
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import BlockKind, Document, Extracted, Failed, Outcome, Partial

_TRUTH = "-str.xml"
_DELIMITER = re.compile(r"\|(?: --- \|)+")
_WORKERS = 2


def main(arguments: list[str]) -> int:
    """Measure one thing; returns 2 where it is not said what and where."""
    measures = {"tables": measure_tables, "reading": measure_reading}
    match arguments:
        case [name, folder] if name in measures:
            print(json.dumps(measures[name](Path(folder)), indent=2, ensure_ascii=False))
            return 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2


def measure_tables(folder: Path) -> dict[str, object]:
    """Recall and precision of table cells as text, white space aside, over all files and by file."""
    files = [path for path in _pdfs(folder) if path.with_name(path.stem + _TRUTH).exists()]
    outcomes = _read(files)
    found: dict[str, tuple[int, int, int]] = {}
    for path in files:
        truth = _counted(_truth(path.with_name(path.stem + _TRUTH)))
        document = _document(outcomes[str(path)])
        seen = _counted(_cells(document, truth)) if document else Counter[str]()
        found[path.stem] = ((truth & seen).total(), truth.total(), seen.total())
    both, true, seen_all = (sum(column) for column in zip(*found.values(), strict=True))
    worst = sorted(found.items(), key=lambda pair: pair[1][0] - pair[1][1])[:10]
    return {
        "files": len(found),
        "cells": true,
        "recall": round(both / true, 4),
        "precision": round(both / max(seen_all, 1), 4),
        "most cells missed": {name: f"{hit} of {cells}" for name, (hit, cells, _) in worst},
    }


def measure_reading(folder: Path) -> dict[str, object]:
    """Pages a second with two children, the largest child, and how many files end how."""
    files = list(_pdfs(folder))
    started, before = time.perf_counter(), _child_seconds()
    outcomes = _read(files)
    wall, cpu = time.perf_counter() - started, _child_seconds() - before
    documents = [document for found in outcomes.values() if (document := _document(found))]
    pages = sum(int(str(document.details["pages"])) for document in documents)
    return {
        "files": len(files),
        "pages": pages,
        "pages_per_s": round(pages / wall, 1),
        "pages_per_cpu_s": round(pages / max(cpu, 0.001), 1),
        "largest_child_mb": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10,
        "states": dict(Counter(type(found).__name__ for found in outcomes.values())),
        "reasons": dict(Counter(_reason(found) for found in outcomes.values()).most_common(40)),
        "hidden": sum(bool(document.hidden) for document in documents),
    }


def _pdfs(folder: Path) -> Iterator[Path]:
    yield from sorted(path for path in folder.rglob("*.pdf") if path.is_file())


def _read(files: Sequence[Path]) -> dict[str, Outcome]:
    documents = DocumentsConfig()
    pool = Pool(min(_WORKERS, os.cpu_count() or 1), documents.timeout_s, documents=documents)
    return dict(pool.run([Job(str(path), path, ".pdf") for path in files]))


def _child_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _document(outcome: Outcome) -> Document | None:
    return outcome.document if isinstance(outcome, Extracted | Partial) else None


def _reason(outcome: Outcome) -> str:
    """The reason of an outcome, numbers made alike; empty for a file that was read whole."""
    found = outcome.reason if isinstance(outcome, Failed | Partial) else ""
    return re.sub(r"\d+(?:, \d+)*", "#", found)


def _truth(path: Path) -> Iterator[str]:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    for cell in etree.parse(path, parser).iter("cell"):
        yield "".join(cell.itertext())


def _cells(document: Document, truth: Container[str]) -> Iterator[str]:
    for span in document.spans:
        if span.kind is BlockKind.TABLE:
            header, *lines = document.body[span.start : span.end].split("\n")
            yield from _names(_split(header), truth)
            yield from (
                cell for line in lines if not _DELIMITER.fullmatch(line) for cell in _split(line)
            )


def _split(line: str) -> list[str]:
    cells = re.split(r"(?<!\\)\|", line)[1:-1]
    return [re.sub(r"\\([^\w\s])", r"\1", cell).strip() for cell in cells]


def _names(header: Sequence[str], truth: Container[str]) -> Iterator[str]:
    """The names of a header, level by level where the truth has no such name; one that spans columns once."""
    columns = [[cell] if "".join(cell.split()) in truth else cell.split(" / ") for cell in header]
    for before, column in pairwise([[], *columns]):
        for depth, name in enumerate(column, start=1):
            if depth == len(column) or column[:depth] != before[:depth]:
                yield name


def _counted(cells: Iterator[str]) -> Counter[str]:
    return Counter(text for cell in cells if (text := "".join(cell.split())))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
