"""Whoever holds what, and whenever they die: what is joined is the same."""

import pickle
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex.pipeline import held
from specdex.pipeline import join as verb
from specdex.pipeline.held import _HERE, _bins
from specdex.records import (
    Decision,
    DecisionKind,
    Field,
    Fragment,
    FragmentKind,
    Pair,
    Specification,
)

PAGES = [
    Specification(
        f"https://{site}.example/{number}",
        site=f"{site}.example",
        category="kettle",
        title=f"Acme KX-{4000 + number} {'red' if number % 3 else 'blue'}",
        fields=(Field("gtin", f"{4006381333000 + number}"),) if number % 2 else (),
        fragments=(
            Fragment(
                "/html",
                FragmentKind.TABLE,
                (
                    Pair("Leistung" if site == "c" else "Power", f"{number + (site == 'b')} W"),
                    Pair("Weight", f"{number * 7 % 40} kg"),
                    Pair("Lid", "rot" if site == "c" else "red"),
                ),
            ),
        ),
    )
    for number in range(20)
    for site in "abc"
]


class Crew:
    """Workers that are all here; those die who are given the things that *deaths* tell."""

    def __init__(self, workers, deaths=()):
        self.workers, self.deaths = workers, set(deaths)
        self.dead = set()
        self.asked = self.answers = 0

    def kept(self, _function):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        _HERE.clear()

    def map(self, function, things):
        function = pickle.loads(pickle.dumps(function))
        for number, thing in enumerate(things):
            if not getattr(function, "held", False):
                yield function(thing)
                continue
            self.asked += 1
            self.dead |= {number % self.workers} if self.asked in self.deaths else set()
            if number % self.workers in self.dead:
                yield function.lost(thing)
            else:
                self.answers += 1
                yield pickle.loads(pickle.dumps(function(pickle.loads(pickle.dumps(thing)))))


DECISIONS = [Decision(DecisionKind.MEANS, "c.example", "Leistung", "Power")]


@cache
def _alone():
    return verb.join(PAGES, DECISIONS)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 9), st.lists(st.integers(1, 30), max_size=4), st.integers(1, 4))
def test_whoever_holds_and_dies_all_is_joined_as_by_one(workers, deaths, bins):
    crew = Crew(workers, deaths)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verb, "SHARED", 10)
        patch.setattr(held, "BINS", bins)
        assert verb.join(PAGES, DECISIONS, crew) == _alone()
    # of names what values and names mean, twice and once more, and what attributes are like
    assert crew.asked == 5 + 4 * bins * workers
    assert crew.answers == crew.asked or crew.dead


def test_values_that_a_worker_has_read_are_not_read_again(monkeypatch):
    packed = {each.url: msgspec.msgpack.encode(each) for each in PAGES}
    names = held.Names(PAGES, (), packed, Crew(1))
    held.read.cache_clear()
    monkeypatch.setattr("specdex.quantities.values._read", None)
    with pytest.raises(TypeError):
        held.read("7 W")
    monkeypatch.undo()
    with Crew(1):
        names.first()
    monkeypatch.setattr("specdex.quantities.values._read", None)
    assert held.read("7 W").amounts == (7.0,)


@given(
    st.lists(st.lists(st.binary(max_size=9), min_size=1, max_size=3), min_size=1), st.integers(1, 9)
)
def test_bins_follow_on_each_other_and_leave_nothing_out(groups, count):
    bins = list(_bins(groups, count))
    assert len(bins) == count
    assert [group for each in bins for group in each] == groups


def test_bins_are_of_like_size():
    groups = [[b"x" * (1 + number % 7)] for number in range(700)]
    sizes = [sum(len(page) for group in each for page in group) for each in _bins(groups, 4)]
    assert max(sizes) - min(sizes) <= 2 * 7
