import sqlite3
from contextlib import closing

import pytest

from specdex.errors import InputError, ProviderError, StoreError
from specdex.pipeline.discover import Memory, backlink_source, search_engine
from specdex.ports import BacklinkSource, SearchEngine
from specdex.providers.cache import Answers, RememberedBacklinks, RememberedSearch
from specdex.providers.client import ANYWHERE, Market
from specdex.testing import CannedBacklinks, CannedSearchEngine

SECRET = "BSA-test-0123456789abcdef"


def engine(tmp_path, canned, quota=0):
    return RememberedSearch(canned, Answers(tmp_path / "answers.db", "canned", quota))


def test_no_question_is_asked_twice_even_after_a_restart(tmp_path):
    canned = CannedSearchEngine({"x": ["http://a.example/1", "http://a.example/2"]})
    first = engine(tmp_path, canned).search("x", 5)
    assert isinstance(engine(tmp_path, canned), SearchEngine)
    assert engine(tmp_path, canned).search("x", 5) == first
    assert engine(tmp_path, canned).search("x", 50) == first, "there were no more"
    assert [each.url for each in engine(tmp_path, canned).search("x", 1)] == ["http://a.example/1"]
    assert engine(tmp_path, canned).search("nothing", 5) == ()
    assert engine(tmp_path, canned).search("nothing", 5) == ()
    assert canned.asked == ["x", "nothing"]


def test_a_longer_list_is_asked_for_again(tmp_path):
    canned = CannedSearchEngine({"x": [f"http://a.example/{n}" for n in range(9)]})
    assert len(engine(tmp_path, canned).search("x", 3)) == 3
    assert len(engine(tmp_path, canned).search("x", 5)) == 5
    assert canned.asked == ["x", "x"]


def test_a_failure_is_not_remembered(tmp_path):
    canned = CannedSearchEngine({}, broken=["x"])
    for _ in range(2):
        with pytest.raises(ProviderError):
            engine(tmp_path, canned).search("x", 5)
    assert canned.asked == ["x", "x"]


def test_whoever_only_recalls_waits_for_no_one_who_writes(tmp_path):
    canned = CannedSearchEngine({"x": ["http://a.example/1"]})
    first = engine(tmp_path, canned).search("x", 5)
    with closing(sqlite3.connect(tmp_path / "answers.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert engine(tmp_path, canned).search("x", 5) == first


def test_backlinks_are_remembered_too(tmp_path):
    canned = CannedBacklinks({"a.example": ["http://h.example/1"]})
    source = RememberedBacklinks(canned, Answers(tmp_path / "answers.db", "canned"))
    assert isinstance(source, BacklinkSource)
    assert source.backlinks("a.example", 5) == source.backlinks("a.example", 5)
    assert canned.asked == ["a.example"]


def test_a_quota_holds_over_restarts_and_loses_nothing(tmp_path):
    canned = CannedSearchEngine({"1": ["http://a.example/"]})
    engine(tmp_path, canned, quota=2).search("1", 5)
    engine(tmp_path, canned, quota=2).search("2", 5)
    with pytest.raises(ProviderError, match="quota of 2 requests to canned is used up"):
        engine(tmp_path, canned, quota=2).search("3", 5)
    assert len(engine(tmp_path, canned, quota=2).search("1", 5)) == 1, "what is known is free"
    assert engine(tmp_path, canned, quota=3).search("3", 5) == ()
    assert canned.asked == ["1", "2", "3"]


def test_a_quota_counts_requests_where_the_provider_makes_several(tmp_path, provider):
    page = {"results": [{"url": "http://a.example/"}], "unresponsive_engines": []}
    provider.answer = lambda *_: (200, page)
    searxng = search_engine(f"searxng:{provider.url}", "", Memory(tmp_path, quota=3))
    assert len(searxng.search("x", 5)) == 1
    assert len(provider.asked) == 2, "the second page has nothing new"
    with pytest.raises(ProviderError, match="quota of 3 requests"):
        searxng.search("y", 5)
    assert len(provider.asked) == 3


def test_answers_of_another_country_are_others(tmp_path, provider):
    provider.answer = lambda *_: (200, {"results": [], "unresponsive_engines": []})
    for market in (ANYWHERE, Market("de", "de"), Market("de", "de"), Market("at", "de")):
        search_engine(f"searxng:{provider.url}", "", Memory(tmp_path), market).search("x", 5)
    assert [asked.get("language") for _, asked in provider.asked] == [None, "de-DE", "de-AT"]


def test_providers_do_not_mix_their_answers(tmp_path):
    one, other = CannedSearchEngine({"x": ["http://a.example/"]}), CannedSearchEngine({})
    path = tmp_path / "answers.db"
    assert RememberedSearch(one, Answers(path, "one")).search("x", 5)
    assert not RememberedSearch(other, Answers(path, "other")).search("x", 5)


def test_a_damaged_memory_is_told_in_one_sentence(tmp_path):
    (tmp_path / "answers.db").write_bytes(b"nonsense" * 999)
    with pytest.raises(StoreError, match=r"answers\.db cannot be used"):
        engine(tmp_path, CannedSearchEngine({})).search("x", 5)


def test_a_provider_is_made_by_its_name(tmp_path):
    assert search_engine("") is None
    assert backlink_source("") is None
    assert isinstance(search_engine("searxng:http://127.0.0.1:9"), SearchEngine)
    memory = Memory(tmp_path, quota=1)
    assert isinstance(search_engine("searxng:http://127.0.0.1:9", "", memory), RememberedSearch)
    assert isinstance(backlink_source("http:http://127.0.0.1:9", "", memory), RememberedBacklinks)
    (tmp_path / "r.jsonl").write_text('{"query": "x", "results": []}\n')
    files = search_engine(f"results:{tmp_path / 'r.jsonl'}", "http://proxy.example", memory)
    assert files.search("x", 5) == (), "a file needs no proxy, and no memory"
    assert not (tmp_path / "answers.db").exists()
    with pytest.raises(InputError, match="write searxng:ADDRESS"):
        search_engine("searxng")
    with pytest.raises(InputError, match="no search engine called 'bing'"):
        search_engine("bing:x")
    with pytest.raises(InputError, match="set MOZ_API_TOKEN or MOZ_ACCESS_ID"):
        backlink_source("moz")


def test_a_key_is_nowhere_to_be_found_afterwards(tmp_path, provider, monkeypatch, caplog):
    monkeypatch.setenv("BRAVE_API_KEY", SECRET)
    found = {"web": {"results": [{"url": "http://a.example/"}]}}
    provider.answer = lambda _, asked: (200, found) if asked["q"] == "x" else (401, {"key": SECRET})
    caplog.set_level("DEBUG")
    brave = search_engine(f"brave:{provider.url}", "", Memory(tmp_path))
    assert brave.search("x", 1)
    with pytest.raises(ProviderError) as caught:
        brave.search("y", 1)
    seen = [caplog.text, str(caught.value), repr(caught.value), repr(caught.value.__cause__)]
    seen += [path.read_bytes().decode("latin-1") for path in tmp_path.rglob("*") if path.is_file()]
    assert len(seen) == 7, "the answers, and the two files in which SQLite writes ahead"
    assert not any(SECRET in each for each in seen)
