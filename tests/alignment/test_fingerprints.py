import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.alignment.fingerprints import compatible, fingerprint, overlap


@pytest.mark.parametrize(
    ("printed", "kind"),
    [
        (["2 kg", "300 g", "1,5 kg"], "mass"),
        (["yes", "Nein", "oui"], "truth"),
        (["1", "2", "16"], "number"),
        (["black", "red", "blue"], "text"),
        (["black", "3 kg", "yes"], ""),
        (["2 kg"], ""),
        ([], ""),
    ],
)
def test_a_fingerprint_knows_the_kind_of_its_values(printed, kind):
    assert fingerprint(printed).kind == kind


def test_kinds_that_cannot_be_one_attribute_are_not_compatible():
    assert not compatible("mass", "length")
    assert not compatible("truth", "number")
    assert compatible("number", "mass")
    assert compatible("text", "truth")


values = st.lists(st.sampled_from(["1 kg", "2 kg", "2000 g", "red", "n/a", ""]), max_size=12)


@given(values, values)
def test_overlap_is_symmetric_and_bounded(one, other):
    mine, theirs = fingerprint(one), fingerprint(other)
    assert overlap(mine, theirs) == pytest.approx(overlap(theirs, mine))
    assert 0 <= overlap(mine, theirs) <= 1 + 1e-9
    assert overlap(mine, mine) == pytest.approx(1 if mine.count else 0)
