"""What a soak looks at, and what it calls flat."""

from benchmarks.soak.costs import Cost, is_flat, measured


def test_growth_of_any_kind_is_not_flat():
    flat = [Cost(number, 100, 9, 4) for number in range(10)]
    assert is_flat(flat)
    for grown in (Cost(10, 130, 9, 4), Cost(10, 100, 10, 4), Cost(10, 100, 9, 5)):
        assert not is_flat([*flat[:9], grown])


def test_this_process_holds_something():
    cost = measured(1)
    assert min(cost.memory, cost.descriptors, cost.threads) > 0
