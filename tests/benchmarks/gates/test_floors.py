from benchmarks.gates.command import Floor, raised, slips


def test_a_score_below_its_floor_is_named():
    floor = Floor("d", {"f1": 0.9, "recall": 0.8})
    (slip,) = slips("specs", floor, {"f1": 0.85, "recall": 0.81})
    assert str(slip) == "specs: f1 0.8500 is under its floor 0.9000"
    assert slips("specs", floor, {"f1": 0.9, "recall": 0.8}) == ()
    assert len(slips("specs", floor, {})) == 2


def test_floors_only_go_up_on_the_same_data():
    floor = Floor("d", {"f1": 0.9})
    assert raised(floor, "d", {"f1": 0.5}) == floor
    assert raised(floor, "d", {"f1": 0.95129}).scores == {"f1": 0.941}
    assert raised(floor, "other data", {"f1": 0.5}).scores == {"f1": 0.49}
    assert raised(None, "d", {"f1": 0.5}) == Floor("d", {"f1": 0.49})
