import socket
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.crawlers.wire import Frames, HungUp, Wire, framed


@given(st.lists(st.text() | st.binary() | st.none()), st.lists(st.integers(1, 50), min_size=1))
def test_messages_come_out_as_they_went_in_however_the_stream_is_cut(messages, cuts):
    stream, frames, got = b"".join(map(framed, messages)), Frames(), []
    place, turn = 0, 0
    while place < len(stream):
        size = cuts[turn % len(cuts)]
        got += frames.feed(stream[place : place + size])
        place, turn = place + size, turn + 1
    assert got == messages


@pytest.fixture
def ends():
    ours, theirs = socket.socketpair()
    one, other = Wire(ours), Wire(theirs)
    yield one, other
    one.close()
    other.close()


def test_all_that_waits_is_received_at_once(ends):
    one, other = ends
    assert one.receive(0.0) == []
    other.send([])
    other.send(["a", "b"])
    other.send([{"c": 1}])
    assert one.receive(1.0) == ["a", "b", {"c": 1}]
    assert one.receive(0.0) == []


def test_what_is_larger_than_any_buffer_passes(ends):
    one, other = ends
    large = bytes(5_000_000)
    sender = threading.Thread(target=other.send, args=([large, "end"],))
    sender.start()
    got = []
    while len(got) < 2:
        got += one.receive(5.0)
    sender.join()
    assert got == [large, "end"]


def test_what_was_said_before_hanging_up_is_heard(ends):
    one, other = ends
    other.send(["last words"])
    other.close()
    one.send(["to nobody"])
    assert one.receive(1.0) == ["last words"]
    with pytest.raises(HungUp):
        one.receive(1.0)
