import pytest

from specdex.linkage import link

EAN, OTHER_EAN = "4006381333931", "0036000291452"


@pytest.fixture
def compared(page):
    def compared(one, other, url="https://b.example/1"):
        linked = link([page("https://a.example/1", **one), page(url, **other)])
        return linked.matches[0] if linked.matches else None

    return compared


def test_an_equal_gtin_is_proof_however_it_is_printed(compared):
    match = compared({"UPC": "036000291452"}, {"EAN": OTHER_EAN})
    assert match.confidence > 0.95
    assert match.evidence == "gtin 0036000291452"


def test_an_equal_part_number_of_one_brand_is_strong(compared):
    match = compared(
        {"MPN": "DSC-W830", "Brand": "Sony"}, {"Hersteller-Nr.": "dscw830", "Marke": "SONY"}
    )
    assert match.confidence > 0.9
    assert match.evidence == "mpn dscw830, brand sony"


def test_an_equal_part_number_of_two_brands_is_none(compared):
    assert compared({"MPN": "A-1000", "Brand": "Sony"}, {"MPN": "A1000", "Brand": "Bosch"}) is None


def test_different_gtins_forbid_a_match_by_part_number(compared):
    one = {"MPN": "DSC-W830", "Brand": "Sony", "EAN": EAN}
    other = {"MPN": "DSC-W830", "Brand": "Sony", "EAN": OTHER_EAN}
    assert compared(one, other) is None


def test_two_pages_of_one_site_match_on_a_gtin_only(compared):
    about = {"MPN": "DSC-W830", "Brand": "Sony", "title": "Sony DSC-W830 camera"}
    assert compared(about, about, url="https://a.example/2") is None
    assert compared({"EAN": EAN}, {"EAN": EAN}, url="https://a.example/2") is not None


def test_a_model_in_both_titles_and_one_brand_convinces(compared):
    match = compared(
        {"title": "Nikon D3200 24.2 MP Kamera schwarz", "Marke": "Nikon"},
        {"title": "Appareil photo Nikon D-3200 reflex", "Marque": "Nikon"},
    )
    assert 0.8 <= match.confidence < 0.95
    assert "d3200" in match.evidence


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Canon EOS 5D Mark II", "Canon EOS 5D Mark III"),
        ("Canon EOS 5D", "Canon EOS 5D Mk III"),
        ("Canon PowerShot SX600", "Canon PowerShot SX610"),
        ("Canon battery NB-6L for SX600", "Canon SX600"),
        ("Canon G7 Pro", "Canon G7 Max"),
    ],
)
def test_another_model_or_edition_is_another_product(compared, one, other):
    brand = {"Brand": "Canon"}
    assert compared({"title": one, **brand}, {"title": other, **brand}) is None


def test_an_edition_is_the_same_in_roman_and_arabic(compared):
    brand = {"Brand": "Canon"}
    match = compared(
        {"title": "Canon EOS 5D Mark 3", **brand}, {"title": "Canon 5D Mark III body", **brand}
    )
    assert match is not None


def test_equal_titles_convince_a_little_where_there_are_no_identifiers(compared):
    match = compared({"title": "Quaint oak table, round"}, {"title": "quaint round oak table"})
    assert match.confidence <= 0.7
    assert compared({"title": "oak table 80"}, {"title": "oak table 90"}) is None


def test_nothing_known_is_no_match(compared):
    assert compared({}, {}) is None
    assert compared({"title": "Table"}, {"title": "Table"}) is None
