from collections.abc import Sequence
from dataclasses import dataclass, field
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
    kb.embedder = HashEmbedder()
    first = kb.build()
    for number in range(80):
        kb.write(f"{number}.md", f"# {number}\n\nText {number}.\n")
    kb.embedder = Failing()
    with pytest.raises(ModelError):
        kb.build()
    assert kb.current.id == first.snapshot
    kb.embedder = HashEmbedder()
    assert kb.build().embedded == 80 - 64


@dataclass
class Watching(HashEmbedder):
    """Looks at what is served while it embeds, and fails after some batches."""

    kb: Shelf | None = None
    fails_after: int = 10**9
    served: list[str | None] = field(default_factory=list)

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        assert self.kb is not None
        if len(self.served) >= self.fails_after:
            raise ModelError("The provider is gone.")
        current = self.kb.store.current()
        self.served.append(current.manifest.embedder or "keyword" if current else None)
        return super().passages(texts)


def many(kb: Shelf, number: int = 130) -> None:
    for at in range(number):
        kb.write(f"{at}.md", f"# {at}\n\nText {at}.\n")


def test_where_vectors_take_long_keyword_search_is_published_first(kb: Shelf) -> None:
    many(kb)
    watching = kb.embedder = Watching(kb=kb)
    report = kb.build(vectors_later=100)
    assert watching.served == ["keyword"] * 3
    assert report.published
    assert (report.snapshot, report.embedded) == (kb.current.id, 130)
    assert kb.current.manifest.embedder == "hash/1"


def test_vectors_complete_a_snapshot_and_do_not_make_one_to_go_back_to(kb: Shelf) -> None:
    kb.write("first.md", "# First\n")
    kb.build()
    first = kb.current.id
    many(kb)
    kb.embedder = Watching(kb=kb)
    kb.build(vectors_later=100)
    assert [listed.id for listed in kb.store.list()] == [first, kb.current.id]
    assert kb.store.previous_id() == first


def test_what_is_published_is_the_same_either_way(kb: Shelf, tmp_path: Path) -> None:
    other = shelf(tmp_path / "other")
    contents = []
    for one, later in ((kb, 100), (other, 1000)):
        one.embedder = HashEmbedder()
        many(one)
        one.build(vectors_later=later)
        contents.append((one.current.manifest.content, one.current.manifest.inputs, one.log()))
    assert contents[0] == contents[1]
    assert kb.build(vectors_later=100).ending is Ending.UNCHANGED


def test_a_build_that_ends_before_its_vectors_is_gone_on_with(kb: Shelf) -> None:
    many(kb)
    kb.embedder = Watching(kb=kb, fails_after=1)
    with pytest.raises(ModelError, match=r"is gone\. The base is published for keyword search;"):
        kb.build(vectors_later=100)
    assert kb.current.manifest.embedder is None
    watching = kb.embedder = Watching(kb=kb)
    assert kb.build(vectors_later=10).embedded == 130 - 64
    assert watching.served == ["keyword"] * 2
    assert [listed.id for listed in kb.store.list()] == [kb.current.id]


def test_a_small_base_whose_first_vectors_fail_is_published_for_keyword_search(kb: Shelf) -> None:
    many(kb, 3)
    kb.embedder = Watching(kb=kb, fails_after=0)
    for number in range(2):
        kb.write("more.md", f"# More {number}\n")
        with pytest.raises(ModelError, match="published for keyword search; the next build makes"):
            kb.build()
        assert kb.current.manifest.embedder is None
        assert f"# More {number}" in (kb.current.path / "bundle" / "more.md").read_text()
    kb.embedder = HashEmbedder()
    assert kb.build().embedded == 4
    assert kb.current.manifest.embedder == "hash/1"


def test_a_base_with_vectors_keeps_them_where_new_ones_fail(kb: Shelf) -> None:
    many(kb, 3)
    kb.embedder = HashEmbedder()
    kb.build()
    served = kb.current.id
    kb.write("more.md", "# More\n")
    kb.embedder = Watching(kb=kb, fails_after=0)
    with pytest.raises(ModelError, match=r"is gone\.$"):
        kb.build()
    assert kb.current.id == served


def test_vectors_that_are_served_are_never_taken_away(kb: Shelf) -> None:
    kb.embedder = HashEmbedder()
    kb.write("first.md", "# First\n")
    kb.build(vectors_later=100)
    many(kb)
    watching = kb.embedder = Watching(kb=kb)
    assert kb.build(vectors_later=100).embedded == 130
    assert watching.served == ["hash/1"] * 3


def test_another_model_takes_over_once_its_vectors_are_there(kb: Shelf) -> None:
    many(kb)
    kb.embedder = HashEmbedder()
    kb.build(vectors_later=1000)
    watching = kb.embedder = Watching(kb=kb, identity="hash/2")
    kb.build(vectors_later=100)
    assert watching.served == ["keyword"] * 3
    assert kb.current.manifest.embedder == "hash/2"
