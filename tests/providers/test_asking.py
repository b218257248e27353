import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.errors import InputError, ProviderError
from specdex.providers.client import Asker, Question, checked_address, exhausted_for, key, shown

SECRET = "s3cret-key-0123456789"


def in_turn(*answers):
    """An answer after the other, the last for ever."""
    left = list(answers)
    return lambda *_: left.pop(0) if len(left) > 1 else left[0]


def test_what_may_pass_is_tried_again_after_growing_pauses(provider, clock):
    provider.answer = in_turn((503, b""), (429, b""), (200, {"a": 1}))
    assert Asker().ask(Question(provider.url)) == {"a": 1}
    assert clock.slept == [1.0, 4.0]


@pytest.mark.parametrize("status", [400, 404, 422])
def test_what_will_not_pass_is_not_tried_again(provider, clock, status):
    provider.answer = lambda *_: (status, {})
    with pytest.raises(ProviderError, match=f"answered with status {status}"):
        Asker().ask(Question(provider.url))
    assert len(provider.asked) == 1
    assert clock.slept == []


def test_a_service_says_how_long_to_wait(provider, clock):
    provider.answer = in_turn((429, b"", {"Retry-After": "17"}), (200, {}))
    Asker().ask(Question(provider.url))
    assert clock.slept == [17.0]


def test_a_service_that_asks_for_a_long_pause_is_closed_for_so_long(provider, clock):
    provider.answer = lambda *_: (429, b"", {"Retry-After": "3600"})
    asker = Asker()
    for _ in range(5):
        with pytest.raises(ProviderError, match="its quota opens again in 3600 seconds"):
            asker.ask(Question(provider.url))
    assert len(provider.asked) == 1
    clock.now += 3601
    provider.answer = lambda *_: (200, [1])
    assert asker.ask(Question(provider.url)) == [1]


def test_an_answer_that_was_the_last_for_now_slows_down_or_closes(provider, clock):
    headers = {"X-RateLimit-Limit": "1, 2000", "X-RateLimit-Reset": "1, 86400"}
    provider.answer = in_turn(
        (200, [1], {**headers, "X-RateLimit-Remaining": "0, 1"}),
        (200, [2], {**headers, "X-RateLimit-Remaining": "0, 0"}),
    )
    asker = Asker()
    assert asker.ask(Question(provider.url)) == [1]
    assert asker.ask(Question(provider.url)) == [2]
    assert clock.slept == [1.0]
    with pytest.raises(ProviderError, match="86400 seconds"):
        asker.ask(Question(provider.url))
    assert len(provider.asked) == 2


def test_a_dead_service_is_given_up_for_a_while(clock):
    asker = Asker(timeout=2)
    question = Question("http://127.0.0.1:9/")
    for _ in range(3):
        with pytest.raises(ProviderError, match="does not answer"):
            asker.ask(question)
    tries = len(clock.slept)
    for _ in range(40):
        with pytest.raises(ProviderError, match="does not answer"):
            asker.ask(question)
    assert len(clock.slept) == tries, "it was not asked"
    clock.now += 301
    with pytest.raises(ProviderError):
        asker.ask(question)
    assert len(clock.slept) > tries, "it got another chance"


@pytest.mark.parametrize("status", [401, 402, 403])
def test_a_refused_key_is_tried_once_and_never_again(provider, clock, status):
    provider.answer = lambda *_: (status, {"error": SECRET})
    asker = Asker()
    for _ in range(3):
        with pytest.raises(ProviderError, match=rf"refuses \({status}\)") as caught:
            asker.ask(Question(provider.url, secrets={"X-Key": SECRET}))
        assert SECRET not in str(caught.value)
    assert len(provider.asked) == 1
    assert clock.slept == []


def test_a_nonsense_answer_may_pass(provider, clock):
    provider.answer = in_turn(
        (200, b"<html>wait</html>"), (200, {"list": []}), (200, {"list": [1]})
    )
    wrong = Asker().ask(Question(provider.url), lambda data: "" if data["list"] else "is empty")
    assert wrong == {"list": [1]}
    assert len(clock.slept) == 2


def test_a_secret_does_not_follow_a_redirect(provider):
    provider.answer = lambda path, _: (
        (302, b"", {"Location": f"http://localhost:{provider.server_port}/elsewhere"})
        if path == "/"
        else (200, {})
    )
    Asker().ask(Question(f"{provider.url}/", secrets={"X-Key": SECRET}))
    first, second = provider.headers
    assert first["x-key"] == SECRET
    assert SECRET not in str(second)


def test_a_question_does_not_show_its_secrets():
    assert SECRET not in repr(Question("http://a.example", secrets={"X-Key": SECRET}))


def test_deep_json_does_not_crash(provider):
    provider.answer = lambda *_: (200, b"[" * 100_000)
    with pytest.raises(ProviderError, match="did not answer with JSON"):
        Asker().ask(Question(provider.url))


def test_keys_come_from_the_environment_only(monkeypatch):
    monkeypatch.delenv("SOME_KEY", raising=False)
    with pytest.raises(InputError, match="set SOME_KEY or OTHER in the environment"):
        key("SOME_KEY", "OTHER")
    monkeypatch.setenv("OTHER", f" {SECRET}\n")
    assert key("SOME_KEY", "OTHER") == SECRET
    for nonsense in (f"{SECRET}\r\nX: y", f"{SECRET}ä"):
        monkeypatch.setenv("SOME_KEY", nonsense)
        with pytest.raises(InputError, match="cannot be a key") as caught:
            key("SOME_KEY")
        assert SECRET not in str(caught.value)


def test_an_address_holds_no_key_and_a_key_needs_https():
    with pytest.raises(InputError, match="belongs in the environment") as caught:
        checked_address(f"http://me:{SECRET}@search.example/")
    assert SECRET not in str(caught.value)
    with pytest.raises(InputError, match="over https only"):
        checked_address("http://api.example", keyed=True)
    assert checked_address("https://api.example/", keyed=True) == "https://api.example"
    assert checked_address("http://127.0.0.1:80", keyed=True) == "http://127.0.0.1:80"


@given(st.text(max_size=60))
def test_any_address_is_checked_and_shown_without_crashing(text):
    shown(text)
    with contextlib.suppress(InputError):
        checked_address(text, keyed=True)


def test_a_window_without_a_limit_is_never_used_up():
    headers = {
        "X-RateLimit-Limit": "50, 0",
        "X-RateLimit-Remaining": "49, 0",
        "X-RateLimit-Reset": "1, 1419704",
    }
    assert exhausted_for(headers) == 0
    assert exhausted_for({"X-RateLimit-Remaining": "0, x", "X-RateLimit-Reset": "9"}) == 9
