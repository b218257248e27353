import sys

import pytest

from benchmarks.speed import against
from benchmarks.speed.against import Contest, contests, harvests, is_slower
from specdex.errors import InputError
from specdex.records import StoredPage
from specdex.runs import RunFolder

ROWS = "".join(f"<tr><th>Name {at}</th><td>{at} mm</td></tr>" for at in range(9))


def pages(path, count):
    for at in range(count):
        yield {"url": f"https://shop.example/{at}", "site": path, "html": f"<table>{ROWS}</table>"}


@pytest.fixture
def laboratory(monkeypatch):
    """Ten pages a file; the other specdex takes half a second to start and 2 ms a page longer."""
    said = []

    def cost(command):
        said.append(command)
        other, many = command[0] != sys.executable, command[-1].endswith("-10.jsonl")
        return 1.0 + 0.5 * other + 8 * (0.004 + 0.002 * other) * many

    monkeypatch.setattr(against, "lines", lambda path: pages(str(path), 10))
    monkeypatch.setattr(against, "spec_files", lambda data, name: (data / f"{name}-1",))
    monkeypatch.setattr(against, "SITES", "swde-1")
    monkeypatch.setattr(against, "_cost", cost)
    monkeypatch.setattr(against, "_said", lambda *_: b"")
    return said


def test_what_pages_cost_is_told_without_what_starting_costs(tmp_path, laboratory):
    held = list(contests(tmp_path / "python", tmp_path, 10, 2))
    assert [each.verb for each in held] == ["extract", "listings", "apply"]
    for each in held:
        assert (each.pages, each.here, each.there) == pytest.approx((8, 4.0, 6.0))
        assert each.ratio == pytest.approx(1.5)
        assert each.spread == pytest.approx((1.5, 1.5))
    turns = [command[0] == sys.executable for command in laboratory]
    assert turns[2:10] == [True, False, False, True, False, True, True, False]


def test_the_round_in_the_middle_holds_and_the_spread_is_told():
    held = Contest("extract", 9, 2.0, 2.0, ratios=(0.9, 1.0, 0.98, 0.5, 1.1))
    assert held.ratio == 0.98
    assert held.spread == (0.9, 1.0)


def test_noise_is_not_slower():
    assert not is_slower(Contest("extract", 9, 1.0, 1.0))
    assert not is_slower(Contest("extract", 9, 1.0, 0.98))
    assert is_slower(Contest("extract", 9, 1.0, 0.9))


def test_one_page_is_not_enough(tmp_path, laboratory):
    with pytest.raises(InputError, match="not enough pages"):
        next(contests(tmp_path / "python", tmp_path, 1, 1))
    assert not laboratory


def test_a_harvest_is_timed_in_turns_and_told_by_the_page(tmp_path, monkeypatch):
    turns = []

    def cost(command):
        with RunFolder(command[-1]) as run:
            run.store.add([StoredPage(f"http://a.example/{at}", "a.example") for at in range(4)])
        turns.append(command[0] == sys.executable)
        return 2.0 if turns[-1] else 8.0 - len(turns)

    monkeypatch.setattr(against, "_cost", cost)
    (held,) = harvests(tmp_path / "python", 2)
    assert (held.pages, held.here, held.there) == pytest.approx((4, 500.0, 1250.0))
    assert is_slower(held)
    assert turns == [False, True, False, True]
