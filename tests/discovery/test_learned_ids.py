"""Ids of other shops show where a shop prints its own."""

import pytest

from specdex.discovery.rounds import coded_labels, learned_ids
from specdex.records import Fragment, FragmentKind, Pair, Specification

CODES = ["GX-100", "GX-200", "GX-300", "HT-5500"]
KNOWN = {"gx100": "mpn", "gx200": "mpn"}


def page(number, *pairs):
    said = tuple(Pair(name, value, xpath="/html/body") for name, value in pairs)
    fragment = Fragment("/html/body", FragmentKind.TABLE, said, 0.9)
    url = f"http://shop.example/{number}"
    return Specification(url, str(number), "shop.example", "drill", "", (fragment,))


def test_all_values_of_a_label_are_ids_where_others_publish_some():
    pages = [page(n, ("Typenbez.", code), ("Farbe", "rot")) for n, code in enumerate(CODES)]
    found = list(learned_ids(coded_labels(pages), KNOWN))
    assert [each.value for each in found] == CODES
    assert {each.kind for each in found} == {"mpn"}
    assert found[0].site == "shop.example"
    assert found[0].url == "http://shop.example/0"


@pytest.mark.parametrize(
    "values",
    [
        pytest.param(["GX-100", "AB-1", "AB-2"], id="one hit is chance"),
        pytest.param(["GX-100"] * 9 + ["GX-200"], id="the same over and over"),
        pytest.param(["GX-100", "GX-200", *["for all of them"] * 4], id="sentences"),
    ],
)
def test_other_labels_print_no_ids(values):
    pages = [page(n, ("Fits", value)) for n, value in enumerate(values)]
    assert not list(learned_ids(coded_labels(pages), KNOWN))
