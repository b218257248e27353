import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.quantities.units import UNITS, convert, measure, measures, number, plain

spellings = {
    dimension: [spelling for group in units for spelling in group.split()]
    for dimension, units in UNITS.items()
}
two_units = st.sampled_from(sorted(spellings)).flatmap(
    lambda dimension: st.tuples(
        st.sampled_from(spellings[dimension]), st.sampled_from(spellings[dimension])
    )
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2,5 kg", "2500 g"),
        ("2.5kg", "2500 Gramm"),
        ("27 Zoll", "685,8 mm"),
        ('27"', "27 pouces"),
        ("1,5 л", "1500 мл"),
        ("16,1 Megapixel", "16.1 MP"),
        ("16100000 pixels", "16.1 MP"),
        ("60Hz", "0.06 kHz"),
        ("1 TB", "1000 GB"),
        ("2 Stunden", "120 min"),
        ("250 cd/m²", "250 nits"),
        ("0,5 kW", "500 Watt"),
    ],
)
def test_one_quantity_in_two_spellings_is_one(one, other):
    mine, theirs = measure(one), measure(other)
    assert mine is not None
    assert theirs is not None
    assert mine.dimension == theirs.dimension != ""
    assert mine.amount == pytest.approx(theirs.amount)


@pytest.mark.parametrize(
    ("printed", "amount"),
    [("1.234,56", 1234.56), ("1,234.56", 1234.56), ("1 234,5", 1234.5), ("20,000,000", 20_000_000),
     ("1.000.000", 1_000_000), ("2,50", 2.5), ("2.500", 2.5), ("-3,5", -3.5), ("0,125", 0.125)],
)  # fmt: skip
def test_numbers_are_read_with_any_decimal_sign(printed, amount):
    assert number(printed) == pytest.approx(amount)


@given(st.floats(0.001, 1e6), two_units)
def test_converting_there_and_back_changes_nothing(amount, units):
    one, other = units
    there = convert(amount, one, other)
    assert there is not None
    assert convert(there, other, one) == pytest.approx(amount)


@given(st.integers(1, 10_000), two_units)
def test_a_converted_quantity_is_the_same_quantity(amount, units):
    one, other = units
    there = convert(amount, one, other)
    assert there is not None
    mine, theirs = measure(f"{amount} {one}"), measure(f"{there:.9f} {other}")
    assert mine is not None
    assert theirs is not None
    assert mine.dimension == theirs.dimension
    assert theirs.amount == pytest.approx(mine.amount, rel=1e-3, abs=convert_slack(other))


def convert_slack(unit):
    """What nine decimals of the unit are worth in its base unit."""
    factors = {
        spelling: factor
        for units in UNITS.values()
        for group, factor in units.items()
        for spelling in group.split()
    }
    return factors[unit] * 1e-9 + 1e-8


def test_no_spelling_means_two_units():
    every = [spelling for known in spellings.values() for spelling in known]
    assert len(every) == len(set(every))


def test_different_dimensions_cannot_be_converted():
    assert convert(1, "kg", "mm") is None
    assert convert(1, "kg", "parsec") is None


def test_several_quantities_are_read_in_order():
    assert [found.dimension for found in measures("30 x 20 cm, 5 kg")] == ["", "length", "mass"]
    assert [found.dimension for found in measures("2 in 1, 4x zoom")] == ["", "", "factor"]


@pytest.mark.parametrize("printed", ["", "kg", "about 5 kg", "5 kg net", "black", "16:9"])
def test_what_is_more_or_less_than_a_quantity_is_none(printed):
    assert measure(printed) is None


@given(st.text(max_size=40))
def test_any_text_can_be_read(printed):
    measures(plain(printed))
    measure(printed)
