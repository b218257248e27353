"""One crawl killed ten times, at moments that have nothing to do with what it was doing."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from specdex.records import StoredPage
from specdex.runs import RunFolder

KILLS = 10
PAGES = 120
HOST = "steady.example"
CRAWL = """
import sys
from pathlib import Path
from specdex.crawlers.scrapy_crawler import ScrapyCrawler
from specdex.crawling import PageWalk
from specdex.pipeline.crawl import RunRecorder
from specdex.settings import Budget, Politeness

if __name__ == "__main__":
    proxy, run, host, pages = sys.argv[1:]
    walk = PageWalk(host, [f"http://{host}/{number}" for number in range(int(pages))])
    politeness = Politeness(delay=0, proxy=proxy, robots=False, render="never")
    ScrapyCrawler(politeness, Budget()).crawl([walk], RunRecorder(Path(run)))
"""
"""A program of its own, because it is killed with all its processes."""


def recorded(run: Path) -> list[str]:
    with RunFolder(run) as folder:
        return [page.url.rpartition("/")[2] for page in folder.store.read(StoredPage)]


def test_ten_kills_lose_no_page_and_fetch_none_again_that_was_recorded(server, tmp_path):
    script, run = tmp_path / "crawl.py", tmp_path / "run"
    script.write_text(CRAWL)
    command = [sys.executable, str(script), server.url, str(run), HOST, str(PAGES)]
    done: set[str] = set()
    for kill in range(KILLS):
        seen = len(server.asked(HOST))
        process = subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL)
        while len(server.asked(HOST)) < seen + 4 + kill % 3 and process.poll() is None:
            time.sleep(0.003 * (1 + kill % 4))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        kept, asked = recorded(run), server.asked(HOST)
        assert len(kept) == len(set(kept))
        # whatever this life asked for, nothing that an earlier one had reported done
        assert not {path[1:] for path in asked[seen:]} & done
        done = set(kept)
    seen = len(server.asked(HOST))
    subprocess.run(command, check=True, timeout=120)
    asked = server.asked(HOST)
    assert not {path[1:] for path in asked[seen:]} & done
    assert sorted(map(int, recorded(run))) == list(range(PAGES))
    # one page is under way when a crawl dies; it alone is asked for again
    assert len(asked) - PAGES <= KILLS, len(asked)
