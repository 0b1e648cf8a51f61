"""Ways to search beside one another."""

from measured_questions import measured, report

from okf_server.evaluate.compare import COMPARED, differences


def test_each_pair_is_compared_in_each_metric() -> None:
    good = report(measured("a", {"x": 1}), measured("b", {"y": 1}))
    bad = report(measured("a", {"x": 2}), measured("b", {"y": None}))
    found = differences({"keyword": bad, "semantic": bad, "hybrid": good})
    assert len(found) == 3 * len(COMPARED)
    mrr = next(one for one in found if (one.second, one.metric) == ("hybrid", "mrr"))
    assert mrr.first == "keyword"
    assert mrr.lead.mean == 0.75
    assert mrr.lead.decided
    assert mrr.to_json()["interval"][0] > 0


def test_a_way_is_not_ahead_of_itself() -> None:
    same = report(measured("a", {"x": 2}))
    assert not any(one.lead.decided for one in differences({"keyword": same, "hybrid": same}))


def test_questions_without_an_answer_do_not_count() -> None:
    one = report(measured("a", {"x": 1}), measured("none", {}))
    two = report(measured("a", {"x": 2}), measured("none", {}))
    leads = {d.metric: d.lead.mean for d in differences({"one": two, "two": one})}
    assert leads["hit_at_1"] == 1
    assert (
        differences({"one": report(measured("none", {})), "two": report(measured("none", {}))})
        == ()
    )


def test_recall_counts_each_expected_answer() -> None:
    found = report(measured("a", {"x": 1, "y": 7, "z": None}))
    assert found.recall_at_1 == found.recall_at_5 == 1 / 3
    assert found.recall_at_10 == 2 / 3
    assert report(measured("none", {})).recall_at_5 is None
