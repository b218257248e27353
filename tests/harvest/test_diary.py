"""A harvest tells what it does, and others may pause and stop it, from wherever."""

import threading
import time

import pytest

from specdex.errors import InputError, StoreError
from specdex.harvest import diary
from specdex.harvest.diary import Diary, Stopped, at_work, give_order
from specdex.settings import HarvestSettings

KETTLES = HarvestSettings("kettle", ("a.example",))


def test_others_see_what_it_says_and_whether_it_lives(tmp_path):
    assert at_work(tmp_path) is None
    with Diary(tmp_path, KETTLES) as kept:
        kept.tell("crawling 3 sites")
        kept.tell("read 9 product pages")
        seen = at_work(tmp_path)
        assert (seen.running, seen.paused, seen.category) == (True, False, "kettle")
        assert [said for _, said in seen.said] == ["read 9 product pages", "crawling 3 sites"]
        assert seen.max_pages == KETTLES.budget.max_pages
    after = at_work(tmp_path)
    assert not after.running
    assert len(after.said) == 2


def test_it_pauses_goes_on_and_stops_as_it_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(diary, "NAP", 0.01)
    with Diary(tmp_path, KETTLES) as kept:
        kept.obey()
        give_order(tmp_path, "pause")
        assert at_work(tmp_path).paused
        waiting = threading.Thread(target=kept.obey)
        waiting.start()
        time.sleep(0.05)
        assert waiting.is_alive()
        give_order(tmp_path, "resume")
        waiting.join(5)
        assert not waiting.is_alive()
        give_order(tmp_path, "stop")
        with pytest.raises(Stopped):
            kept.obey()
        kept.obey()


def test_an_order_of_an_earlier_harvest_is_forgotten(tmp_path):
    with Diary(tmp_path, KETTLES):
        give_order(tmp_path, "stop")
    with Diary(tmp_path, KETTLES) as kept:
        kept.obey()


def test_nobody_orders_a_harvest_that_is_not_there(tmp_path):
    for word in ("pause", "stop", "fly"):
        with pytest.raises(InputError):
            give_order(tmp_path, word)


def test_a_second_harvest_is_refused_and_leaves_the_first_ones_diary_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(diary, "NAP", 0.01)
    with Diary(tmp_path, KETTLES) as first:
        first.tell("one")
        with pytest.raises(StoreError, match="another harvest"), Diary(tmp_path, KETTLES):
            pass
        assert [said for _, said in at_work(tmp_path).said] == ["one"]
        assert at_work(tmp_path).running


@pytest.mark.parametrize("text", ["", "no\n", "[]\n", '{"said": 1}', '{"budget": null}\n\x00'])
def test_a_damaged_diary_hurts_nobody(tmp_path, text):
    (tmp_path / "harvest.jsonl").write_text(text)
    at_work(tmp_path)


def test_a_folder_that_cannot_be_written_does_not_stop_a_harvest(tmp_path):
    with Diary(tmp_path / "gone", KETTLES) as kept:
        kept.tell("hello")
        kept.obey()
