import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.quantities import Kind, likeness, normal_value, read, stated


@pytest.mark.parametrize(
    ("one", "other"),
    [("2,5 kg", "2500 g"), ("Ja", "yes"), ("Нет", "NO"), ("1920 \u00d7 1080", "1920 x 1080"),
     ("approx. 1.5 m", "Approx. 150 cm"), ("27 in", '27"'), ("1,000:1", "1000:1"),
     ("20,000,000", "20000000"), ('27 "', '27"'), ("Yes ", "YES"), ("3.0", "3"),
     ("100", "100.00"), ("Gen8 Gen9", "Generation 8 Generation 9"), ("8th Gen", "G8"),
     ("G1-G7", "Generation 1-Generation 7"), ("Dual Port (DP)", "2"), ("4-core", "Quad Core"),
     ("10K RPM", "10,000 rpm"), ("16.1 million pixels", "16.1 MP"),
     ("16,7 Mio. Farben", "16700000"),
     ("16.7M Colors", "16.7 million colours"), ("Yes; Yes", "yes"), ("1/30,000 s", "1/30000 s"),
     ("1320K pixels", "1.32 MP"), ("30 x 20 x 10 cm", "300x200x100 mm"),
     ("30 cm x 20 cm", "30 x 20 cm")],
)  # fmt: skip
def test_values_that_mean_the_same_are_equal(one, other):
    assert normal_value(one) == normal_value(other) != ""


@pytest.mark.timed
def test_a_collection_whose_values_come_again_is_understood_quickly():
    forms = ("{} x 20 x 10 cm", "{},5 kg (net)", "up to {} h", "{} GB DDR3", "Full HD {}", "red {}")
    values = 10 * [form.format(number) for number in range(3_000, 3_300) for form in forms]
    start = time.process_time()
    for value in values:
        read(value)
    assert len(values) / (time.process_time() - start) > 30_000  # with room for a busy machine


@pytest.mark.parametrize("printed", ["3 miop", "2 Miox pixels", "4 mioa"])
def test_a_word_that_begins_like_million_multiplies_nothing(printed):
    assert read(printed).amounts[0] < 10


@pytest.mark.parametrize(("one", "other"), [
    ("2 kg", "2 g"), ("1 kg", "1 m"), ("1920", "1921"), ("2.5", "25"), ("100", "1"),
    ("3.05", "3.5"),
])  # fmt: skip
def test_values_that_differ_stay_different(one, other):
    assert normal_value(one) != normal_value(other)


@pytest.mark.parametrize(
    "printed", ["", "  ", "-", "N/A", "Keine Angabe", "---", "n.v.t.", "non specificato"]
)
def test_values_that_say_nothing_are_empty(printed):
    assert normal_value(printed) == ""


@pytest.mark.parametrize(
    ("printed", "kind", "dimension", "amounts"),
    [
        ("1,5 kg", Kind.NUMBER, "mass", (1500,)),
        ("3 lb 5 oz", Kind.NUMBER, "mass", (1502.52,)),
        ('15,6"', Kind.NUMBER, "length", (396.24,)),
        ("1/2.3 inch", Kind.NUMBER, "length", (11.0435,)),
        ("27 in (68.6 cm)", Kind.NUMBER, "length", (685.8,)),
        ("Full-HD", Kind.SIZE, "", (1920, 1080)),
        ("17x8x15", Kind.SIZE, "", (17, 8, 15)),
        ("30 cm (W) x 20 cm (D)", Kind.SIZE, "length", (300, 200)),
        ("30 x 20 x 10 cm", Kind.SIZE, "length", (300, 200, 100)),
        ("up to 8 h", Kind.RANGE, "time", (float("-inf"), 28800)),
        ("\u2265 5 m", Kind.RANGE, "length", (5000, float("inf"))),
        ("< 1,5 kg", Kind.RANGE, "mass", (float("-inf"), 1500)),
        ("5-10 kg", Kind.RANGE, "mass", (5000, 10000)),
        ("5 bis 10 kg", Kind.RANGE, "mass", (5000, 10000)),
        ("5 til 10 kg", Kind.RANGE, "mass", (5000, 10000)),
        ("2 x USB 3.0", Kind.NUMBER, "count", (2,)),
        ("Quad-Core", Kind.NUMBER, "count", (4,)),
        ("10K", Kind.NUMBER, "", (10_000,)),
        ("2014-05-01", Kind.DATE, "", (20140501,)),
        ("01.05.2014", Kind.DATE, "", (20140501,)),
        ("1-1/2000 s", Kind.RANGE, "time", (0.0005, 1.0)),
        ("USB | HDMI", Kind.LIST, "", ()),
        ("40/80 GB", Kind.LIST, "", ()),
        ("matt black", Kind.TERM, "", ()),
        ("30-1/4000 s", Kind.RANGE, "time", (0.00025, 30)),
        ("30 -1/4000 s", Kind.RANGE, "time", (0.00025, 30)),
        ("6mm -12mm", Kind.RANGE, "length", (6, 12)),
        ("-10 °C", Kind.NUMBER, "temperature", (-10,)),
        ("2-1/2 in", Kind.NUMBER, "length", (63.5,)),
        ("2560(H)x1920(V)", Kind.SIZE, "", (2560, 1920)),
        ("24-bit", Kind.NUMBER, "depth", (24,)),
        ("ISO 100-12800 in steps of 1 EV", Kind.RANGE, "", (100, 12800)),
        ("27 in wide", Kind.NUMBER, "length", (685.8,)),
        ("1 x 9-pin RS-232", Kind.NUMBER, "count", (1,)),
        ("NP-45A", Kind.TERM, "", ()),
        ("4712345678904", Kind.TERM, "", ()),
        ("0815", Kind.TERM, "", ()),
        ("we ship every one of our 5 items on the same day", Kind.TERM, "", ()),
        ("i5-4200U", Kind.TERM, "", ()),
        ("Core i3-3110M", Kind.TERM, "", ()),
        ("Oui", Kind.TRUTH, "", ()),
        ("keine Angabe", Kind.NOTHING, "", ()),
    ],
)
def test_a_value_is_understood(printed, kind, dimension, amounts):
    found = read(printed)
    assert (found.kind, found.dimension) == (kind, dimension)
    assert found.amounts == pytest.approx(amounts, rel=1e-4)


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("27 in", "68,6 cm", 1, 1),
        ("2 kg", "3 kg", 0, 0),
        ("8 GB", "16 GB", 0, 0),
        ("2 kg", "2 m", 0, 0),
        ('27"', "27", 0.8, 0.99),
        ("8 h", "up to 8 h", 0.8, 0.99),
        ("8 GB DDR3", "8 GB", 1, 1),
        ("20 x 30 cm", "30 x 20 cm", 1, 1),
        ("Quad-Core", "4 cores", 1, 1),
        ("G5", "Generation 5", 0.8, 1),
        ("Core i5-3320M", "i5-3320M", 0.7, 1),
        ("Core i5-3320M", "Core i5-4200U", 0, 0),
        ("black", "Blak", 0, 0.9),
        ("1.7 GHz", "Intel; 1.7 GHz; 3 MB cache", 0.85, 0.85),
        ("Intel Core", "Dual Intel Core processor of the last year", 0.85, 0.85),
        ("Intel", "Dual Intel Core processor of the last year", 0.5, 0.6),
        ("1.7 GHz", "Intel; 2.4 GHz; 3 MB cache", 0, 0.1),
        ("yes", "no", 0, 0),
        ("yes", "2", 0.1, 0.9),
        ("n/a", "n/a", 0, 0),
    ],
)
def test_likeness_is_a_degree(one, other, least, most):
    assert least <= likeness(read(one), read(other)) <= most


@given(st.text(max_size=30), st.text(max_size=30))
def test_likeness_is_symmetric_and_bounded_for_any_text(one, other):
    mine, theirs = read(one), read(other)
    assert likeness(mine, theirs) == pytest.approx(likeness(theirs, mine))
    assert 0 <= likeness(mine, theirs) <= 1
    assert likeness(mine, mine) == (mine.kind is not Kind.NOTHING)


def test_a_value_of_a_megabyte_is_read_at_its_beginning():
    assert len(read("9 kg " * 200_000).text) < 1000


@pytest.mark.parametrize(
    ("printed", "unit", "normal"),
    [
        ("2,5 kg", "", ("2.5", "kg")),
        ("2,5 kg", "g", ("2500", "g")),
        ("2,5 kg", "cm", ("2.5", "kg")),
        ("5 to 40 °C", "", ("5 - 40", "°C")),
        ("from 3 kg", "g", (">= 3000", "g")),
        ("60 x 40 mm", "cm", ("6 x 4", "cm")),
        ("31.12.2020", "", ("2020-12-31", "")),
        ("2 ports", "", ("2", "")),
        ("about 27 inch wide", "in", ("27", "in")),
        ("Matte Black", "", ("matte black", "")),
        ("Weiß / Schwarz", "", ("black | white", "")),
        ("160/320 GB", "", ("160 GB | 320 GB", "")),
        ("CPU 2 GHz or above", "", ("cpu 2 GHz or above", "")),
        ("16.7 million", "", ("16700000", "")),
        ("n/a", "", ("", "")),
    ],
)
def test_values_are_stated_in_the_unit_that_is_asked_for(printed, unit, normal):
    assert stated(read(printed), unit) == normal


@pytest.mark.parametrize(
    ("one", "other"),
    [("Schwarz", "black"), ("NOIR", "Nero"), ("weiß", "WEISS"), ("чёрный", "musta"),
     ("Schwarz/Silber", "black/silver"), ("Holz, Leder", "leather, wood")],
)  # fmt: skip
def test_common_terms_are_one_in_all_languages(one, other):
    assert likeness(read(one), read(other)) == 1


def test_terms_are_told_from_words_that_only_hold_them():
    assert likeness(read("Blackmagic"), read("schwarz")) == 0
    assert read("red dot award").text == "red dot award"
