import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from specdex.arrays import among, distinct, numbered, summed

NUMBERS = st.lists(st.integers(-5, 5)).map(lambda each: np.array(each, dtype=np.int64))


@given(NUMBERS)
def test_different_numbers_are_what_numpy_says(numbers):
    assert distinct(numbers).tolist() == np.unique(numbers).tolist()
    known, place = numbered(numbers)
    assert known[place].tolist() == numbers.tolist()
    assert known.tolist() == distinct(numbers).tolist()


@given(NUMBERS, NUMBERS)
def test_numbers_among_others_are_what_numpy_says(numbers, known):
    assert among(numbers, known).tolist() == np.isin(numbers, known).tolist()


@given(NUMBERS)
def test_weights_fall_on_their_numbers(numbers):
    known, (total,) = summed(numbers, numbers.astype(float))
    times = np.unique(numbers, return_counts=True)[1]
    assert total.tolist() == (known * times).tolist()
