import pytest

from specdex.errors import ProviderError
from specdex.ports import BacklinkSource
from specdex.providers.backlink_sources.service import BacklinkService
from specdex.records import Backlink


def test_it_fits_the_port():
    assert isinstance(BacklinkService("http://a.example"), BacklinkSource)


def test_a_site_is_asked_for_its_backlinks(provider):
    links = [{"url": f"http://hub.example/{n}", "site": "a.example"} for n in (1, 2, 2, 3)]
    provider.answer = lambda *_: (200, {"site": "a.example", "backlinks": links})
    found = BacklinkService(provider.url + "/").backlinks("a.example", 2)
    assert found == (
        Backlink("a.example", "http://hub.example/1"),
        Backlink("a.example", "http://hub.example/2"),
    )
    assert provider.asked == [("/backlinks", {"site": "a.example", "limit": "2"})]


def test_a_site_without_backlinks_has_none(provider):
    provider.answer = lambda *_: (200, {"site": "a.example", "backlinks": []})
    assert BacklinkService(provider.url).backlinks("a.example", 5) == ()


def test_what_is_no_link_is_left_out(provider):
    provider.answer = lambda *_: (
        200,
        {"backlinks": ["x", {"url": None}, {"url": "ftp://a.example"}]},
    )
    assert BacklinkService(provider.url).backlinks("a.example", 5) == ()


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((429, b""), r"asks for fewer queries \(429\)"),
        ((503, b""), "answered with status 503"),
        ((200, b"nonsense"), "did not answer with JSON"),
        ((200, {}), "list of backlinks"),
        ((200, {"backlinks": {}}), "list of backlinks"),
    ],
)
def test_a_service_that_does_not_answer_is_told_in_one_sentence(provider, answer, sentence):
    provider.answer = lambda *_: answer
    with pytest.raises(ProviderError, match=sentence):
        BacklinkService(provider.url).backlinks("a.example", 5)


def test_a_dead_service_is_told_in_one_sentence():
    with pytest.raises(ProviderError, match="does not answer"):
        BacklinkService("http://127.0.0.1:9", timeout=2).backlinks("a.example", 5)
