from benchmarks.crawling.score import (
    CrawlScore,
    Fetch,
    SiteTruth,
    pair_counts,
    score_crawl,
    tally,
    told,
    total,
)
from benchmarks.data import Part, part_of

TRUTH = SiteTruth(
    "a.example",
    "mug",
    frozenset({"http://a.example/p/1", "http://a.example/p/2", "http://a.example/p/3"}),
    {"http://a.example/mugs": "list"},
    {"http://a.example/x/1": "http://a.example/p/1"},
    ("http://a.example/calendar",),
)


def fetches(*paths):
    return [Fetch(f"http://a.example/{path}") for path in paths]


def test_what_was_found_missed_and_wasted_is_counted():
    made = fetches("mugs", "p/1", "x/1", "p/2", "p/3", "calendar?m=1", "about")
    called = ["http://a.example/x/1", "http://a.example/p/2", "http://a.example/about"]
    score = score_crawl(TRUTH, made, called)
    assert (score.fetched, score.found, score.wanted, score.wrong) == (7, 2, 3, 1)
    assert score.missed == ("http://a.example/p/3",)
    assert score.wasted == {
        "list": 1,
        "product again": 1,
        "trap": 1,
        "other page": 2,
    }
    assert (score.recall, score.harvest_rate, score.trap_share) == (2 / 3, 2 / 7, 1 / 7)


def test_a_page_that_was_called_but_never_came_is_not_found():
    gone = [Fetch("http://a.example/p/1", status=404)]
    score = score_crawl(TRUTH, gone, ["http://a.example/p/1"])
    assert score.found == 0
    assert score.wasted == {"error": 1}


def test_several_crawls_are_one_in_total():
    one = score_crawl(TRUTH, fetches("p/1"), ["http://a.example/p/1"])
    none = score_crawl(TRUTH, [Fetch("http://a.example/s.xml", sitemap=True)], [])
    both = total([one, none])
    assert (both.fetched, both.found, both.wanted) == (2, 1, 6)
    assert both.wasted == {"sitemap": 1}
    assert total([]).recall == total([]).harvest_rate == 0.0


def test_answers_are_tallied():
    told = tally([(frozenset("a"), frozenset("ab")), (frozenset("c"), frozenset())])
    assert (told.right, told.wrong, told.missed) == (1, 1, 1)


def test_pairs_are_compared_by_letters_and_digits():
    told = pair_counts([("Weight:", "5 kg"), ("x", "y")], [("weight", "5kg"), ("a", "b")])
    assert (told.right, told.wrong, told.missed) == (1, 1, 1)


def test_blind_shops_are_told_only_together():
    shops = [f"shop{number}.example" for number in range(8)]
    rows = [(CrawlScore(shop, "mug", 4, 2, 3, missed=(f"http://{shop}/p",)),) * 3 for shop in shops]
    is_open = [shop for shop in shops if part_of(shop) is Part.OPEN]
    assert 0 < len(is_open) < len(shops)
    assert [row[0].site for row in told(rows)] == [*is_open, "blind", "all"]
    assert not any(row[0].missed for row in told(rows)[-2:])
    assert [row[0].site for row in told(rows, ours=True)] == [*shops, "all"]
