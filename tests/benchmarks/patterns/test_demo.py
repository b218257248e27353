"""The demo web, read with seeds: every shop with a dictionary from other shops."""

import pytest

from benchmarks.patterns.score import PatternApproach, known_seeds, learned_seeds, row, score
from specdex.demo import build
from specdex.html import parse
from specdex.papers.patterns.reader import PatternReader
from specdex.records import Page
from specdex.statistics.page_scores import GoldFragment, GoldPage

PAGES_A_SHOP = 2


@pytest.fixture(scope="module")
def golds():
    web = build()
    shops = {}
    for url, page in web.truth()["pages"].items():
        if page["category"] == "camera":
            pairs, alt = (tuple(map(tuple, page[kind])) for kind in ("pairs", "alt"))
            html = web.answer(url).body.decode()
            fragment = GoldFragment("/html", pairs, alt=alt)
            gold = GoldPage(url, page["site"], "camera", html, url, (fragment,))
            shops.setdefault(page["site"], []).append(gold)
    return [gold for pages in shops.values() for gold in pages[:PAGES_A_SHOP]]


def parsed(gold):
    return parse(Page(gold.url, gold.html.encode(), encoding="utf-8"))


def test_known_seeds_read_the_shops(golds):
    line = row("known", list(known_seeds(golds, parsed, PatternApproach())))
    assert line.recall >= 0.98
    assert line.precision >= 0.97


def test_seeds_learned_from_other_shops_read_the_shops(golds):
    line = row("learned", list(learned_seeds(golds, parsed, PatternApproach(), 10)))
    assert line.recall >= 0.97
    assert line.f1 >= 0.95


def test_the_dictionary_that_comes_with_the_house_reads_the_shops(golds):
    reader = PatternReader()
    documents = [(gold, parsed(gold)) for gold in golds]
    line = row("common", [score(g, each, reader.read_page(each).pairs) for g, each in documents])
    assert line.f1 >= 0.96
