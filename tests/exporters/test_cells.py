import pytest

from specdex.exporters.cells import cell_of, measured, normal_of, prices, shown
from specdex.records import Claim, SiteOffer


@pytest.mark.parametrize(
    ("printed", "unit", "cell"),
    [
        ("1,5 kg", "g", 1500),
        ("185g", "g", 185),
        ("3.5 in", "in", 3.5),
        ("2360", "", 2360),
        ("2360", "px", "2360"),  # nobody says that these are pixels
        ("24-70 mm", "mm", "24-70 mm"),
        ("1/2.3 inch", "in", "1/2.3 inch"),
        ("30-1/4000 s", "s", "30-1/4000 s"),
        ("0815", "", "0815"),
        ("4006381333931", "", "4006381333931"),
        ("✓", "", "yes"),
        ("  two\n words ", "", "two words"),
    ],
)
def test_a_value_is_a_number_in_its_column_s_unit_or_as_printed(printed, unit, cell):
    assert cell_of(Claim("x", printed), unit) == cell


def test_what_joining_says_of_a_value_counts_before_what_is_printed():
    claim = Claim("Weight", "1.5 kilos without battery", normal="1.5", unit="kg")
    assert measured(claim) == (1.5, "kg")
    assert cell_of(claim, "g") == 1500
    assert normal_of(claim) == ("1.5", "kg")
    video = Claim("Video", "Full HD 1080p 60 fps", normal="60", unit="fps")
    assert cell_of(video, "fps") == "Full HD 1080p 60 fps"
    assert cell_of(Claim("Brand", "Infinity", normal="infinity")) == "Infinity"
    assert cell_of(Claim("Colour", "Deep Red", normal="red")) == "Deep Red"


def test_units_are_written_as_people_write_them():
    assert [shown(each) for each in ("GRAMS", "mp", "jahre", "furlong", "")] == [
        *("g", "MP", "years", "furlong", "")
    ]


def test_prices_are_compared_in_the_commonest_currency_only():
    offers = [
        SiteOffer("a.example", "", "1.299,00", "EUR"),
        SiteOffer("b.example", "", "1199", "EUR"),
        SiteOffer("c.example", "", "9.99", "USD"),
        SiteOffer("d.example", "", "on request", "EUR"),
    ]
    assert prices(offers) == (1199.0, 1299.0, "EUR")
    assert prices(offers[3:]) == (None, None, "")
