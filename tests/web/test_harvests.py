"""New harvest: seeds are looked at, settings written, the harvest started and shown."""

import time

import pytest

from specdex.demo import DemoServer, build
from specdex.harvest.diary import at_work
from specdex.settings import HarvestSettings, Politeness, load
from specdex.web.overview import toml


def post(client, where, **said):
    return client.post(f"/new/{where}", data={"token": client.app.state.token, **said})


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({}, "say what to harvest"),
        ({"category": "kettle"}, "at least one seed shop"),
        ({"category": "kettle", "sites": "not<a>site"}, "is no site"),
        ({"category": "kettle", "sites": "a.example", "max_pages": "many"}, "max_pages is a"),
        ({"category": "k", "sites": "a.example", "search_engine": "results:/etc/passwd"}, "asked"),
        ({"category": "k", "sites": "a.example", "backlink_source": "links:x"}, "asked from here"),
        ({"category": "k", "sites": " ".join(f"{n}.example" for n in range(51))}, "are enough"),
    ],
)
def test_what_cannot_be_is_told_before_anything_starts(client, tmp_path, said, sentence):
    for where in ("check", "start"):
        answer = post(client, where, **said)
        assert answer.status_code == 400
        assert sentence in answer.text
    assert [each.name for each in tmp_path.iterdir()] == ["kettle-run"]


def test_settings_are_written_as_harvest_reads_them(tmp_path):
    given = HarvestSettings(
        'kett"le \\ é', ("a.example",), ("1", "2"), politeness=Politeness(0.5, robots=False)
    )
    path = tmp_path / "x.toml"
    path.write_text(toml(given), encoding="utf-8")
    assert load(HarvestSettings, path) == given
    assert "timeout" not in path.read_text(encoding="utf-8")


def test_a_harvest_is_looked_into_started_and_watched(page, serving_with, tmp_path, shot, readable):
    web = build()
    seed = web.truth()["seeds"]["camera"][0]
    with DemoServer(web) as server:
        manners = Politeness(delay=0.0, proxy=server.url)
        with serving_with({}, tmp_path, manners) as address:
            page.goto(f"{address}/new")
            page.get_by_label("Category").fill("camera")
            page.get_by_label("Seed shops").fill(f"{seed}\nnowhere.example")
            page.get_by_text("How to find more shops").click()
            page.get_by_label("Rounds").fill("0")
            page.get_by_label("Pages of one shop").fill("8")
            page.get_by_label("Seconds between").fill("0")
            page.get_by_role("button", name="Look at the seeds").click()
            page.wait_for_selector("text=What the seeds gave", state="attached", timeout=90_000)
            rows = page.locator("tbody tr").all_inner_texts()
            assert "good" in rows[0]
            assert "good" not in rows[1]
            shot("new-harvest")
            readable()
            page.get_by_label("Seed shops").fill(seed)
            page.get_by_role("button", name="Start the harvest").click()
            page.wait_for_selector("text=its settings are in camera.toml")
            page.wait_for_selector('[data-count="Pages"]:not(:has-text("0"))', timeout=60_000)
            _ended(tmp_path / "camera-run")
    assert load(HarvestSettings, tmp_path / "camera.toml").sites == (seed,)


def _ended(path):
    deadline = time.monotonic() + 90
    while (seen := at_work(path)) is None or seen.running:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    assert seen.said[0][1].startswith("done")
