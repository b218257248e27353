"""The experiments behind ``python -m benchmarks wrappers``."""

import math

import pytest

from benchmarks.wrappers.product_ids import canonical_id
from benchmarks.wrappers.score import (
    NoisePoint,
    SiteComparison,
    annotation_tally,
    average,
    compare,
    draw_labels,
    ids_tally,
    loses_most,
    noise_sweep,
    plot,
)
from specdex.records import Fragment, FragmentKind, Pair, ProductId, Specification
from specdex.statistics.metrics import Tally
from specdex.statistics.page_scores import GoldFragment, GoldPage

TABLE = "/html/body/table"


def gold(document, pairs):
    html = document.page.body.decode()
    return GoldPage(
        document.page.url, "shop.example", "camera", html, fragments=(GoldFragment(TABLE, pairs),)
    )


def said(document, *pairs):
    fragment = Fragment(TABLE, FragmentKind.TABLE, tuple(Pair(*each) for each in pairs))
    return Specification(document.page.url, fragments=(fragment,))


def test_methods_are_compared_on_the_same_pages(shop, pairs_of):
    documents = shop(2)
    golds = [gold(each, tuple(pairs_of(number))) for number, each in enumerate(documents)]
    right = [said(each, *pairs_of(number)) for number, each in enumerate(documents)]
    wrong = [said(each, ("Price", "1 EUR")) for each in documents]
    site = compare(golds, documents, {"together": right, "structure": wrong})
    assert site.site == "camera-shop.example"
    assert site.methods["together"] == Tally(12, 0, 0)
    assert site.methods["structure"] == Tally(0, 2, 12)
    assert average([site], "together") == (1.0, 1.0)
    assert loses_most([site], "structure", "together") == ("camera-shop.example", 1.0)


def test_a_site_without_gold_pairs_cannot_be_lost():
    empty = SiteComparison("a", {"structure": Tally(0, 3, 0), "induced": Tally()})
    assert loses_most([empty], "induced", "structure") == ("", 0.0)
    assert math.isnan(average([empty], "induced")[0])


def test_drawn_labels_have_the_precision_and_recall_asked_for():
    right = frozenset(range(0, 2000, 2))
    labels = draw_labels(right, 20_000, (0.4, 0.4), seed=1)
    tally = annotation_tally(labels, right)
    assert tally.precision == pytest.approx(0.4, abs=0.01)
    assert tally.recall == pytest.approx(0.4, abs=0.05)
    assert labels == draw_labels(right, 20_000, (0.4, 0.4), seed=1)
    assert draw_labels(right, 20_000, (1.0, 1.0), seed=1) == right


def test_a_sweep_averages_over_sites_and_draws():
    seeds = []

    def learn(precision, recall, seed):
        seeds.append(seed)
        return [Tally(1, 1, 1), Tally(1, 0, 0)] if precision + recall < 2 else [Tally(1, 0, 0)] * 2

    points = noise_sweep([(1.0, 1.0), (0.4, 0.4)], learn, draws=2)
    assert points == [NoisePoint(1.0, 1.0, 1.0, 2), NoisePoint(0.4, 0.4, 0.75, 2)]
    assert seeds == [0, 1, 0, 1]
    assert plot(points).count("\n") == 1


def test_ids_of_a_page_count_once_however_they_are_named():
    wanted = {"isbn10": "0306406152", "isbn13": "978-0306406157", "model": "NL-1"}
    found = [
        ProductId("9780306406157", "gtin", "s"),
        ProductId("nl1", "model", "s"),
        ProductId("x", "sku", "s"),
    ]
    assert ids_tally(wanted, found, canonical_id) == Tally(2, 1, 0)
