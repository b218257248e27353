"""The Moz Links API, version 2, by the protocol that its documentation describes."""

import base64

import pytest

from specdex.errors import InputError, ProviderError
from specdex.ports import BacklinkSource
from specdex.providers.backlink_sources.moz import MozLinks, MozRpcLinks
from specdex.records import Backlink

SECRET = "moz-test-0123456789abcdef"


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("MOZ_API_TOKEN", SECRET)


def link(page):
    return {
        "source": {"page": page, "root_domain": "hub.example", "domain_authority": 70},
        "target": {"page": "a.example/"},
        "anchor_text": "a",
        "nofollow": False,
    }


def test_it_fits_the_port_and_knows_its_address():
    assert isinstance(MozLinks(), BacklinkSource)
    assert MozLinks().address == "https://lsapi.seomoz.com"


def test_links_are_asked_for_page_by_page(provider):
    def answer(_, asked):
        first = "next_token" not in asked
        pages = ["hub.example/1", "hub.example/2"] if first else ["https://hub.example/3"]
        return 200, {"results": [link(page) for page in pages], "next_token": "t" * first}

    provider.answer = answer
    assert MozLinks(provider.url).backlinks("shop.example", 60) == tuple(
        Backlink("shop.example", url)
        for url in ("http://hub.example/1", "http://hub.example/2", "https://hub.example/3")
    )
    assert provider.asked == [
        (
            "/v2/links",
            {
                "target": "shop.example",
                "target_scope": "root_domain",
                "filter": "external",
                "limit": 50,
            },
        ),
        (
            "/v2/links",
            {
                "target": "shop.example",
                "target_scope": "root_domain",
                "filter": "external",
                "limit": 50,
                "next_token": "t",
            },
        ),
    ]
    assert provider.headers[0]["x-moz-token"] == SECRET
    assert provider.headers[0]["content-type"] == "application/json"


def test_no_more_rows_are_paid_for_than_wanted(provider):
    provider.answer = lambda *_: (200, {"results": [link("h.example/1")], "next_token": "t"})
    assert len(MozLinks(provider.url).backlinks("foto.shop.example", 1)) == 1
    ((_, asked),) = provider.asked
    assert asked["limit"] == 1
    assert asked["target_scope"] == "subdomain"


def test_a_token_that_repeats_ends(provider):
    provider.answer = lambda *_: (200, {"results": [link("h.example/1")], "next_token": "t"})
    assert len(MozLinks(provider.url).backlinks("shop.example", 60)) == 1
    assert len(provider.asked) == 2


def test_an_older_key_is_a_pair(provider, monkeypatch):
    monkeypatch.delenv("MOZ_API_TOKEN")
    monkeypatch.setenv("MOZ_ACCESS_ID", "mozscape-1")
    monkeypatch.setenv("MOZ_SECRET_KEY", SECRET)
    provider.answer = lambda *_: (200, {"results": [], "next_token": ""})
    assert MozLinks(provider.url).backlinks("shop.example", 5) == ()
    pair = base64.b64encode(f"mozscape-1:{SECRET}".encode()).decode()
    assert provider.headers[0]["authorization"] == f"Basic {pair}"
    monkeypatch.delenv("MOZ_SECRET_KEY")
    with pytest.raises(InputError, match="MOZ_SECRET_KEY"):
        MozLinks()
    monkeypatch.delenv("MOZ_ACCESS_ID")
    with pytest.raises(InputError, match="MOZ_API_TOKEN"):
        MozLinks()


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((401, {"name": "unauthorized", "message": SECRET}), r"refuses \(401\)"),
        ((403, {"name": "forbidden", "message": SECRET}), r"refuses \(403\)"),
        ((429, {"message": "Too Many Requests"}), r"asks for fewer queries \(429\)"),
        ((200, {}), "list of links"),
        ((200, b""), "did not answer with JSON"),
        ((200, {"results": None}), "list of links"),
    ],
)
def test_what_goes_wrong_is_told_in_one_sentence(provider, answer, sentence):
    provider.answer = lambda *_: answer
    with pytest.raises(ProviderError, match=sentence) as caught:
        MozLinks(provider.url).backlinks("shop.example", 5)
    assert SECRET not in str(caught.value)


def test_strange_links_are_left_out(provider):
    strange = ["x", {}, {"source": None}, {"source": {"page": ""}}, link("h.example/1")]
    provider.answer = lambda *_: (200, {"results": strange})
    assert len(MozLinks(provider.url).backlinks("shop.example", 5)) == 1


def rpc_link(page):
    return {"source_site_metrics": {"page": page}, "anchor_text": "a", "nofollow": False}


def test_json_rpc_is_asked_page_by_page(provider):
    def answer(_, asked):
        first = "token" not in asked["params"]["data"]["offset"]
        pages = ["hub.example/1", "hub.example/2"] if first else ["https://hub.example/3"]
        links = [*map(rpc_link, pages), {}, None]
        result = {"links": links, "offset": {"token": "t" if first else ""}}
        return 200, {"jsonrpc": "2.0", "id": asked["id"], "result": result}

    provider.answer = answer
    found = MozRpcLinks(provider.url).backlinks("shop.example", 60)
    assert [each.url for each in found] == [
        "http://hub.example/1",
        "http://hub.example/2",
        "https://hub.example/3",
    ]
    (path, first), (_, second) = provider.asked
    assert path == "/jsonrpc"
    assert first["jsonrpc"] == "2.0"
    assert first["method"] == "data.site.link.list"
    assert len(first["id"]) >= 24
    data = first["params"]["data"]
    assert data["site_query"] == {"query": "shop.example", "scope": "domain"}
    assert data["options"] == {"filters": ["external"]}
    assert data["offset"] == {"limit": 50}
    assert second["params"]["data"]["offset"] == {"limit": 50, "token": "t"}
    assert provider.headers[0]["x-moz-token"] == SECRET


def test_an_error_of_json_rpc_is_told_in_its_words(provider, clock):
    problem = {"code": -32652, "message": "a field is missing", "data": {"key": "site_query"}}
    provider.answer = lambda *_: (200, {"jsonrpc": "2.0", "error": problem})
    with pytest.raises(ProviderError, match="says: a field is missing"):
        MozRpcLinks(provider.url).backlinks("shop.example", 5)
    assert clock.slept
