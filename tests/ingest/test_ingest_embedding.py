from collections.abc import Sequence
from pathlib import Path

import pytest

from building import HashEmbedder, Shelf, shelf
from okf_server.errors import ModelError
from okf_server.ingest.report import Ending
from okf_server.model.seams import Vector


@pytest.fixture
def kb(tmp_path: Path) -> Shelf:
    return shelf(tmp_path)


def test_only_new_passages_are_embedded(kb: Shelf) -> None:
    embedder = kb.embedder = HashEmbedder()
    kb.write("a.md", "# A\n\nFirst.\n")
    kb.write("b.md", "# B\n\nSecond.\n")
    assert kb.build().embedded == 2
    assert kb.current.manifest.embedder == "hash/1"
    kb.write("b.md", "# B\n\nThird.\n")
    assert kb.build().embedded == 1
    assert [text.split("\n")[-1] for text in embedder.asked] == ["First.", "Second.", "Third."]
    assert kb.build().ending is Ending.UNCHANGED
    embedder.identity = "hash/2"
    assert kb.build().embedded == 2


def test_a_build_without_embeddings_is_for_keyword_search(kb: Shelf) -> None:
    kb.embedder = HashEmbedder()
    kb.write("a.md", "# A\n")
    assert kb.build(embeddings=False).embedded == 0
    assert kb.current.manifest.embedder is None
    assert kb.build().published


def test_a_model_that_fails_loses_neither_the_snapshot_nor_its_work(kb: Shelf) -> None:
    class Failing(HashEmbedder):
        def passages(self, texts: Sequence[str]) -> list[Vector]:
            if len(self.asked) >= 64:
                raise ModelError("The provider is gone.")
            return super().passages(texts)

    kb.write("first.md", "# First\n")
    first = kb.build()
    for number in range(80):
        kb.write(f"{number}.md", f"# {number}\n\nText {number}.\n")
    kb.embedder = Failing()
    with pytest.raises(ModelError):
        kb.build()
    assert kb.current.id == first.snapshot
    kb.embedder = HashEmbedder()
    assert kb.build().embedded == 81 - 64
