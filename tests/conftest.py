"""Options of the whole suite."""

import subprocess
import sys
from dataclasses import replace
from urllib.request import Request, urlopen

import pytest
from hypothesis import settings

from specdex.crawlers.scrapy_crawler import ScrapyCrawler

COUNTED = sys.gettrace() is not None
"""Whether lines are being counted: that takes longer than what is timed, so nobody is hurried."""

# a machine that has other things to do may take its time; a hang is pytest's to end
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

PROCESS_SECONDS = 200
"""How long a test waits for another process that it gave no time: less than pytest waits for it."""
CRAWL_MINUTES = 1.5
"""What a crawl in this process may take, all of it."""


@pytest.fixture(autouse=True, scope="session")
def no_test_waits_for_ever():
    """A process or a crawl that hangs fails its own test, by name, before pytest loses patience."""
    patch = pytest.MonkeyPatch()
    wait, communicate, crawl = (
        subprocess.Popen.wait,
        subprocess.Popen.communicate,
        ScrapyCrawler.crawl,
    )

    def waited(self, timeout=PROCESS_SECONDS):
        return wait(self, PROCESS_SECONDS if timeout is None else timeout)

    def communicated(self, input=None, timeout=PROCESS_SECONDS):  # noqa: A002 - as it is called there
        return communicate(self, input, PROCESS_SECONDS if timeout is None else timeout)

    def crawled(self, *args, **kwargs):
        minutes = min(self.budget.max_minutes, CRAWL_MINUTES)
        self.budget = replace(self.budget, max_minutes=minutes)
        return crawl(self, *args, **kwargs)

    patch.setattr(subprocess.Popen, "wait", waited)
    patch.setattr(subprocess.Popen, "communicate", communicated)
    patch.setattr(ScrapyCrawler, "crawl", crawled)
    yield
    patch.undo()


@pytest.fixture(scope="session")
def bucket():
    """The address of a server that speaks S3, with one bucket."""
    pytest.importorskip("s3fs")
    moto = pytest.importorskip("moto.server")
    server = moto.ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    url = f"http://{host}:{port}"
    urlopen(Request(f"{url}/runs", method="PUT"))
    yield url
    server.stop()


@pytest.fixture
def keys(bucket, monkeypatch):
    s3fs = pytest.importorskip("s3fs")
    for name, value in {
        "AWS_ENDPOINT_URL": bucket,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    yield bucket
    s3fs.S3FileSystem.clear_instance_cache()


def pytest_addoption(parser):
    parser.addoption(
        "--update-golden", action="store_true", help="write what is read now to the golden files"
    )


def pytest_collection_modifyitems(items):
    for item in items if COUNTED else ():
        if item.get_closest_marker("timed"):
            item.add_marker(pytest.mark.skip(reason="lines are being counted"))
