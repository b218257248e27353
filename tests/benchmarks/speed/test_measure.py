"""Races over the same pages."""

import pytest

from benchmarks.speed.measure import FLOOR, PEERS, Contestant, Lap, SpeedTable, peers, race
from specdex.records import Page

PAGES = [Page("https://a.example/1", b"<p>one"), Page("https://a.example/2", b"<p>two")]


class Clock:
    """A clock that only the contestants move."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def taking(self, *seconds):
        each = iter(seconds)

        def read(_page):
            self.now += next(each)

        return read


def test_the_best_round_counts_and_what_is_read_to_warm_up_does_not():
    clock = Clock()
    table = race([Contestant("a", clock.taking(9, 5, 5, 1, 1))], PAGES, 2, clock)
    assert table.laps == (Lap("a", 2, 2.0),)
    assert table.laps[0].pages_per_second == 1.0
    assert table.laps[0].milliseconds == 1000.0


def test_contestants_take_turns():
    order = []
    contestants = [
        Contestant("a", lambda page: order.append(("a", page.url[-1]))),
        Contestant("b", lambda page: order.append(("b", page.url[-1]))),
    ]
    race(contestants, PAGES, 2)
    warm = [("a", "1"), ("b", "1")]
    once = [("a", "1"), ("a", "2"), ("b", "1"), ("b", "2")]
    assert order == warm + once * 2


def test_a_ratio_compares_within_one_run():
    table = SpeedTable((Lap(FLOOR, 10, 1.0), Lap("a", 10, 4.0), Lap("b", 10, 0.0)))
    assert table.ratio("a") == 0.25
    assert table.ratio("a", "a") == 1.0
    assert table.ratio("b") is None
    assert table.ratio("nobody") is None


def test_a_contestant_that_raises_goes_on():
    def fail(_page):
        raise RuntimeError

    clock = Clock()
    (lap,) = race([Contestant("a", fail)], PAGES, 1, clock).laps
    assert lap.failures == 2


def test_a_missing_library_is_said_to_be_missing():
    table = race([Contestant("extruct")], PAGES, 1)
    assert table.rows() == (("extruct", "", "", "", "not installed"),)


def test_rows_are_text():
    table = SpeedTable((Lap(FLOOR, 10, 1.0), Lap("a", 10, 4.0, failures=1)))
    assert table.rows() == (
        (FLOOR, "10", "100.00", "1.00", ""),
        ("a", "2", "400.00", "0.25", "1 pages failed"),
    )


def test_the_peers_are_all_listed_whether_installed_or_not():
    listed = peers(lambda page: page)
    assert [each.name for each in listed] == [FLOOR, PEERS[0], "specdex extract", *PEERS[1:]]


@pytest.mark.parametrize("name", [FLOOR, "specdex extract"])
def test_what_is_always_there_reads(name):
    (contestant,) = [each for each in peers(lambda page: page) if each.name == name]
    assert contestant.read(PAGES[0]) is not None
