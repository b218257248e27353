"""Columns of registers: an index names every row that is like a value, and no other."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from specdex.audit.columns import Column
from specdex.audit.likeness import comparable, degrees, nearness
from specdex.audit.rules import Comparison

NAMES = st.lists(st.text("abn 2", max_size=9), min_size=1, max_size=12)
FLOORS = st.sampled_from((0.0, 0.3, 0.6, 0.8))


@given(NAMES, st.text("abn 2", min_size=1, max_size=9), FLOORS, st.booleans(), st.booleans())
def test_an_index_names_the_rows_that_comparing_all_would_find(values, asked, floor, code, bare):
    how = Comparison(code=code, floor=floor, strengths=bare)
    column, value = Column(values, how), comparable(asked, how)
    every = [comparable(each, how) for each in values]
    for measure in (degrees, nearness):
        wanted = np.flatnonzero(measure(value, every, how) > 0).tolist()
        assert column.rows(value, measure).tolist() == wanted


def test_letters_that_come_again_count_as_often_as_they_do():
    column = Column(["banana", "nanana", "ban", "na"], Comparison(floor=0.6))
    assert column.rows("banana", degrees).tolist() == [0, 1]
