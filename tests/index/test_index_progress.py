from pathlib import Path

from okf_server.index.parts import part_of
from okf_server.index.passages import split
from okf_server.index.records import IndexEntry
from okf_server.index.write import write_index
from okf_server.model.concept import Concept


def test_the_passages_of_one_large_concept_count_in_the_progress(tmp_path: Path) -> None:
    concept = Concept(id="large", meta={}, body="The budget was approved again. " * 100_000)
    passages = split(concept, [])
    entry = IndexEntry(
        concept=concept,
        passages=passages,
        path="large.md",
        source=0,
        revision="sha256:0",
        access_class=0,
    )
    told: list[tuple[str, int, int]] = []
    write_index(
        tmp_path / "index",
        [part_of(entry)],
        vectors=None,
        embedder=None,
        progress=lambda stage, done, total, _: told.append((stage, done, total)),
    )
    assert len(told) == len(passages) // 1000 + 1
    assert told[0] == ("index", 1000, len(passages))
    assert told[-1] == ("index", len(passages), len(passages))
