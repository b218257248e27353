import pytest

from specdex.errors import InputError, ProviderError
from specdex.ports import SearchEngine
from specdex.providers import client
from specdex.providers.client import Market
from specdex.providers.search_engines.searxng import SearxngEngine
from specdex.records import SearchResult


def page(*numbers):
    return {
        "results": [
            {"url": f"http://a.example/{number}", "title": f"T{number}", "content": "c"}
            for number in numbers
        ]
    }


def test_it_fits_the_port():
    assert isinstance(SearxngEngine("http://a.example"), SearchEngine)


def test_pages_are_asked_for_until_there_are_enough_results(provider):
    pages = {"1": page(1, 2), "2": page(2, 3), "3": page(4)}
    provider.answer = lambda _, asked: (200, pages[asked["pageno"]])
    results = SearxngEngine(provider.url + "/").search('"X-100" camera', 3)
    assert [result.url for result in results] == [f"http://a.example/{n}" for n in (1, 2, 3)]
    assert results[0] == SearchResult("http://a.example/1", "T1", "c")
    assert provider.asked == [
        ("/search", {"q": '"X-100" camera', "format": "json", "pageno": number}) for number in "12"
    ]


def test_the_last_page_is_the_one_without_anything_new(provider):
    provider.answer = lambda *_: (200, page(1))
    assert len(SearxngEngine(provider.url).search("x", 10)) == 1
    assert len(provider.asked) == 2


@pytest.mark.parametrize(("counted", "asked"), [(3, 2), (0, 3), (50, 3)])
def test_no_page_is_asked_for_beyond_the_results_that_were_counted(provider, counted, asked):
    pages = {"1": page(1, 2), "2": page(3), "3": page()}
    provider.answer = lambda _, said: (200, pages[said["pageno"]] | {"number_of_results": counted})
    assert len(SearxngEngine(provider.url).search("x", 10)) == 3
    assert len(provider.asked) == asked


@pytest.mark.parametrize(
    ("market", "sent"),
    [(Market("de", "DE"), "de-DE"), (Market(language="de"), "de"), (Market("de"), None)],
)
def test_a_language_is_sent_and_a_country_beside_it(provider, market, sent):
    provider.answer = lambda *_: (200, page(1))
    SearxngEngine(provider.url, market=market).search("x", 1)
    ((_, asked),) = provider.asked
    assert asked.get("language") == sent


def test_really_nothing_found_is_no_error(provider):
    provider.answer = lambda *_: (200, {"results": [], "unresponsive_engines": []})
    assert SearxngEngine(provider.url).search("x", 5) == ()


def test_engines_that_come_back_are_asked_again(provider, clock):
    silent = {"results": [], "unresponsive_engines": [["bing", "timeout"]]}
    provider.answer = lambda *_: (200, silent if len(provider.asked) < 3 else page(1))
    assert len(SearxngEngine(provider.url).search("x", 1)) == 1
    assert clock.slept == [1.0, 4.0]


def test_a_later_page_that_no_engine_answers_is_the_end(provider):
    silent = {"results": [], "unresponsive_engines": [["bing", "timeout"]]}
    provider.answer = lambda _, asked: (200, page(1) if asked["pageno"] == "1" else silent)
    assert len(SearxngEngine(provider.url).search("x", 9)) == 1


def test_results_without_a_web_address_are_left_out(provider):
    strange = {
        "results": [{"url": "javascript:x"}, "text", {"title": "no url"}, *page(7)["results"]]
    }
    provider.answer = lambda *_: (200, strange)
    assert [each.url for each in SearxngEngine(provider.url).search("x", 5)] == [
        "http://a.example/7"
    ]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((429, b""), r"asks for fewer queries \(429\)"),
        ((500, b"oops"), "answered with status 500"),
        ((403, b"<html>"), r"search\.formats must list json"),
        ((401, b""), r"refuses \(401\) to answer"),
        ((200, b"<html>"), "did not answer with JSON"),
        ((200, b""), "did not answer with JSON"),
        ((200, {}), "no list of results"),
        ((200, []), "no list of results"),
        ((200, {"results": None}), "no list of results"),
        (
            (
                200,
                {
                    "results": [],
                    "unresponsive_engines": [["brave", "timeout"], ["bing", "captcha"]],
                },
            ),
            "could not ask its engines: bing, brave",
        ),
    ],
)
def test_a_provider_that_does_not_answer_is_told_in_one_sentence(provider, answer, sentence):
    provider.answer = lambda *_: answer
    with pytest.raises(ProviderError, match=sentence):
        SearxngEngine(provider.url).search("x", 5)


def test_a_dead_provider_is_told_in_one_sentence():
    with pytest.raises(ProviderError, match="does not answer"):
        SearxngEngine("http://127.0.0.1:9", timeout=2).search("x", 5)


def test_only_web_addresses_are_asked():
    with pytest.raises(InputError, match="not an http address"):
        SearxngEngine("file:///etc")


def test_an_endless_answer_is_cut_off(provider, monkeypatch):
    monkeypatch.setattr(client, "MAX_BYTES", 100)
    provider.answer = lambda *_: (200, b" " * 101)
    with pytest.raises(ProviderError, match="more than 100 bytes"):
        SearxngEngine(provider.url).search("x", 5)


def test_a_proxy_is_asked_in_place_of_the_host(provider):
    provider.answer = lambda *_: (200, page(1))
    assert SearxngEngine("http://search.example", proxy=provider.url).search("x", 1)
