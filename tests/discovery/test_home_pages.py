import pytest

from specdex.crawling import Category
from specdex.discovery.home_pages import (
    CrawlEvidence,
    default_home_model,
    judge_crawl,
    judge_home,
    read_home,
)
from specdex.html import parse
from specdex.records import Page

SHOP = """<nav><a href="/k">Kettles</a><a href="/t">Toasters</a><a href="/cart">Cart (0)</a></nav>
<p>From $ 19.00</p><p>Now $ 29.00</p><p>$ 39.00</p>
<a href="/r">Returns</a><a href="/s">Shipping</a>"""
NEWS = """<a href="/n">News</a><a href="/o">Opinion</a><a href="/a">Which kettle boils fastest?
We tried nine of them</a><p>Prices fell to $ 20.</p>"""
GERMAN = """<a href="/w">Wasserkocher</a><a href="/k">Warenkorb</a><a href="/v">Versand</a>
<p>19,99 €</p>"""


def home(body):
    return parse(Page("http://a.example/", body.encode()))


def judged(document, category, names=None):
    read = read_home(document, names or Category.of(category).promise)
    return judge_home(read, category, default_home_model())


def test_a_shop_of_the_category_is_accepted_with_its_reasons():
    verdict = judged(home(SHOP), "kettle")
    assert verdict.accepted
    assert verdict.score > 0.8
    for sign in ("a basket", "shop services", "prices", "links to kettle"):
        assert sign in verdict.reason


def test_a_shop_of_something_else_is_not():
    verdict = judged(home(SHOP), "battery")
    assert not verdict.accepted
    assert verdict.reason == "no links to battery, few links"


def test_a_news_site_that_writes_about_the_category_is_not():
    assert not judged(home(NEWS), "kettle").accepted


@pytest.mark.parametrize(("sure", "accepted"), [(1.0, True), (0.5, True), (0.0, False)])
def test_the_names_of_the_category_are_somebody_elses_knowledge(sure, accepted):
    document = home(GERMAN + "<p>29,99 €</p><p>39,99 €</p>")
    names = {"Wasserkocher": sure}
    assert judged(document, "kettle", lambda text: names.get(text, 0.0)).accepted is accepted


def test_plurals_of_the_category_are_known():
    shop = home('<a href="/b">Batteries</a>' + SHOP)
    assert "links to battery" in judged(shop, "battery").reason


def test_a_page_without_any_sign_says_so():
    verdict = judged(home("<p>Hello"), "kettle")
    assert not verdict.accepted
    assert "basket" not in verdict.reason


@pytest.mark.parametrize(
    ("found", "home", "accepted"),
    [
        (CrawlEvidence(0, 0), 0.99, False),
        (CrawlEvidence(30, 0), 0.99, False),
        (CrawlEvidence(1, 1), 0.99, False),
        (CrawlEvidence(30, 28), 0.9, True),
        (CrawlEvidence(4, 3, agreement=0.0), 0.3, False),
        (CrawlEvidence(40, 3, agreement=0.0), 0.9, False),
    ],
)
def test_a_crawl_must_show_the_more_the_less_the_home_page_does(found, home, accepted):
    assert judge_crawl(found, home).accepted is accepted


def test_a_refusal_says_what_was_found():
    reason = judge_crawl(CrawlEvidence(40, 3, agreement=0.25), 0.2).reason
    assert reason.startswith("3 of 40 product pages have a specification, too few")
    assert reason.endswith("25% of what known shops have in common")


def test_more_of_any_evidence_never_speaks_against_a_site():
    scores = [
        judge_crawl(CrawlEvidence(40, read, agreement), home).score
        for home, read, agreement in ((0.5, 5, 0.5), (0.6, 5, 0.5), (0.6, 9, 0.5), (0.6, 9, 0.9))
    ]
    assert scores == sorted(scores)
