"""Sites that show nothing until their scripts have run."""

import subprocess
import sys

import pytest

from specdex.crawlers.browser import can_render, rendering_mode
from specdex.crawlers.lanes import Scripts
from specdex.crawlers.scrapy_crawler import ScrapyCrawler
from specdex.crawling import PageWalk
from specdex.errors import SpecdexError
from specdex.html import needs_scripts, parse
from specdex.records import Page
from specdex.settings import Budget, Politeness
from tests.crawlers.folder_recorder import FolderRecorder

needs_browser = pytest.mark.skipif(not can_render(), reason="no browser on this machine")
SHELL = b"<html><body><div id='root'></div><script src='/app.js'></script></body></html>"
SHOWN = (
    b"<body><h1>Kettle</h1>" + b"<p>Boils water in no time at all.</p>" * 90 + b"<script></script>"
)


def document(body):
    return parse(Page("http://a.example/", body))


def crawl(server, folder, paths, **polite):
    host = "scripted.example"
    politeness = Politeness(**{"delay": 0, "proxy": server.url, "timeout": 20.0, **polite})
    recorder = FolderRecorder(str(folder))
    walk = PageWalk(host, [f"http://{host}{path}" for path in paths])
    ScrapyCrawler(politeness, Budget()).crawl([walk], recorder)
    bodies = {
        line["page"]["id"].removeprefix(f"http://{host}"): recorder.recall(line["asked"]).body
        for line in recorder.lines()
    }
    return recorder, bodies


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (SHELL, True),
        (b"<body><app-root></app-root><script>1</script>", True),
        (b"<body><noscript>Please enable JavaScript</noscript><script>1</script>", True),
        (SHOWN, False),
        (b"<body><p>Short and complete.</p></body>", False),
        (b"", False),
        (b"<body><script></script>" + b"<a href='/x'>x</a>" * 9, False),
    ],
)
def test_a_page_with_scripts_and_nothing_else_needs_them(body, wanted):
    assert needs_scripts(document(body)) is wanted


def test_what_drives_a_browser_is_not_loaded_before_a_page_wants_one():
    said = "import sys, specdex.crawlers.child; print('playwright' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", said], capture_output=True, check=True, text=True, timeout=60
    )
    assert done.stdout.strip() == "False"


def test_a_site_is_rendered_once_two_pages_were_richer_for_it():
    scripts = Scripts("auto")
    assert scripts.worth_a_try(document(SHELL))
    scripts.compare(0, 900)
    assert not scripts.wanted()
    scripts.compare(0, 900)
    assert scripts.wanted()


def test_a_site_that_stays_empty_is_not_tried_for_ever():
    scripts = Scripts("auto")
    scripts.compare(20, 20)
    scripts.compare(20, 25)
    assert not scripts.worth_a_try(document(SHELL))
    assert not Scripts("never").worth_a_try(document(SHELL))


def test_an_unknown_mode_is_one_clear_sentence():
    with pytest.raises(SpecdexError, match="auto, never, always"):
        rendering_mode(Politeness(render="sometimes"))


@needs_browser
def test_pages_that_are_empty_without_scripts_are_rendered(server, tmp_path):
    _, bodies = crawl(server, tmp_path, ["/1", "/2", "/3"])
    assert [b"Borea Kettle" in bodies[path].split(b"<script")[0] for path in bodies] == [True] * 3
    # the first two were asked for without a browser first, the third was not
    assert server.asked("scripted.example") == ["/1", "/1", "/2", "/2", "/3"]


@needs_browser
def test_a_page_that_never_ends_is_given_up_and_the_next_one_comes(server, tmp_path):
    recorder, bodies = crawl(server, tmp_path, ["/spin", "/4"], timeout=3.0, render="always")
    assert b"Borea Kettle" in bodies["/4"]
    assert [failure.reason for failure in recorder.failures()] == [
        "the site did not answer in time"
    ]


def test_without_rendering_pages_are_kept_as_they_came(server, tmp_path):
    _, bodies = crawl(server, tmp_path, ["/5"], render="never")
    assert b"<div id=root></div>" in bodies["/5"]
