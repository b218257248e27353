from specdex.crawlers.lanes import Lane, Purse
from specdex.crawlers.scrapy_crawler import ScrapyCrawler
from specdex.crawling import PageWalk
from specdex.records import Page, PageKind, Sight, Visit
from specdex.settings import Budget, Politeness
from tests.crawlers.folder_recorder import FolderRecorder


def pages(host, count):
    return PageWalk(host, [f"http://{host}/{number}" for number in range(count)])


def crawl(server, folder, walks, **budget):
    politeness = Politeness(delay=0, proxy=server.url, render="never")
    recorder = FolderRecorder(str(folder))
    ScrapyCrawler(politeness, Budget(**budget)).crawl(walks, recorder)
    return recorder


def test_a_site_gets_no_more_bytes_than_its_budget(server, tmp_path):
    crawl(server, tmp_path, [pages("heavy.example", 9)], max_site_bytes=70_000)
    # 30 kB a page: the third one is the last that may begin
    assert len(server.asked("heavy.example")) == 3


def test_a_crawl_asks_for_no_more_pages_than_its_budget(server, tmp_path):
    hosts = [f"many{number}.example" for number in range(4)]
    crawl(server, tmp_path, [pages(host, 5) for host in hosts], max_crawl_pages=7)
    assert sum(len(server.asked(host)) for host in hosts) == 7


def test_a_crawl_gets_no_more_bytes_than_its_budget(server, tmp_path):
    walks = [PageWalk("heavy.example", [f"http://heavy.example/crawl{n}" for n in range(9)])]
    crawl(server, tmp_path, walks, max_crawl_bytes=70_000)
    assert sum("crawl" in path for path in server.asked("heavy.example")) == 3


def test_a_site_gets_no_more_minutes_than_its_budget(monkeypatch):
    clock = iter([100.0, 100.0, 161.0])
    monkeypatch.setattr("specdex.crawlers.lanes.time.monotonic", lambda: next(clock))
    lane = Lane(pages("late.example", 3), Budget(max_site_minutes=1), Purse(Budget()))
    lane.add(lane.walk.start())
    lane.ask()
    assert lane.take() is not None
    assert lane.take() is None


class MapWalk:
    """Reads the sitemap that robots.txt names."""

    site = "mapped.example"
    sitemaps = True

    def __init__(self):
        self.seen = []

    def start(self):
        return [Visit("http://mapped.example/", self.site)]

    def see(self, visit, document):
        found = (Visit("http://mapped.example/p/1", self.site),)
        listed = visit.expected is PageKind.SITEMAP and document.page.body[:2] == b"\x1f\x8b"
        kind = PageKind.SITEMAP if listed else PageKind.OTHER
        return Sight(visit, kind, "", found if listed else ())


def test_the_sitemap_that_robots_txt_names_is_shown_to_the_walk(server, tmp_path):
    recorder = crawl(server, tmp_path, [MapWalk()])
    assert server.asked("mapped.example") == ["/", "/map.xml.gz", "/p/1"]
    assert [line["kind"] for line in recorder.lines()] == ["other", "sitemap", "other"]


def test_a_walk_that_reads_no_sitemaps_is_shown_none():
    lane = Lane(pages("plain.example", 1), Budget())
    lane.add_sitemaps(["http://plain.example/map.xml"])
    assert not lane.queue
    assert lane.parse(Page("http://plain.example/", b"")).failure


def test_what_one_lane_takes_another_cannot():
    purse = Purse(Budget(max_crawl_pages=3))
    lanes = [Lane(pages(f"lane{number}.example", 3), Budget(), purse) for number in range(2)]
    for lane in lanes:
        lane.add(lane.walk.start())
    taken = [lanes[number % 2].take() for number in range(4)]
    assert [visit is not None for visit in taken] == [True, True, True, False]
    lanes[0].pay(-1)
    assert lanes[1].take() is not None
