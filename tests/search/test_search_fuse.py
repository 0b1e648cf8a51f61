"""Two rankings become one."""

from okf_server.index.keyword import Ranked
from okf_server.model.answer import MatchedBy
from okf_server.search.fuse import Blend, Fused, Fusion, fuse

KEYWORD = [Ranked(1, 9.0), Ranked(2, 8.9), Ranked(3, 1.0)]
SEMANTIC = [Ranked(2, 0.90), Ranked(4, 0.85), Ranked(1, 0.70)]


def fused(method: Fusion) -> list[Fused]:
    return fuse(keyword=KEYWORD, semantic=SEMANTIC, blend=Blend(method))


def test_what_both_sides_rank_high_comes_first() -> None:
    assert [hit.row for hit in fused(Fusion.RRF)] == [2, 1, 4, 3]
    assert [hit.row for hit in fused(Fusion.CONVEX)][:2] == [2, 1]


def test_each_hit_knows_its_ranks() -> None:
    assert [(hit.keyword_rank, hit.semantic_rank) for hit in fused(Fusion.RRF)] == [
        (2, 1),
        (1, 3),
        (None, 2),
        (3, None),
    ]
    assert [hit.matched_by for hit in fused(Fusion.RRF)][2:] == [
        MatchedBy.SEMANTIC,
        MatchedBy.KEYWORD,
    ]


def test_ties_go_to_the_semantic_side() -> None:
    tied = fuse(keyword=[Ranked(1, 5.0)], semantic=[Ranked(2, 0.9)], blend=Blend(Fusion.RRF))
    assert [hit.row for hit in tied] == [2, 1]


def test_auto_goes_by_scores() -> None:
    assert fused(Fusion.AUTO) == fused(Fusion.CONVEX)


def test_a_keyword_score_counts_as_a_share_of_the_best_and_a_similarity_by_its_place() -> None:
    blend = Blend(Fusion.CONVEX, 0.5)
    found = fuse(keyword=KEYWORD, semantic=SEMANTIC, blend=blend)
    scores = {hit.row: round(hit.score, 3) for hit in found}
    assert scores == {2: 0.994, 1: 0.5, 4: 0.375, 3: 0.056}


def test_one_side_alone_keeps_its_order() -> None:
    for method in Fusion:
        assert [hit.row for hit in fuse(keyword=KEYWORD, semantic=[], blend=Blend(method))] == [
            1,
            2,
            3,
        ]
        assert [hit.row for hit in fuse(keyword=[], semantic=SEMANTIC, blend=Blend(method))] == [
            2,
            4,
            1,
        ]
        assert fuse(keyword=[], semantic=[], blend=Blend(method)) == []


def test_equal_scores_on_one_side_are_no_division_by_zero() -> None:
    same = [Ranked(1, 3.0), Ranked(2, 3.0)]
    assert len(fuse(keyword=same, semantic=same, blend=Blend(Fusion.CONVEX))) == 2
