"""What splitting and merging would change, before anything is decided."""

import pytest

from specdex.errors import InputError
from specdex.pipeline.decide import decide
from specdex.pipeline.regroup import merge, split
from specdex.pipeline.rejoin import join_run, unheard
from specdex.records import Decision, DecisionKind, Product
from specdex.runs import SqliteStore
from tests.pipeline.test_rejoin import page


@pytest.fixture
def store(tmp_path):
    with SqliteStore(tmp_path / "specdex.db") as made:
        made.add(page(site, number) for site in "abc" for number in (1, 2))
        join_run(made, "kettle")
        yield made


def products(store):
    return sorted(store.read(Product), key=lambda each: each.urls)


def test_a_split_says_who_differs_and_obeyed_gives_what_it_showed(store):
    one, _ = products(store)
    gone = one.urls[:2]
    plan = split(store, one, gone)
    assert [each.urls for each in plan.after] == [one.urls[2:], gone]
    assert [(each.kind, each.one, each.other) for each in plan.decisions] == [
        (DecisionKind.SAME, *gone),
        (DecisionKind.DIFFERENT, gone[0], one.urls[2]),
    ]
    assert not store.count(Decision)
    assert not unheard(store, "kettle")
    decide(store, plan.decisions)
    assert unheard(store, "kettle")
    join_run(store, "kettle")
    assert not unheard(store, "kettle")
    assert {each.urls for each in plan.after} <= {each.urls for each in products(store)}


def test_a_merge_shows_which_values_change(store):
    one, other = products(store)
    plan = merge(store, one, other)
    (after,) = plan.after
    assert set(after.urls) == {*one.urls, *other.urls}
    assert plan.changes
    assert all(len(each.before) == 2 and len(each.after) == 1 for each in plan.changes)
    decide(store, plan.decisions)
    join_run(store, "kettle")
    assert [each.urls for each in products(store)] == [after.urls]


def test_what_cannot_be_is_refused(store):
    one, _ = products(store)
    for urls in ((), one.urls, ("http://nowhere.example/",)):
        with pytest.raises(InputError):
            split(store, one, urls)
    with pytest.raises(InputError):
        merge(store, one, one)
