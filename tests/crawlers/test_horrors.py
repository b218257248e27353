"""One crawl over servers that no honest person runs, beside three calm ones."""

import pytest

from specdex.crawlers.scrapy_crawler import ScrapyCrawler
from specdex.crawling import PageWalk, SiteWalk
from specdex.settings import Budget, Politeness
from tests.crawlers.folder_recorder import FolderRecorder
from tests.crawlers.horrors import ODD, bombs, map_bomb

MOST = 1_000_000
"""Bytes that a page may have."""
SLACK = 8_000_000
"""Bytes that the system takes from a server before anybody has asked for them."""
ENDLESS = ("endless", "drip", "headers", "dripheaders", "longheader")
SAID = {
    "the page is larger than the budget allows",
    "the site did not answer in time",
    "the site broke off in the middle of the page",
}
"""What is said of them; which, depends on what comes first."""
PAGES = 12
TIMES = 1.2
"""How much longer calm sites may take beside the others."""
BOMBS = ("/gzip", "/deflate", "/br", "/zstd", "/gzip,%20gzip")
CALM = [f"calm{number}.example" for number in range(3)]


def walks():
    yield PageWalk("bombs.example", [f"http://bombs.example{path}" for path in BOMBS])
    for name in (*ENDLESS, "floodrobots"):
        yield PageWalk(f"{name}.example", [f"http://{name}.example/"])
    for name in ("mapbomb", "laughs", "links", "odd"):
        yield SiteWalk(f"{name}.example", f"http://{name}.example/", "kettle")
    led = [f"http://odd.example/to/{n}" for n in range(len(ODD))]
    for first in range(0, len(led), 6):
        yield PageWalk("odd.example", led[first : first + 6])
    yield PageWalk("cookies.example", [f"http://cookies.example/{n}" for n in range(6)])
    yield PageWalk("chain.example", ["http://chain.example/0"])
    yield PageWalk("years.example", ["http://years.example/date", "http://years.example/seconds"])


def calm():
    return [PageWalk(host, [f"http://{host}/{n}" for n in range(6)]) for host in CALM]


def crawled(server, folder, some, delay=0.0, pages=PAGES):
    recorder = FolderRecorder(str(folder))
    politeness = Politeness(delay=delay, timeout=1.5, proxy=server.url, render="never")
    budget = Budget(max_bytes=MOST, max_pages=pages, max_site_bytes=3 * MOST)
    ScrapyCrawler(politeness, budget).crawl(some, recorder)
    return recorder


def time_of(server, hosts):
    """The longest time between the first and the last page of a site."""
    times = {host: [when for when, site, _ in server.log if site == host] for host in hosts}
    return max(max(each) - min(each) for each in times.values())


class Outcome:
    def __init__(self, server, recorder):
        self.server = server
        self.reasons = {failure.url: failure.reason for failure in recorder.failures()}
        self.kept = {line["asked"]: recorder.recall(line["asked"]) for line in recorder.lines()}


@pytest.fixture(scope="module")
def outcome(server, tmp_path_factory):
    # packed before anybody waits for them
    bombs()
    map_bomb()
    return Outcome(server, crawled(server, tmp_path_factory.mktemp("run"), [*walks(), *calm()]))


def test_no_page_is_kept_that_is_larger_than_the_budget(outcome):
    assert outcome.kept
    assert max(len(page.body) for page in outcome.kept.values()) <= MOST


@pytest.mark.parametrize("path", BOMBS)
def test_a_bomb_is_refused_however_it_is_packed(outcome, path):
    reason = outcome.reasons[f"http://bombs.example{path}"]
    assert reason == "the page is larger than the budget allows"


@pytest.mark.parametrize("name", ENDLESS)
def test_what_never_ends_is_given_up(outcome, name):
    assert outcome.reasons[f"http://{name}.example/"] in SAID
    assert outcome.server.poured[f"{name}.example"] <= MOST + SLACK


def test_an_endless_robots_txt_is_read_in_part_and_the_site_goes_on(outcome):
    assert outcome.server.poured["floodrobots.example"] <= MOST + SLACK
    url = "http://floodrobots.example/"
    assert url in outcome.kept or url in outcome.reasons


def test_no_site_is_asked_for_more_than_its_pages(outcome):
    for name in ("mapbomb", "laughs", "links", "cookies"):
        # an address may be asked for again where its answer was too slow
        asked = set(outcome.server.asked(f"{name}.example"))
        assert 0 < len(asked) <= PAGES, name


def test_neither_sitemap_bombs_nor_laughing_entities_hurt(outcome):
    assert "http://mapbomb.example/" in outcome.kept
    assert "http://laughs.example/" in outcome.kept
    assert not any("lol" in path for path in outcome.server.asked("laughs.example"))


def test_floods_of_cookies_are_not_sent_back_whole(outcome):
    assert len(outcome.server.cookies) == 6
    assert max(outcome.server.cookies) < 100_000


def test_an_endless_chain_of_redirects_ends(outcome):
    assert outcome.reasons["http://chain.example/0"] == "it redirects too often"
    assert len(outcome.server.asked("chain.example")) <= 8


def test_a_pause_of_years_is_not_waited_for(outcome):
    for path, status in (("/date", 503), ("/seconds", 429)):
        assert outcome.reasons[f"http://years.example{path}"] == f"the site answered {status}"
        assert outcome.server.asked("years.example").count(path) == 1


def test_an_odd_redirect_is_a_failure_or_a_page_of_the_site(outcome):
    urls = {f"http://odd.example/to/{number}" for number in range(len(ODD))}
    assert urls <= outcome.kept.keys() | outcome.reasons.keys()


def test_nobody_was_led_to_another_host(outcome):
    hosts = {host for _, host, _ in outcome.server.log}
    assert "evil.example" not in hosts
    assert all(host.endswith(".example") for host in hosts)
    assert {host.partition(".")[2] for host in hosts} == {"example"}


@pytest.mark.slow
@pytest.mark.timed
def test_calm_sites_are_not_slowed(outcome, tmp_path):
    """With a second between two pages of a site, as a crawl has it where nobody says otherwise."""

    def seconds(name, some):
        del outcome.server.log[:]
        crawled(outcome.server, tmp_path / name, some, delay=1.0, pages=6)
        return time_of(outcome.server, CALM)

    alone = seconds("alone", calm())
    together = []
    for trial in range(3):
        together.append(seconds(f"together{trial}", [*walks(), *calm()]))
        # `pytest -s` shows what was measured
        told = f"{alone:.2f} s alone, {together[-1]:.2f} s beside: {together[-1] / alone:.2f}"
        print(told)  # noqa: T201 - a figure for docs/promises.md
        if together[-1] <= TIMES * alone:
            return
    pytest.fail(f"{alone:.2f} s alone, {min(together):.2f} s beside the others")
