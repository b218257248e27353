"""Late pages: which settled products they are compared with, and where they go."""

import numpy as np

from specdex.linkage import MOST, homes, index_of, link_late, near


def test_a_late_page_is_near_the_products_whose_rare_marks_it_bears(page):
    groups = [[page(f"https://a.example/{n}", title=f"Acme kettle KX {100 + n}")] for n in range(9)]
    index = index_of(groups)
    late = page("https://b.example/1", title="The KX103 by Acme")
    assert 3 in near([late], index)
    coded = page("https://b.example/2", title="Kettle", mpn="KX-105")
    assert 5 in near([coded], index_of([*groups[:5], [page("https://c.example", mpn="kx105")]]))
    assert near([page("https://b.example/3", title="Toaster")], index) == set()


def test_a_mark_of_many_products_brings_nobody_together(page):
    groups = [[page(f"https://a.example/{n}", title="Acme kettle")] for n in range(MOST + 1)]
    assert index_of(groups) == {}


def test_a_page_goes_with_the_product_that_most_of_its_group_are_of():
    groups = np.array([0, 0, 0, 0, 4, 4, 6])
    settled = np.array([0, 1, 1, -1, -1, -1, 1])
    assert homes(groups, settled).tolist() == [0, 1, 2, 1, 4, 4, 6]


def test_settled_products_stay_apart_and_late_pages_obey(page):
    pages = [
        page(f"https://{site}.example/1", title="Acme X4711 kettle", mpn="X4711") for site in "abcd"
    ]
    a, b, c, d = (each.url for each in pages)
    assert link_late(pages, (), [[a], [b]]).groups[0] != (a, b, c, d)
    found = link_late(pages, (), [[a, b]], different=[(c, d)]).groups
    assert any({a, b} <= set(urls) for urls in found)
    assert not any({c, d} <= set(urls) for urls in found)
    assert link_late(pages, (), [[a], [b]], same=[(a, b)]).groups == ((a, b, c, d),)
