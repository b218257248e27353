import builtins

import pytest

from benchmarks.align.peers import _best, measured_peers
from benchmarks.link import peers
from benchmarks.link.sets import LinkSet
from specdex.errors import MissingExtra
from specdex.records import Specification

PAGES = [
    Specification(f"https://{site}.example/{n}", title=f"Acme X{n}00 kettle {site}")
    for site in "ab"
    for n in range(1, 5)
]
PAIRS = [
    (f"https://a.example/{one}", f"https://b.example/{other}", one == other)
    for one in range(1, 5)
    for other in range(1, 5)
]
CHOSEN = LinkSet("kettles", PAGES, PAIRS)


def test_a_peer_is_scored_with_the_cut_that_is_best_for_it(monkeypatch):
    said = {(one, other): 0.6 if same else 0.4 for one, other, same in PAIRS}
    monkeypatch.setattr(peers, "PEERS", {"oracle": lambda _: said, "silent": lambda _: {}})
    rows = dict(peers.measured_peers(CHOSEN))
    assert (rows["oracle"]["precision"], rows["oracle"]["recall"]) == (1.0, 1.0)
    assert rows["silent"]["f1"] == 0.0
    assert set(rows["oracle"]) == {
        *("precision", "recall", "f1", "open", "blind", "seconds", "MB (10^6)")
    }


def test_a_peer_knows_pages_that_bear_one_code():
    pytest.importorskip("recordlinkage")
    assert peers.recordlinkage(CHOSEN)


def test_without_the_extra_it_is_named(monkeypatch):
    real = builtins.__import__

    def missing(name, *about):
        if name.split(".")[0] in {"splink", "recordlinkage", "valentine"}:
            raise ImportError(name)
        return real(name, *about)

    monkeypatch.setattr(builtins, "__import__", missing)
    for name in peers.PEERS:
        with pytest.raises(MissingExtra, match="peers"):
            peers.PEERS[name](CHOSEN)
    with pytest.raises(MissingExtra, match="peers"):
        next(measured_peers({}, ()))


def test_names_of_one_site_are_no_pair():
    gold = {("a", "w"): "weight", ("b", "x"): "weight", ("a", "z"): "weight", ("b", "y"): "size"}
    said = {frozenset({("a", "w"), ("b", "x")}): 0.9, frozenset({("a", "w"), ("b", "y")}): 0.3}
    found = _best(gold, said)
    assert (found["precision"], found["recall"]) == (1.0, 0.5)
