import threading
from multiprocessing import Pipe

import pytest

from specdex.crawlers.wire import HungUp, received, send


@pytest.fixture
def ends():
    one, other = Pipe()
    yield one, other
    one.close()
    other.close()


def test_all_that_waits_is_received_at_once(ends):
    one, other = ends
    assert received(one, 0.0) == []
    send(other, [])
    send(other, ["a", "b"])
    send(other, [{"c": 1}])
    assert received(one, 1.0) == ["a", "b", {"c": 1}]
    assert received(one, 0.0) == []


def test_what_is_larger_than_any_buffer_passes(ends):
    one, other = ends
    large = bytes(5_000_000)
    sender = threading.Thread(target=send, args=(other, [large, "end"]))
    sender.start()
    got = []
    while len(got) < 2:
        got += received(one, 5.0)
    sender.join()
    assert got == [large, "end"]


def test_what_was_said_before_hanging_up_is_heard(ends):
    one, other = ends
    send(other, ["last words"])
    other.close()
    send(one, ["to nobody"])
    assert received(one, 1.0) == ["last words"]
    with pytest.raises(HungUp):
        received(one, 1.0)
