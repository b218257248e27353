"""What likely pairs connect is clustered by itself, and comes to what all pairs come to."""

import pickle
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex.linkage.candidates import ROOM
from specdex.linkage.clusters import NEVER, _Part, clusters, components, connected

COUNT = 24
scores = st.one_of(
    st.sampled_from([NEVER, 0.0, 0.1, 0.5, 0.5 - 1e-12, 0.50001, 0.9]), st.floats(0, 1)
)
pages = st.integers(0, COUNT - 1)
pairs = st.lists(st.tuples(pages, pages, scores), max_size=90)


class Parcels:
    """Maps as workers do: what goes there and comes back is packed."""

    def map(self, function, things):
        for thing in things:
            yield pickle.loads(pickle.dumps(function(pickle.loads(pickle.dumps(thing)))))


@settings(max_examples=300, deadline=None)
@given(pairs, st.lists(st.tuples(pages, pages), max_size=5), st.integers(1, 40))
def test_parts_come_to_the_groups_of_the_whole(rows, together, size):
    table = np.array([row for row in rows if row[0] != row[1]]).reshape(-1, 3)
    one, other, score = table[:, 0].astype(int), table[:, 1].astype(int), table[:, 2]
    start = components(COUNT, together)
    whole = _Part(
        np.arange(COUNT),
        np.bincount(start, minlength=COUNT),
        start[one],
        start[other],
        score,
        threshold=0.5,
        reach=ROOM // COUNT,
    )
    expected = whole.clustered()[1][start].tolist()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["specdex.linkage.clusters"], "PART", size)
        for engine in (None, Parcels()):
            assert clusters(start, (one, other), score, 0.5, engine).tolist() == expected


def test_a_part_chooses_among_equals_as_the_whole_does():
    pairs = np.array([1, 2, 1]), np.array([2, 3, 3])
    score = np.array([0.9, 0.9, NEVER])
    assert clusters(np.arange(4), pairs, score, 0.5).tolist() == [0, 1, 2, 2], "2 ^ 3 < 1 ^ 2"


@given(st.lists(st.tuples(pages, pages), max_size=40))
def test_what_pairs_connect_has_the_number_of_its_first(given_pairs):
    found = components(COUNT, given_pairs)
    known = list(range(COUNT))
    for one, other in given_pairs * COUNT:
        known[one] = known[other] = min(known[one], known[other])
    assert found.tolist() == known


def test_nothing_connects_nothing():
    none = np.empty(0, dtype=np.int64)
    assert connected(0, none, none).tolist() == []
    assert clusters(none, (none, none), none.astype(float), 0.5).tolist() == []
