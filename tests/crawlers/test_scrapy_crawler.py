import multiprocessing
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from specdex.crawlers.process import NOBODY
from specdex.crawlers.scrapy_crawler import ScrapyCrawler
from specdex.crawlers.wire import Answer
from specdex.crawling import PageWalk, SiteWalk
from specdex.errors import SpecdexError
from specdex.ports import Crawler
from specdex.settings import Budget, Politeness
from tests.crawlers.folder_recorder import FolderRecorder

ORPHAN = """
import multiprocessing, pathlib, sys
from specdex.crawlers.scrapy_crawler import ScrapyCrawler
from specdex.crawling import PageWalk
from specdex.pipeline.crawl import RunRecorder
from specdex.settings import Politeness

def tell():
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)

if __name__ == "__main__":
    walk = PageWalk("slow.example", [f"http://slow.example/{number}" for number in range(50)])
    polite = Politeness(delay=0, timeout=60, proxy=sys.argv[1])
    ScrapyCrawler(polite).crawl([walk], RunRecorder(pathlib.Path(sys.argv[2])), tell)
"""
"""A program of its own, because it is killed without a word to its child."""


def fail_to_fetch(line, *_):
    """What a child says that cannot start."""
    line.send(Answer(NOBODY, reason="no reactor"))


def crawler(server, **budget):
    return ScrapyCrawler(Politeness(delay=0, proxy=server.url), Budget(**budget))


def kettles():
    return SiteWalk("shop.example", "http://shop.example/", "kettle")


def pages(host, count):
    return PageWalk(host, [f"http://{host}/{number}" for number in range(count)])


def test_it_fits_the_port():
    assert isinstance(ScrapyCrawler(), Crawler)


def test_a_proxy_is_spoken_to_over_one_connection_a_site(server, tmp_path):
    before, sites = server.connections, [f"site{number}.example" for number in range(6)]
    crawler(server).crawl([pages(each, 5) for each in sites], FolderRecorder(str(tmp_path)))
    assert all(len(server.asked(each)) == 5 for each in sites)
    assert server.connections - before <= 2 * len(sites), "not one for each of 36 requests"


def test_an_interrupted_crawl_goes_on_without_asking_twice(server, tmp_path):
    recorder = FolderRecorder(str(tmp_path))
    crawler(server, max_pages=4).crawl([kettles()], recorder)
    assert len(server.asked("shop.example")) == 4

    crawler(server).crawl([kettles()], FolderRecorder(str(tmp_path)))
    asked = server.asked("shop.example")
    assert len(asked) == len(set(asked))
    assert {f"/p/{number}" for number in range(1, 8)} <= set(asked)
    assert len(recorder.lines()) == len(asked)


def test_delays_and_page_budgets_are_kept_for_each_site(server, tmp_path):
    polite = Politeness(delay=0.3, proxy=server.url)
    hosts = ["one.example", "two.example", "unhurried.example"]
    ScrapyCrawler(polite, Budget(max_pages=3)).crawl(
        [pages(host, 6) for host in hosts], FolderRecorder(str(tmp_path))
    )
    for host, least in zip(hosts, (0.3, 0.3, 0.6), strict=True):
        times = [when for when, site, path in server.log if site == host and path != "/robots.txt"]
        assert len(times) == 3
        assert times[-1] - times[0] >= 0.85 * 2 * least
    first, second = ([when for when, site, _ in server.log if site == host] for host in hosts[:2])
    assert first[0] < second[-1]
    assert second[0] < first[-1]


def test_a_delay_counts_from_the_last_answer(server, tmp_path):
    polite = Politeness(delay=0.3, proxy=server.url)
    host = "late.example"
    ScrapyCrawler(polite).crawl([pages(host, 4)], FolderRecorder(str(tmp_path)))
    times = [when for when, site, path in server.log if site == host and path != "/robots.txt"]
    assert len(times) == 4
    assert min(later - sooner for sooner, later in pairwise(times)) >= 0.25 + 0.3


def test_what_broke_off_is_asked_for_again_after_the_pause(server, tmp_path):
    polite = Politeness(delay=0.3, proxy=server.url)
    host = "drop.example"
    ScrapyCrawler(polite).crawl([pages(host, 2)], FolderRecorder(str(tmp_path)))
    times = [when for when, site, path in server.log if site == host and path != "/robots.txt"]
    assert len(times) > 2
    assert min(later - sooner for sooner, later in pairwise(times)) >= 0.85 * 0.3


def test_no_name_may_lead_to_this_machine(server, tmp_path, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    recorder = FolderRecorder(str(tmp_path))
    url = f"http://localhost:{server.server_port}/"
    ScrapyCrawler(Politeness(delay=0)).crawl([PageWalk("localhost", [url])], recorder)
    assert "private address" in recorder.failures()[0].reason
    assert server.asked("localhost") == []


def test_time_is_kept_even_where_a_site_is_slow(server, tmp_path):
    started = time.monotonic()
    walk = PageWalk("slow.example", [f"http://slow.example/{number}" for number in range(50)])
    polite = Politeness(delay=0, timeout=1, proxy=server.url)
    recorder = FolderRecorder(str(tmp_path))
    ScrapyCrawler(polite, Budget(max_minutes=0.02)).crawl([walk], recorder)
    assert time.monotonic() - started < 15
    assert len(recorder.failures()) < 5


def test_a_recorder_that_cannot_write_ends_the_crawl_with_a_clear_sentence(server, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(SpecdexError, match="the crawl broke off: "):
        crawler(server).crawl([pages("a.example", 2)], FolderRecorder(str(tmp_path / "file")))


def test_a_dead_child_is_reported(server, tmp_path):
    def kill():
        for child in multiprocessing.active_children():
            child.kill()

    with pytest.raises(SpecdexError, match="ended without a word"):
        crawler(server).crawl([pages("unhurried.example", 9)], FolderRecorder(str(tmp_path)), kill)


def test_a_child_that_died_has_a_successor(server, tmp_path):
    killed = []

    def kill():
        for child in multiprocessing.active_children() if not killed else ():
            child.kill()
            killed.append(child.pid)

    recorder = FolderRecorder(str(tmp_path))
    crawler(server).crawl([pages("unhurried.example", 2)], recorder, kill)
    assert killed
    assert len(recorder.lines()) == 2


def test_one_child_fetches_for_all_crawls_of_a_block_and_keeps_its_manners(server, tmp_path):
    fetcher, children, host = crawler(server), set(), "calm.unhurried.example"
    server.robots[host] = "User-agent: specdex\nCrawl-delay: 1.2\n"

    def watch():
        children.update(child.pid for child in multiprocessing.active_children())

    with fetcher:
        for number in range(3):
            walk = PageWalk(host, [f"http://{host}/{number}"])
            fetcher.crawl([walk], FolderRecorder(str(tmp_path / str(number))), watch)
    assert len(children) == 1
    assert not multiprocessing.active_children()
    times = [when for when, site, path in server.log if site == host and path != "/robots.txt"]
    assert all(later - sooner >= 1.0 for sooner, later in pairwise(times))
    assert sum(entry[1:] == (host, "/robots.txt") for entry in server.log) == 1


def test_an_interrupt_stops_the_child_too(server, tmp_path):
    interrupted = []

    def interrupt():
        if server.asked("slow.example"):
            interrupted.append(time.monotonic())
            raise KeyboardInterrupt

    walk = PageWalk("slow.example", [f"http://slow.example/{number}" for number in range(50)])
    polite = Politeness(delay=0, timeout=2, proxy=server.url)
    with pytest.raises(KeyboardInterrupt):
        ScrapyCrawler(polite).crawl([walk], FolderRecorder(str(tmp_path)), interrupt)
    assert time.monotonic() - interrupted[0] < 14
    assert not multiprocessing.active_children()


def test_walks_and_recorders_need_not_be_picklable(server, tmp_path):
    walk, recorder = pages("c.example", 2), FolderRecorder(str(tmp_path))
    walk.note = recorder.note = lambda: None
    crawler(server).crawl([walk], recorder)
    assert len(recorder.lines()) == 2


def test_an_orphan_ends_by_itself(server, tmp_path):
    script = tmp_path / "crawl.py"
    script.write_text(ORPHAN)
    command = [sys.executable, str(script), server.url, str(tmp_path / "pages")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        child = int(parent.stdout.readline())
        parent.kill()
    deadline = time.monotonic() + 30
    while Path(f"/proc/{child}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{child}").exists()


def test_what_keeps_scrapy_from_starting_is_said(server, tmp_path, monkeypatch):
    monkeypatch.setattr("specdex.crawlers.scrapy_crawler.fetch", fail_to_fetch)
    with pytest.raises(SpecdexError, match="the crawl broke off: no reactor"):
        crawler(server).crawl([pages("d.example", 2)], FolderRecorder(str(tmp_path)))


def test_what_a_watcher_raises_passes_through(server, tmp_path):
    def look_away():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        crawler(server).crawl([pages("e.example", 2)], FolderRecorder(str(tmp_path)), look_away)


def test_no_walks_are_no_work(tmp_path):
    ScrapyCrawler().crawl([], FolderRecorder(str(tmp_path)))
