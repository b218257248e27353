"""Brave Search, by the protocol that its documentation describes."""

import pytest

from specdex.errors import InputError, ProviderError
from specdex.ports import SearchEngine
from specdex.providers.client import Market
from specdex.providers.search_engines.brave import BraveEngine
from specdex.records import SearchResult

SECRET = "BSA-test-0123456789abcdef"


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("BRAVE_API_KEY", SECRET)


def answer(*numbers, more=True):
    return {
        "type": "search",
        "query": {"original": "x", "more_results_available": more},
        "web": {
            "type": "search",
            "results": [
                {"url": f"https://a.example/{number}", "title": f"T{number}", "description": "d"}
                for number in numbers
            ],
        },
    }


def error(status, code):
    body = {"type": "ErrorResponse", "error": {"code": code, "detail": f"key {SECRET}"}}
    return lambda *_: (status, body)


def test_it_fits_the_port_and_knows_its_address():
    engine = BraveEngine()
    assert isinstance(engine, SearchEngine)
    assert engine.address == "https://api.search.brave.com"


def test_pages_are_asked_for_until_there_are_enough_results(provider):
    pages = {"0": answer(1, 2), "1": answer(2, 3), "2": answer(4)}
    provider.answer = lambda _, asked: (200, pages[asked["offset"]])
    results = BraveEngine(provider.url).search('"X-100" camera', 3)
    assert results == tuple(SearchResult(f"https://a.example/{n}", f"T{n}", "d") for n in (1, 2, 3))
    assert [path for path, _ in provider.asked] == ["/res/v1/web/search"] * 2
    asked = provider.asked[0][1]
    assert asked["q"] == '"X-100" camera'
    assert (asked["count"], asked["offset"]) == ("20", "0")
    assert provider.headers[0]["x-subscription-token"] == SECRET


def test_the_answer_says_when_there_is_no_more(provider):
    provider.answer = lambda *_: (200, answer(1, more=False))
    assert len(BraveEngine(provider.url).search("x", 50)) == 1
    assert len(provider.asked) == 1


def test_really_nothing_found_is_no_error(provider):
    provider.answer = lambda *_: (200, answer(more=False))
    assert BraveEngine(provider.url).search("x", 5) == ()


def test_an_answer_without_web_says_that_nothing_was_found(provider, clock):
    provider.answer = lambda *_: (200, {"type": "search", "query": {"original": "x"}})
    engine = BraveEngine(provider.url)
    assert [engine.search(each, 5) for each in "xyz"] == [(), (), ()]
    assert len(provider.asked) == 3, "nothing is tried again, and nothing is closed"
    assert clock.slept == []


def test_a_list_of_results_that_is_none_is_told(provider, clock):
    provider.answer = lambda *_: (200, {"type": "search", "web": {"results": "many"}})
    with pytest.raises(ProviderError, match="answered without a list of web results"):
        BraveEngine(provider.url).search("x", 5)
    assert clock.slept == [1.0, 4.0]


def test_country_and_language_are_sent(provider):
    provider.answer = lambda *_: (200, answer(1, more=False))
    BraveEngine(provider.url, market=Market("de", "DE")).search("x", 5)
    BraveEngine(provider.url).search("x", 5)
    chosen, plain = (asked for _, asked in provider.asked)
    assert (chosen["country"], chosen["search_lang"]) == ("DE", "de")
    assert not {"country", "search_lang"} & set(plain)


def test_a_later_page_without_results_is_the_end(provider):
    provider.answer = lambda _, asked: (
        200,
        answer(1) if asked["offset"] == "0" else {"type": "search", "query": {}},
    )
    assert len(BraveEngine(provider.url).search("x", 5)) == 1


@pytest.mark.parametrize(
    ("status", "code", "sentence"),
    [
        (422, "SUBSCRIPTION_TOKEN_INVALID", "does not know the key in BRAVE_API_KEY"),
        (404, "SUBSCRIPTION_NOT_FOUND", "knows no subscription"),
        (429, "QUOTA_LIMITED", "the quota of the key in BRAVE_API_KEY is used up"),
    ],
)
def test_a_refusal_is_told_in_one_sentence_and_not_asked_again(provider, status, code, sentence):
    provider.answer = error(status, code)
    engine = BraveEngine(provider.url)
    for _ in range(10):
        with pytest.raises(ProviderError, match=sentence) as caught:
            engine.search("x", 5)
        assert SECRET not in str(caught.value)
    assert len(provider.asked) == 1


def test_a_rate_limit_passes(provider, clock):
    limited = error(429, "RATE_LIMITED")
    provider.answer = lambda *_: limited() if len(provider.asked) < 2 else (200, answer(1))
    assert len(BraveEngine(provider.url).search("x", 1)) == 1
    assert clock.slept == [1.0]


def test_without_a_key_it_is_not_made(monkeypatch):
    monkeypatch.delenv("BRAVE_API_KEY")
    with pytest.raises(InputError, match="set BRAVE_API_KEY in the environment"):
        BraveEngine()


def test_a_long_query_is_cut_to_what_the_api_takes(provider):
    provider.answer = lambda *_: (200, answer(1, more=False))
    BraveEngine(provider.url).search("word " * 200, 1)
    assert len(provider.asked[0][1]["q"].split()) == 50


@pytest.mark.parametrize(
    "body", [[], "x", None, {"web": []}, {"web": {"results": {}}}, {"type": "ErrorResponse"}]
)
def test_strange_answers_are_told_in_one_sentence(provider, body):
    provider.answer = lambda *_: (200, body)
    with pytest.raises(ProviderError, match=r"127\.0\.0\.1"):
        BraveEngine(provider.url).search("x", 5)
