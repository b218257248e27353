from dataclasses import replace

import pytest

from specdex.discovery.home_pages import default_home_model
from specdex.harvest.judge import Judge
from specdex.html import parse
from specdex.records import Decision, DecisionKind, Page, Site, SiteStatus
from specdex.runs import RunFolder

SHOP = "<nav><a href='/kettles'>Kettles</a> <a href='/gooseneck'>Gooseneck spouts</a></nav>"
OTHER = "<nav><a href='/news'>News</a> <a href='/kettles'>Kettles in history</a></nav>"
COUNT = 4


@pytest.fixture
def run(tmp_path):
    with RunFolder(tmp_path / "run") as folder:
        for number in range(2 * COUNT):
            host = f"site{number}.example"
            body = SHOP if number < COUNT else OTHER
            page = Page(f"http://{host}/", body.encode(), site=host, fetched="2026-01-01")
            folder.store.add([folder.archive.append(page)])
        yield folder


def sites(*, crawled=True):
    accepted, rejected = SiteStatus.ACCEPTED, SiteStatus.REJECTED
    return [
        Site(
            f"site{number}.example",
            accepted if number < COUNT else rejected,
            "kettle",
            crawled=crawled,
        )
        for number in range(2 * COUNT)
    ]


def test_crawled_sites_teach_the_category(run):
    part = Judge(run, "kettle", enough=COUNT).model(sites()).categories["kettle"]
    assert part.words["gooseneck spouts"] > 0 > part.words["news"]


def test_too_few_sites_teach_nothing(run):
    assert Judge(run, "kettle").model(sites()) == default_home_model()


def test_what_was_never_crawled_teaches_nothing(run):
    assert Judge(run, "kettle", enough=1).model(sites(crawled=False)) == default_home_model()


def test_sites_without_a_home_page_are_left_out(run):
    gone = [replace(site, host=f"gone-{site.host}") for site in sites()]
    assert Judge(run, "kettle", enough=1).model(gone) == default_home_model()


def test_a_home_page_that_cannot_be_read_says_so(run):
    page = Page("http://blank.example/", b" ", site="blank.example", fetched="2026-01-01")
    run.store.add([run.archive.append(page)])
    blank = Site("blank.example", SiteStatus.CANDIDATE, "kettle")
    (judged,) = Judge(run, "kettle").homes([blank], [])
    assert judged.home_score == 0
    assert judged.reason == "home page: no home page: the page is empty"


def test_what_a_person_said_of_a_site_outranks_both_filters(run):
    run.store.add(
        [
            Decision(DecisionKind.SHOP, "site7.example", "kettle", author="Ada"),
            Decision(DecisionKind.NO_SHOP, "site0.example", "kettle"),
            Decision(DecisionKind.NO_SHOP, "site1.example", "toaster"),
        ]
    )
    judge = Judge(run, "kettle")
    given = [Site(f"site{number}.example", category="kettle") for number in (7, 0)]
    homes = judge.homes(given, [])
    assert [site.status for site in homes] == [SiteStatus.CANDIDATE, SiteStatus.REJECTED]
    crawls = judge.crawls(homes, [])
    assert [site.status for site in crawls] == [SiteStatus.ACCEPTED, SiteStatus.REJECTED]
    assert crawls[0].reason == "Ada decided so"
    (seed,) = judge.crawls([Site("site0.example", SiteStatus.SEED, "kettle")], [])
    assert seed.status is SiteStatus.SEED


def test_pages_that_show_known_products_speak_for_a_home_page_that_names_no_category(run):
    bare = "<nav><a href='/'>Home</a> <a href='/all'>All products</a></nav><h1>Welcome</h1>"
    page = Page("http://bare.example/", bare.encode(), site="bare.example", fetched="2026-01-01")
    run.store.add([run.archive.append(page)])
    site = Site("bare.example", SiteStatus.CANDIDATE, "kettle")
    (alone,) = Judge(run, "kettle").homes([site], [])
    assert alone.status is SiteStatus.REJECTED
    links = "".join(f"<a href='/{n}'>Shelf {n}</a>" for n in range(30))
    sold = (
        "<nav><a href='/'>Home</a> <a href='/c'>Kettles</a> <a href='/cart'>Cart</a>"
        "<a href='/s'>Shipping</a> <a href='/r'>Returns</a> <a href='/a'>My account</a></nav>"
        f"{links}<h1>Makko K-100</h1><b>49.00 \u20ac</b><button>Add to cart</button>"
    )
    documents = [parse(Page(f"http://bare.example/{n}", sold.encode())) for n in range(2)]
    (shown,) = Judge(run, "kettle", shown=lambda _: documents).homes([site], [])
    assert shown.status is SiteStatus.CANDIDATE, shown.reason
    assert shown.home_score > alone.home_score
