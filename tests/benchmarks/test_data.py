"""Who may look at which labelled pages."""

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.data import DIFFERENCE, Part, beside, halves, part_of, parts_of, refuse_blind

HOSTS = [f"{word}{number}.example" for word in ("shop", "store", "foto") for number in range(400)]


def test_half_of_the_sites_are_blind():
    sides = halves(HOSTS, str)
    assert sorted(sides[Part.OPEN] + sides[Part.BLIND]) == sorted(HOSTS)
    assert 0.45 < len(sides[Part.BLIND]) / len(HOSTS) < 0.55


def test_what_is_blind_today_is_blind_tomorrow():
    assert [part_of(site) for site in ("one", "four", "shop.example")] == [
        Part.BLIND,
        Part.OPEN,
        Part.OPEN,
    ]


@given(st.from_regex(r"[a-z]{1,12}", fullmatch=True), st.sampled_from(["com", "co.uk", "com.br"]))
def test_all_sites_of_one_shop_are_on_one_side(name, suffix):
    assert part_of(f"www.{name}.{suffix}") is part_of(f"foto.{name}.de") is part_of(name)


def test_figures_stand_beside_each_other_with_their_difference():
    shown = beside({Part.OPEN: {"f1": 0.75, "r": None}, Part.BLIND: {"f1": 0.5, "r": 0.1}})
    assert list(shown) == ["open", "blind", DIFFERENCE]
    assert shown[DIFFERENCE] == {"f1": 0.25, "r": None}
    assert list(beside({Part.OPEN: {"f1": 0.75}})) == ["open"]
    assert parts_of(None) == (Part.OPEN, Part.BLIND)


def test_nobody_looks_at_blind_pages():
    with pytest.raises(click.UsageError, match="only totals"):
        refuse_blind("blind", 0, "said.jsonl")
    refuse_blind("blind", 0, None)
    refuse_blind("open", 20)
    refuse_blind(None, 20)
