from benchmarks.data import Part
from benchmarks.gates.command import Floor, raised, slips, splits


def sides(open_, blind):
    return {Part.OPEN: open_, Part.BLIND: blind}


def test_a_score_below_its_floor_is_named():
    floor = Floor("d", {"f1": 0.9, "recall": 0.8}, {"f1": 0.85})
    (slip,) = slips(
        "specs", floor, sides({"f1": 0.85, "recall": 0.81}, {"f1": 0.86, "recall": 0.8})
    )
    assert slip == "specs, open: f1 0.8500 is under its floor 0.9000"
    assert (
        slips("specs", floor, sides({"f1": 0.9, "recall": 0.8}, {"f1": 0.9, "recall": 0.8})) == []
    )
    assert len(slips("specs", floor, sides({}, {}))) == 3


def test_floors_only_go_up_on_the_same_data():
    floor = Floor("d", {"f1": 0.9}, {"f1": 0.9})
    worse = sides({"f1": 0.5}, {"f1": 0.5})
    assert raised(floor, "d", worse) == floor
    assert raised(floor, "d", sides({"f1": 0.95129}, {"f1": 0.5})).open == {"f1": 0.941}
    assert raised(floor, "other data", worse).blind == {"f1": 0.49}


def test_known_gaps_only_shrink():
    floor = Floor("d", {}, {}, {"f1": 0.05})
    assert raised(floor, "d", sides({"f1": 0.9}, {"f1": 0.8})).known_gaps == {"f1": 0.05}
    assert raised(floor, "d", sides({"f1": 0.9}, {"f1": 0.86})).known_gaps == {"f1": 0.04}
    assert raised(floor, "d", sides({"f1": 0.9}, {"f1": 0.89})).known_gaps == {}
    assert splits("specs", floor, sides({"f1": 0.9}, {"f1": 0.85})) == []
    (slip,) = splits("specs", floor, sides({"f1": 0.9}, {"f1": 0.8}))
    assert slip == "specs: f1 is 0.1000 better on open sites, 0.0500 at most"
