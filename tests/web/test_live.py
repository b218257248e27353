"""A harvest that is watched while it works, paused, resumed and stopped from the page."""

import threading

import pytest

from specdex.harvest.diary import Diary, Stopped
from specdex.records import StoredPage
from specdex.runs import RunFolder
from specdex.settings import HarvestSettings

RUN = "/r/kettle-run/"


@pytest.fixture
def harvest(fresh_run):
    """A harvest elsewhere, as far as others see it: it tells, obeys, and ends when told."""
    ended, stopped = threading.Event(), []
    with Diary(fresh_run, HarvestSettings("kettle", ("teatime.example",))) as diary:
        diary.tell("crawling 3 sites")

        def obey():
            try:
                while not ended.wait(0.05):
                    diary.obey()
            except Stopped:
                stopped.append(True)

        thread = threading.Thread(target=obey)
        thread.start()
        diary.stopped = stopped
        yield diary
        ended.set()
        thread.join()


def card(page, name):
    return page.locator(f'[data-count="{name}"]')


def test_what_another_process_fetches_shows_by_itself(page, own_site, fresh_run, harvest, shot):
    page.goto(own_site + RUN)
    page.wait_for_selector("[data-state]:has-text('running')")
    assert card(page, "Pages").inner_text() == "15"
    with RunFolder(fresh_run) as run:
        run.store.add([StoredPage("http://new.example/", "new.example")])
    harvest.tell("read 16 product pages")
    page.wait_for_selector('[data-count="Pages"]:has-text("16")')
    page.wait_for_selector("text=read 16 product pages")
    shot("live")


def test_it_is_paused_resumed_and_stopped(page, own_site, harvest):
    page.goto(own_site + RUN)
    page.get_by_role("button", name="Pause").click()
    page.wait_for_selector("[data-state]:has-text('paused')")
    page.get_by_role("button", name="Go on").click()
    page.wait_for_selector("[data-state]:has-text('running')")
    page.get_by_role("button", name="Stop").click()
    assert page.get_by_role("status").first.inner_text() == "Stopping; nothing is lost."
    page.wait_for_timeout(300)
    assert harvest.stopped


def test_without_a_harvest_there_is_nothing_to_order(client):
    sent = {"token": client.app.state.token, "order": "stop"}
    answer = client.post(f"{RUN}order", data=sent)
    assert answer.status_code == 400
    assert "no harvest is at work" in answer.text
