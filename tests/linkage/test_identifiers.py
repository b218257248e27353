import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.identifiers import gtin14
from specdex.linkage.identifiers import ID_NAMES, comparable, kind_of_name, product_ids, short_gtin
from specdex.records import Field, Fragment, FragmentKind, Pair, ProductId, Specification


def ids(page_found):
    return [(found.kind, found.value) for found in product_ids(page_found)]


def with_pairs(*pairs):
    return Specification(
        "https://shop.example/1",
        fragments=(Fragment("/x", FragmentKind.TABLE, tuple(Pair(*pair) for pair in pairs)),),
    )


def with_check_digit(body):
    total = sum(int(digit) * (3 if place % 2 == 0 else 1) for place, digit in enumerate(body[::-1]))
    return body + str(-total % 10)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("EAN", "gtin"),
        ("UPC:", "gtin"),
        ("Código de barras", "gtin"),
        ("Штрих-код", "gtin"),
        ("JANコード", "gtin"),
        ("Hersteller-Nr.", "mpn"),
        ("Référence fabricant", "mpn"),
        ("Manufacturer's Part Number", "mpn"),
        ("Kod producenta", "mpn"),
        ("Modèle", "model"),
        ("型番", "model"),
        ("Модель", "model"),
        ("Art.-Nr.", "sku"),
        ("Codice articolo", "sku"),
        ("Weight", ""),
        ("Battery model", ""),
        ("", ""),
    ],
)
def test_names_announce_a_kind_of_identifier_in_many_languages(name, kind):
    assert kind_of_name(name) == kind


def test_no_name_announces_two_kinds():
    names = [name for kinds in ID_NAMES.values() for name in kinds]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("printed", "digits"),
    [
        ("4006381333931", "04006381333931"),
        ("400-6381 333931", "04006381333931"),
        ("036000291452", "00036000291452"),
        ("96385074", "00000096385074"),
        ("10012345678902", "10012345678902"),
        ("0306406152", "09780306406157"),
        ("080442957X", "09780804429573"),
    ],
)
def test_a_gtin_or_isbn_has_one_form_of_14_digits(printed, digits):
    assert gtin14(printed) == digits


@pytest.mark.parametrize(
    "printed",
    [
        "4006381333932",  # wrong check digit
        "0000000000000",
        "1234567890128",  # counts up
        "2012345678900",  # every shop may use it
        "0306406153",
        "12345",
        "",
        "n/a",
    ],
)
def test_what_only_looks_like_a_gtin_is_none(printed):
    assert gtin14(printed) == ""


@given(st.integers(min_value=3_000_000_000_00, max_value=9_999_999_999_99))
def test_every_right_check_digit_is_accepted_and_no_wrong_one(number):
    digits = with_check_digit(str(number)[:12])
    wrong = digits[:-1] + str((int(digits[-1]) + 1) % 10)
    assert gtin14(digits) == "0" + digits
    assert short_gtin(gtin14(digits)) == digits
    assert gtin14(wrong) == ""


def test_fields_and_pairs_give_identifiers_the_surest_first():
    page = Specification(
        "https://www.shop.example/1",
        fields=(Field("sku", "4711-A", confidence=0.9), Field("gtin13", "4006381333931")),
        fragments=(
            Fragment(
                "/x",
                FragmentKind.TABLE,
                (Pair("EAN", "4 006381 333931"), Pair("Hersteller-Nr.", "DSC-W830/B")),
            ),
        ),
    )
    found = product_ids(page)
    assert [(known.kind, known.value, known.confidence) for known in found] == [
        ("gtin", "4006381333931", 1.0),
        ("mpn", "DSC-W830/B", 0.9),
        ("sku", "4711-A", 0.9),
    ]
    assert {known.site for known in found} == {"shop.example"}
    assert {known.url for known in found} == {page.url}


def test_one_value_may_hold_several_identifiers():
    page = with_pairs(("EAN", "4006381333931, 0036000291452"), ("MPN", "AB-12 | CD 34"))
    assert ids(page) == [
        ("gtin", "0036000291452"),
        ("gtin", "4006381333931"),
        ("mpn", "AB-12"),
        ("mpn", "CD 34"),
    ]


@pytest.mark.parametrize(
    "value",
    ["", "-", "n/a", "N.A.", "Does not apply", "Black", "Keine Angabe", "см. описание", "24 inch",
     '27"', "1920 x 1080", "2014-05-01", "2019", "https://shop.example/1", "000000", "2,5 kg", "7",
     "a long sentence that describes the 1st product of our shop in many words"],
)  # fmt: skip
def test_junk_is_no_identifier(value):
    assert ids(with_pairs(("Model", value), ("MPN", value), ("EAN", value))) == []


@pytest.mark.parametrize("value", ["D3200", "EOS 5D Mark III", "DSC-W830", "997-7273-00", "70D"])
def test_real_models_are_identifiers(value):
    assert ids(with_pairs(("Model", value))) == [("model", value)]


def test_a_page_without_identifiers_has_none():
    assert product_ids(Specification("https://shop.example/1")) == ()


@given(st.text(max_size=30), st.sampled_from(["EAN", "MPN", "Modell", "SKU", "ISBN"]))
def test_whatever_is_printed_the_identifiers_can_be_compared(value, name):
    for found in product_ids(with_pairs((name, value))):
        assert comparable(found)


def test_models_are_compared_without_hyphens_and_case():
    one, other = ProductId("DSC-W830/B", "mpn", "a"), ProductId("dscw830b", "mpn", "b")
    assert comparable(one) == comparable(other)
