from benchmarks.join.again import measured_again
from benchmarks.join.command import Clock, measured_join
from specdex.pipeline import join as verb
from specdex.pipeline import stock
from specdex.records import Fragment, FragmentKind, Pair, Specification


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


def test_joining_in_steps_is_held_against_joining_at_once(monkeypatch):
    monkeypatch.setattr(stock, "LEAST", 100)
    pages = [
        Specification(
            f"https://{site}.example/{number}",
            site=f"{site}.example",
            title=f"Acme X{4000 + number}",
            fragments=(Fragment("/html", FragmentKind.TABLE, (Pair("Power", f"{number} W"),)),),
        )
        for number in range(60)
        for site in "ab"
    ]
    before, once, again = (row for _, row in measured_again(pages))
    assert (before["pages"], once["pages"], again["pages"]) == (119, 120, 120)
    assert again["equal"] == 1
    assert again["late pairs as in one join"] == 1
