"""Whatever the parts of a collection are, what is believed of it is the same."""

import pickle
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex.fusion import Fusion, Polls, believed, wordings
from specdex.records import Attribute, Correspondence

SITES = ["a.example", "b.example", "x.example", "y.example"]
FOUND = [Correspondence("x.example", "Akku", "Battery")]
said = st.fixed_dictionaries(
    {},
    optional={
        "Battery": st.sampled_from(["390 shots", "400 shots", "390 Aufnahmen", "400 Aufnahmen"]),
        "Akku": st.sampled_from(["390 Aufnahmen", "400 shots"]),
        "Weight": st.sampled_from(["1 kg", "1000 g", "2 kg"]),
        "Viewfinder": st.sampled_from(["optical", "optisch", "none"]),
    },
)
shelves = st.lists(st.lists(st.tuples(st.sampled_from(SITES), said), min_size=1, max_size=5))


@settings(max_examples=60, deadline=None)
@given(shelves, st.lists(st.integers(0, 30), max_size=4), st.integers(1, 6))
def test_parts_teach_what_the_whole_teaches(page, shelf, cuts, most):
    groups = [
        [page(f"https://{site}/{at}-{place}", **told) for place, (site, told) in enumerate(each)]
        for at, each in enumerate(shelf)
    ]
    with pytest.MonkeyPatch.context() as patch:
        # so that of what is told much is not heard
        patch.setattr(wordings, "MOST_TOLD", most)
        patch.setattr(wordings, "LEAST", 2)
        whole = Fusion(groups, FOUND)
        bounds = sorted({0, len(groups), *(cut for cut in cuts if cut < len(groups))})
        parts = [
            Polls(groups[begin:end], FOUND, number)
            for number, (begin, end) in enumerate(pairwise(bounds))
        ]

        def ask(asked, *given):
            return [
                pickle.loads(pickle.dumps(getattr(part, asked)(*pickle.loads(pickle.dumps(given)))))
                for part in parts
            ]

        trust = believed(ask)
    assert trust.to_json() == whole.trust.to_json()
    units = [Attribute("Weight", unit="kg")]
    fused = tuple(each for part in parts for each in part.products(trust, units))
    assert fused == whole.products(units)
    late = tuple(
        each
        for begin, end in pairwise(bounds)
        for each in Polls(groups[begin:end], FOUND).products(trust, units)
    )
    assert late == fused, "by whom nothing was asked before"


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5), st.integers(1, 6))
def test_of_parts_is_heard_what_is_heard_of_the_whole(sizes, most):
    told = list(range(sum(sizes)))
    bounds = [sum(sizes[:at]) for at in range(len(sizes) + 1)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wordings, "MOST_TOLD", most)
        parts = [
            wordings.heard(told[begin:end], begin, len(told)) for begin, end in pairwise(bounds)
        ]
        assert [each for part in parts for each in part] == wordings.heard(told)


def test_a_part_hears_as_much_as_those_before_it_leave(page):
    groups = [[page(f"https://a.example/{at}", Weight=f"{at} kg")] for at in range(9)]
    parts = [Polls(groups[:4], (), 0), Polls(groups[4:], (), 1)]
    counts = [part.counted() for part in parts]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wordings, "MOST_TOLD", 4)
        told = [each for part in parts for _, each in part.spoken(counts)]
    # of nine every third
    assert [numbers for each in told for (_, numbers) in each] == [(0.0,), (3000.0,), (6000.0,)]
