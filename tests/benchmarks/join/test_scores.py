from benchmarks.align.command import score
from benchmarks.fuse.command import normal_time_or_gate
from benchmarks.link.command import LinkScore


def test_scores_count_pairs():
    gold = {("a", "w"): "weight", ("b", "x"): "weight", ("c", "y"): "size"}
    told = {("a", "w"): "1", ("b", "x"): "1", ("c", "y"): "1"}
    assert score(gold, told) == LinkScore(right=1, said=3, true=1)
    assert score(gold, {}) == LinkScore(right=0, said=0, true=1)
    assert LinkScore(right=1, said=3, true=1).f1 == 0.5


def test_times_and_gates_have_one_form():
    assert normal_time_or_gate("departs", "2:07PM EST") == normal_time_or_gate("departs", "14:07")
    assert normal_time_or_gate("departs", "12:05 am") == "5"
    assert normal_time_or_gate("gate of arrival", "Terminal 4, Gate B12") == "b12"
    assert normal_time_or_gate("left", "Not Available") == ""
