from benchmarks.join.command import Clock, measured_join
from specdex.pipeline import join as verb
from specdex.records import Specification


def test_stages_are_counted_by_name():
    clock = Clock()
    stage = clock.timed("sum", sum)
    assert stage([1, 2]) == 3
    assert list(clock.seconds) == ["sum"]


def test_a_joined_collection_tells_what_each_stage_took():
    before = vars(verb).copy()
    pages = [Specification(f"https://{site}.example/1", title="Acme X4711") for site in "ab"]
    row = measured_join(pages)
    assert row["products"] == 1
    assert 0 < sum(row[stage] for stage in ("align", "link", "describe", "fuse")) <= row["seconds"]
    assert vars(verb) == before
