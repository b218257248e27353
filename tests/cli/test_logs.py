"""The log as JSON lines: what was said, and which run, site and url it is about."""

import json
import logging

import pytest

from specdex.cli import logs
from specdex.pipeline.crawl import RunRecorder
from specdex.records import Failure
from specdex.runs import RunFolder


@pytest.fixture
def quiet():
    log = logging.getLogger("specdex")
    before = log.handlers[:], log.level, log.propagate
    yield
    log.handlers[:], log.level, log.propagate = before[0], before[1], before[2]


def lines(capsys):
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


@pytest.mark.usefixtures("quiet")
def test_a_failure_says_its_run_site_and_url(tmp_path, capsys):
    logs.configure(1, as_json=True)
    with RunFolder(tmp_path / "run") as run:
        RunRecorder(run).fail(Failure("https://shop.example/1", "fetch", "host unknown"))
    (line,) = lines(capsys)
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "info",
        "message": "https://shop.example/1: host unknown",
        "run": str(tmp_path / "run"),
        "site": "shop.example",
        "url": "https://shop.example/1",
        "step": "fetch",
    }


@pytest.mark.usefixtures("quiet")
def test_what_a_harvest_does_is_a_line_of_the_log_where_that_is_json(capsys):
    logs.configure(0, as_json=True)
    logs.tell("crawling 2 sites", run="camera-run")
    logs.warn("the seed gave nothing", run="camera-run")
    first, second = lines(capsys)
    assert (first["level"], first["message"], first["run"]) == (
        "info",
        "crawling 2 sites",
        "camera-run",
    )
    assert (second["level"], second["run"]) == ("warning", "camera-run")


@pytest.mark.usefixtures("quiet")
def test_people_read_sentences(capsys):
    logs.configure(0, as_json=False)
    logs.tell("crawling 2 sites", run="camera-run")
    assert capsys.readouterr().err == "specdex: crawling 2 sites\n"
