"""Regions of one look: parts of one specification, or cards of a list."""

import numpy as np
import pytest

from specdex.detection.candidates import candidate_nodes
from specdex.detection.groups import (
    discount_cards,
    discount_controls,
    discount_offers,
    groups_of,
    of_groups,
    pool,
)
from specdex.detection.regions import carve

PARTS = [
    [("Brand", "Lumea"), ("Weight", "2 kg")],
    [("Power", "1800 W"), ("Colour", "red")],
    [("Height", "20 cm"), ("Depth", "9 cm")],
]
CARDS = [[("Age", f"{at}"), ("Height", f"{at} cm")] for at in (20, 30, 40)]


def names_of(regions):
    """The names of each region in lower case."""
    return [frozenset(pair.name.lower() for pair in each.pairs) for each in regions]


@pytest.fixture
def regions(document):
    """The regions of a page that prints these tables."""

    def build(tables):
        rows = [
            "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in table)
            for table in tables
        ]
        page = document("".join(f"<div><table class='t'>{each}</table></div>" for each in rows))
        return page, carve(page, candidate_nodes(page))

    return build


def test_tables_of_one_class_and_path_look_alike(regions):
    page, found = regions(PARTS)
    tables = [each for each in found if page.tag[each.node] == "table"]
    assert len(tables) == len(PARTS)
    assert len(set(groups_of(page, tables))) == 1


@pytest.mark.parametrize(("tables", "distinct"), [(PARTS, 1.0), (CARDS, 1 / 3)])
def test_parts_have_different_names_and_cards_the_same(regions, tables, distinct):
    page, found = regions(tables)
    columns = of_groups(groups_of(page, found), found, names_of(found))
    assert [row[2] for row in columns] == pytest.approx([distinct] * len(found))


def test_only_cards_lose_confidence(regions):
    for tables, lose in ((PARTS, False), (CARDS, True)):
        _, found = regions(tables)
        odds = np.zeros(len(found))
        discount_cards(odds, tuple(found), tuple(names_of(found)))
        assert all((odds < 0) == lose)


@pytest.mark.parametrize(
    ("tables", "lose"),
    [
        (PARTS, False),
        ([[("Importe financiado", "664 €"), ("% TIN", "17.95%"), ("Cuotas", "12")]], True),
        ([[("Effektiver Jahreszins", "4,9 %"), ("Monatsrate", "20 €")]], True),
        ([[("XS", "92"), ("S", "96"), ("M", "100"), ("2XL", "120")]], True),
        ([[("Март 2020", "341 €"), ("April 2020", "339 €")]], True),
        ([[("Shipping", "2 €"), ("Returns", "30 days")]], True),
        (
            [[("Refresh rate", "60 Hz"), ("Taux de rafraîchissement", "60 Hz"), ("Apron", "red")]],
            False,
        ),
        ([*PARTS, [("Delivery", "2 days"), ("Returns", "30 days")]], False),
    ],
    ids=("parts", "loan", "Kredit", "sizes", "months", "delivery", "rates", "one of a look"),
)
def test_how_a_product_is_sold_is_no_specification(regions, tables, lose):
    page, found = regions(tables)
    odds = np.zeros(len(found))
    discount_offers(odds, groups_of(page, found), tuple(found))
    assert all((odds < 0) == lose)


def test_where_people_fill_in_less_is_believed_but_each_row_may_explain_itself():
    odds = np.array([1.0, 1.0, -1.0, 1.0])
    discount_controls(odds, np.array([0.0, 1.0, 3.0, 2.0]), np.array([2.0, 2.0, 2.0, 2.0]))
    assert odds[1] < odds[0] == odds[3] == 1.0
    assert odds[2] < -1.0


def test_what_looks_alike_is_judged_together(regions):
    page, found = regions(PARTS)
    odds = np.array([3.0] + [-1.0] * (len(found) - 1))
    drawn = odds.copy()
    pool(drawn, groups_of(page, found), tuple(found))
    assert drawn.max() < odds.max()
    assert drawn.min() > odds.min()
    assert drawn.mean() == pytest.approx(odds.mean())
    pool(np.zeros(0), (), ())


def test_three_of_one_look_are_judged_as_one(regions):
    page, found = regions(PARTS)
    odds = np.array([4.0, -3.0, 0.5])
    pool(odds, groups_of(page, found), tuple(found))
    assert odds == pytest.approx([0.5] * 3)
