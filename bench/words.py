"""Measure the keyword side: building, adding one document, asking; against SQLite FTS5 on the same terms."""

import argparse
import json
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from corpus import Writer, questions
from okf_server.index.analyze import joined_terms, terms
from okf_server.index.keyword_fields import WEIGHTS
from okf_server.index.parts import part_of
from okf_server.index.read import open_index
from okf_server.index.records import IndexEntry
from okf_server.index.write import write_index
from okf_server.model.answer import Filters
from okf_server.model.concept import Concept
from okf_server.model.passage import Passage, PassageKind

_PASSAGES = 10  # of a concept
_WORDS = 80  # of a passage
_LIMIT = 100
_PERCENT = 95


def entries(count: int) -> Iterator[IndexEntry]:
    """Concepts of ten passages each, in the order of their ids."""
    writer = Writer(7)
    for number in range(count // _PASSAGES):
        yield entry(writer, f"area/document-{number:06d}")


def entry(writer: Writer, concept_id: str) -> IndexEntry:
    """One concept of random words."""
    texts = [writer.sentence(_WORDS) for _ in range(_PASSAGES)]
    heading, title = writer.sentence(3), writer.sentence(5)
    passages, start = [], 0
    for ordinal, text in enumerate(texts):
        end = start + len(text)
        passages.append(
            Passage(
                concept=concept_id,
                ordinal=ordinal,
                start=start,
                end=end,
                kind=PassageKind.TEXT,
                headings=(heading,),
                section="",
                locator=None,
            )
        )
        start = end + 1
    meta = {"title": title, "tags": [writer.sentence(1)], "description": writer.sentence(12)}
    return IndexEntry(
        concept=Concept(id=concept_id, meta=meta, body="\n".join(texts)),
        passages=passages,
        path=f"{concept_id}.md",
        source=0,
        revision="",
        access_class=0,
    )


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Wall and processor seconds of some work."""
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - processor


def milliseconds(ask: Callable[[str], object], asked: Iterable[str]) -> dict[str, float]:
    """Processor time of each question at the middle and at 95 %."""
    taken = sorted(timed(lambda one=one: ask(one))[1] * 1000 for one in asked)
    return {
        "p50": round(statistics.median(taken), 2),
        "p95": round(taken[len(taken) * _PERCENT // 100 - 1], 2),
    }


def fts5(path: Path, written: Sequence[IndexEntry]) -> sqlite3.Connection:
    """The same terms in the same fields in SQLite."""
    base = sqlite3.connect(path)
    base.execute(f"create virtual table t using fts5({', '.join(WEIGHTS)}, content='')")
    base.executemany(
        f"insert into t({', '.join(WEIGHTS)}) values (?, ?, ?, ?, ?, ?)",  # noqa: S608 - our own names
        (fields for one in written for fields in _fields(one)),
    )
    base.commit()
    return base


def _fields(one: IndexEntry) -> Iterator[tuple[str, ...]]:
    meta, body = one.concept.meta, one.concept.body
    title, tags = joined_terms(str(meta["title"])), joined_terms(" ".join(meta["tags"]))  # type: ignore[arg-type]
    description = joined_terms(str(meta["description"]))
    for passage in one.passages:
        headings = joined_terms(" ".join(passage.headings))
        text = joined_terms(body[passage.start : passage.end])
        yield title, "", tags, description, headings, text


def measure(passages: int, place: Path) -> dict[str, object]:
    """Everything at one size."""
    written = list(entries(passages))
    full, more = place / "full", place / "more"
    report: dict[str, object] = {"passages": passages}
    report["build_s"] = timed(
        lambda: write_index(full, list(map(part_of, written)), vectors=None, embedder=None)
    )
    added = sorted(
        [*written, entry(Writer(9), "area/document-000007b")], key=lambda one: one.concept.id
    )
    report["add_one_s"] = timed(
        lambda: write_index(
            more, list(map(part_of, added)), vectors=None, embedder=None, previous=full
        )
    )
    report["keyword_mb"] = sum(file.stat().st_size for file in (full / "keyword").iterdir()) / 1e6
    reader = open_index(full)
    seen = reader.visible(None, Filters())
    asked = questions(60)
    report["ours_ms"] = milliseconds(
        lambda one: reader.rank_keyword(one, visible=seen, limit=_LIMIT), asked
    )
    base: list[sqlite3.Connection] = []
    report["fts5_build_s"] = timed(lambda: base.append(fts5(place / "fts5.db", written)))
    weights = ", ".join(map(str, WEIGHTS.values()))
    query = (
        f"select rowid, bm25(t, {weights}) as s from t where t match ? order by s limit {_LIMIT}"  # noqa: S608 - numbers
    )
    report["fts5_ms"] = milliseconds(
        lambda one: base[0].execute(query, [" OR ".join(map(_name, terms(one)))]).fetchall(), asked
    )
    return report


def _name(term: str) -> str:
    return f'"{term}"'


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("passages", type=int, nargs="*", default=[10_000, 100_000])
    for passages in parser.parse_args().passages:
        place = Path(mkdtemp(prefix="okf-bench-"))
        try:
            print(json.dumps(measure(passages, place)))
        finally:
            rmtree(place)


if __name__ == "__main__":
    main()
