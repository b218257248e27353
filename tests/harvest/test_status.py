"""What a run says of itself at any moment: idle, at work or paused, and figures for monitors."""

import re

from specdex.harvest.diary import Diary, give_order
from specdex.harvest.status import metrics, now_at
from specdex.records import Failure, PageKind, Site, SiteStatus, StoredPage
from specdex.runs import Run, RunFolder
from specdex.settings import HarvestSettings

SAMPLE = re.compile(r'specdex_[a-z_]+(\{[a-z]+="([^"\\]|\\.)*"\})? \d+')


def made(path):
    with RunFolder(path) as run:
        run.store.add(
            [
                Site("a.example", SiteStatus.SEED, "kettle"),
                Site("b.example", SiteStatus.REJECTED, "kettle"),
                StoredPage("http://a.example/1", "a.example", kind=PageKind.PRODUCT),
                Failure("http://a.example/2", "fetch", 'it said "no"\nand \\ left'),
            ]
        )
    return path


def test_a_run_is_idle_at_work_or_paused(tmp_path):
    path = made(tmp_path / "run")
    with Run(path) as run:
        assert now_at(run).state == "idle"
        with Diary(path, HarvestSettings(category="kettle")):
            assert now_at(run).state == "running"
            give_order(path, "pause")
            assert now_at(run).state == "paused"
        assert now_at(run).state == "idle"


def test_every_figure_is_a_line_that_a_monitor_reads(tmp_path):
    with Run(made(tmp_path / "run")) as run:
        lines = list(metrics(run))
    told = [line for line in lines if not line.startswith("#")]
    assert all(SAMPLE.fullmatch(line) for line in told)
    assert 'specdex_sites{status="seed"} 1' in told
    assert 'specdex_pages{kind="product"} 1' in told
    assert "specdex_harvest_running 0" in told
    assert any(line.startswith("specdex_failures{") and line.endswith(" 1") for line in told)
    # each figure is explained once, before its samples
    names = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(names) == len(set(names))
    assert {line.partition("{")[0].split()[0] for line in told} <= set(names)
