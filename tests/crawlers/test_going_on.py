"""A crawl that was stopped at any page goes on as if it had not: it asks for the same, in order.

What is asked for next follows from what the run holds, and from nothing that a process remembers.
"""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import partial
from urllib.parse import urljoin, urlsplit

from hypothesis import given, settings
from hypothesis import strategies as st

from specdex.crawlers.journey import Journey
from specdex.crawlers.lanes import Wishes
from specdex.crawlers.wire import Answer, Robots
from specdex.crawling import PageWalk, SiteWalk
from specdex.demo import build
from specdex.pipeline.crawl import RunRecorder
from specdex.records import Page, PageKind, Sight, StoredPage, UrlPattern, Visit
from specdex.settings import Budget
from specdex.testing import MemoryRun

SITE, HOSTS = "a.example", ("a.example", "www.a.example", "shop.a.example")
MAX_REDIRECTS = 6
PLACES = [f"http://{host}/{number}" for host in HOSTS for number in range(5)]
MAPS = [f"http://{host}/{number}.xml" for host in HOSTS for number in range(2)]


@dataclass(frozen=True)
class Shown:
    """What an address answers: a status, where it leads, or what it links to."""

    status: int = 200
    location: str = ""
    links: tuple[str, ...] = ()
    body: bytes = b""


@dataclass
class World:
    """Addresses and what they answer; hosts and the sitemaps that their robots.txt names."""

    shown: dict[str, Shown]
    robots: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def answer(self, url):
        found = self.shown.get(url, Shown(404))
        body = found.body or " ".join(found.links).encode() or b"nothing"
        return replace(found, body=body)


class Fetching:
    """One life of a process that fetches: it reads each robots.txt once."""

    def __init__(self, world):
        self.world = world
        self.met = set()

    def fetch(self, order):
        url, heard = order.visit.url, []
        for _ in range(MAX_REDIRECTS):
            heard += self._robots(url)
            answer = self.world.answer(url)
            if not answer.location:
                break
            url = urljoin(url, answer.location)
        size, robots = len(answer.body), tuple(heard)
        if answer.location or answer.status != 200:
            return Answer(order.lane, None, answer.status, size, "it did not come", robots)
        page = Page(url, answer.body, id=order.visit.url, site=order.visit.site, fetched="2026")
        return Answer(order.lane, page, 200, size, "", robots)

    def _robots(self, url):
        place = urlsplit(url).netloc
        if place in self.met:
            return []
        self.met.add(place)
        named = self.world.robots.get(place, ())
        return [Robots(f"http://{place}/robots.txt", 0.0, tuple(named))] if named else []


class Restless:
    """Goes wherever links lead; how soon depends on all it has seen."""

    sitemaps = True
    site = SITE

    def __init__(self):
        self.seen = 0

    def start(self):
        return [Visit(f"http://{SITE}/0", SITE, priority=5.0)]

    def see(self, visit, document):
        self.seen += 1
        listed = document.page.body.decode().split() if document.page.status == 200 else []
        found = [
            Visit(url, SITE, float((31 * self.seen + 17 * place) % 13), visit.depth + 1)
            for place, url in enumerate(each for each in listed if each.startswith("http"))
        ]
        return Sight(visit, PageKind.OTHER, "", tuple(found))


def life(world, walk, run, budget, stop=None):
    """The addresses that are asked for, in order, until the crawl ends, or stops after some."""
    fetching, recorder = Fetching(world), RunRecorder(run)
    journey = Journey([walk], recorder, budget, known=defaultdict(Wishes))
    asked, answers = [], []
    while not journey.is_over():
        with recorder.together():
            for answer in answers:
                journey.hear(answer)
            orders = list(journey.orders())
        if stop is not None and len(asked) >= stop:
            break
        asked += [order.visit.url for order in orders]
        answers = [fetching.fetch(order) for order in orders]
    return asked


def kept(run):
    pages = {replace(each, offset=0) for each in run.store.read(StoredPage)}
    return pages, set(run.store.read(UrlPattern))


def goes_on(world, make, budget, before=()):
    """Stop a crawl after each of its pages, and let another process go on with it."""

    def begun():
        run = MemoryRun()
        if before:
            life(world, PageWalk(SITE, before, PageKind.HOME), run, budget)
        return run

    undisturbed = begun()
    whole = life(world, make(), undisturbed, budget)
    for stop in range(len(whole) + 1):
        run = begun()
        assert life(world, make(), run, budget, stop) == whole[:stop]
        left = [url for url in whole if RunRecorder(run).recall(url) is None]
        assert life(world, make(), run, budget) == left, stop
        assert kept(run) == kept(undisturbed)
    return whole


def test_sitemaps_are_joined_where_they_were_although_their_page_is_recalled():
    links = tuple(f"http://{SITE}/{number}" for number in range(1, 5))
    world = World(
        {
            f"http://{SITE}/0": Shown(links=links),
            **{url: Shown() for url in links},
            f"http://{SITE}/map.xml": Shown(links=(f"http://{SITE}/listed",)),
            f"http://{SITE}/listed": Shown(),
        },
        {SITE: (f"http://{SITE}/map.xml",)},
    )
    whole = goes_on(world, Restless, Budget(4))
    assert whole[:2] == [f"http://{SITE}/0", f"http://{SITE}/map.xml"]
    assert len(whole) == 4


def test_a_page_that_was_looked_at_before_the_walk_keeps_what_robots_txt_said():
    links = tuple(f"http://{SITE}/{number}" for number in range(1, 5))
    home = f"http://{SITE}/0"
    world = World({home: Shown(links=links)}, {SITE: (f"http://{SITE}/map.xml",)})
    whole = goes_on(world, Restless, Budget(4), before=[home])
    assert whole[0] == f"http://{SITE}/map.xml"


def test_the_bytes_of_pages_that_are_recalled_count():
    links = tuple(f"http://{SITE}/{number}" for number in range(1, 5))
    world = World({url: Shown(links=links) for url in (f"http://{SITE}/0", *links)})
    size = len(" ".join(links))
    assert len(goes_on(world, Restless, Budget(max_site_bytes=3 * size))) == 3


@st.composite
def worlds(draw):
    """A site of three hosts: pages, redirects, what is missing, and sitemaps that robots name."""
    addresses = st.sampled_from(PLACES + MAPS)
    pages = st.builds(Shown, links=st.lists(addresses, max_size=6).map(tuple))
    moved = st.builds(Shown, status=st.just(301), location=addresses)
    missing = st.builds(Shown, status=st.sampled_from((404, 500)))
    shown = {url: draw(st.one_of(pages, pages, pages, moved, missing)) for url in PLACES + MAPS}
    named = st.lists(st.sampled_from(MAPS), max_size=3).map(tuple)
    return World(shown, {host: draw(named) for host in HOSTS})


@settings(max_examples=60, deadline=None)
@given(
    worlds(),
    st.integers(1, 12),
    st.sampled_from((10**9, 60, 200)),
    st.lists(st.sampled_from(PLACES), max_size=2),
)
def test_any_site_is_asked_for_the_same_in_the_same_order(world, pages, size, before):
    goes_on(world, Restless, Budget(pages, max_depth=4, max_site_bytes=size), before)


class DemoWorld:
    """The demo web, and the sitemaps that its robots.txt files name."""

    def __init__(self):
        self.web = build()
        self.answer = self.web.answer
        self.robots = {host: tuple(self._named(host)) for host in self.web.hosts}

    def _named(self, host):
        for line in self.answer(f"http://{host}/robots.txt").body.decode().splitlines():
            if line.startswith("Sitemap:"):
                yield line.removeprefix("Sitemap:").strip()


def test_shops_of_the_demo_web_with_a_budget_that_ends_in_their_midst():
    world = DemoWorld()
    hosts = [host for host, named in world.robots.items() if named]
    assert len(hosts) >= 3
    for host in hosts[:3]:
        walk = partial(SiteWalk, host, f"http://{host}/", "accessory")
        assert goes_on(world, walk, Budget(9))[1].endswith("sitemap.xml")
