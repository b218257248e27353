import pytest

from benchmarks.entropy.experiment import EntropyApproach
from benchmarks.entropy.score import (
    SWEEP,
    collect,
    entropy_sweep,
    false_alarms,
    leave_one_site_out,
    of_others,
    of_roles,
)
from specdex.html import parse
from specdex.records import Page
from specdex.statistics.page_scores import GoldFragment, GoldPage, summarise

NAMES = {
    "one.example": ("Code", "Manufacturer", "Weight", "Warnings"),
    "two.example": ("Code", "Hersteller", "Weight", "Warnings"),
    "three.example": ("Code", "Manufacturer", "Weight", "Warnings"),
}
VALUES = ("A7", "Foo", "5 g", "hot")


def gold(site):
    pairs = tuple(zip(NAMES[site], VALUES, strict=True))
    rows = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in pairs)
    html = f"<html><body><h1>x</h1><table>{rows}<tr><td>Shoe</td><td>4</td></tr></table>"
    fragment = GoldFragment("/html/body/table", (*pairs, ("Shoe", "4")))
    return GoldPage("1", site, "shelf", html, fragments=(fragment,))


def parsed(each):
    return parse(Page("http://x.example/", each.html.encode(), encoding="utf-8"))


@pytest.fixture
def golds():
    return [gold(site) for site in NAMES]


@pytest.fixture
def approach(shelf):
    return EntropyApproach(shelf)


@pytest.fixture
def collected(golds, approach):
    return collect(((each.site, parsed(each)) for each in golds), approach)


def test_only_pairs_of_the_products_roles_count(golds, approach):
    (fragment,) = of_roles(golds[0], approach.role_of).fragments
    assert [name for name, _ in fragment.pairs] == list(NAMES["one.example"])
    assert approach.role_of("Price") == ""


def test_a_site_is_read_with_the_synonyms_of_other_sites_only(golds, approach, collected):
    assert collected["two.example"]["manufacturer"] == {"Hersteller"}
    score = summarise(leave_one_site_out(golds, parsed, approach, collected))
    found = {each.site: each.pairs for each in score.sites}
    assert found["shelf-one.example"].missed == 0
    assert found["shelf-two.example"].missed == 1
    assert score.pair_precision == 1.0


def test_one_firms_sites_in_several_countries_are_one_site():
    collected = {
        "shop.co.uk": {"code": {"Code"}},
        "www.shop.de": {"code": {"Nummer"}},
        "shop": {"code": {"No."}},
        "bestshop.com": {"code": {"Ref"}},
    }
    assert of_others(collected, "shop.com") == {"code": {"Ref"}}


def test_the_sweep_has_a_line_for_every_threshold_of_table_1(golds, approach, collected):
    lines = list(entropy_sweep(golds, parsed, approach, collected))
    assert tuple(line.data_rich for line in lines) == SWEEP
    recalls = [line.score.pair_recall for line in lines]
    assert recalls == sorted(recalls, reverse=True)
    assert recalls[0] > 0 == recalls[-1]
    assert lines[0].records_f1 > 0
    assert lines[0].pooled_pairs.right == 11


def test_records_on_pages_that_hold_none_are_false_alarms(golds, approach, collected):
    empty = [parse(Page("http://x.example/", b"<p>Nothing to buy here.</p>"))]
    assert false_alarms(empty, approach) == (0, 0)
    assert false_alarms([*empty, *map(parsed, golds)], approach) == (3, 3)
    (line,) = entropy_sweep(golds, parsed, approach, collected, [None])
    assert (line.right_records, line.wrong_records) == (3, 0)
