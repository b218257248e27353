import json
from urllib.parse import urlencode, urlsplit

import pytest

from specdex.demo.search import Index


def ask(demo, query, page=1):
    asked = urlencode({"q": query, "format": "json", "pageno": page})
    return json.loads(demo.answer(f"http://search.example/search?{asked}").body)


def backlinks(demo, site, limit=250):
    asked = urlencode({"site": site, "limit": limit})
    return json.loads(demo.answer(f"http://links.example/backlinks?{asked}").body)["backlinks"]


@pytest.mark.parametrize("kind", ["mpn", "gtin"])
def test_search_finds_the_shops_that_print_an_id(demo, truth, kind):
    for url in list(truth["pages"])[::97]:
        page = truth["pages"][url]
        wanted = {
            other["site"]
            for other in truth["pages"].values()
            if other["product"] == page["product"] and kind in other["ids"]
        }
        value = truth["products"][page["product"]][kind]
        found, number = set(), 1
        while results := ask(demo, value, number)["results"]:
            found |= {urlsplit(result["url"]).hostname for result in results}
            number += 1
        assert wanted <= found


def test_answers_have_the_shape_of_searxng(demo, truth):
    product = next(iter(truth["products"].values()))
    first, second = ask(demo, product["model"]), ask(demo, product["model"], 2)
    assert set(first) == {"query", "number_of_results", "results"}
    assert len(first["results"]) == 10
    assert set(first["results"][0]) == {"url", "title", "content", "engine"}
    assert first["number_of_results"] == second["number_of_results"]
    assert not {r["url"] for r in first["results"]} & {r["url"] for r in second["results"]}
    assert ask(demo, "xyzzy-nothing")["results"] == []


def test_other_sites_that_mention_an_id_are_found_too(demo, truth):
    kinds = set()
    for product in list(truth["products"].values())[:30]:
        for result in ask(demo, product["gtin"])["results"] + ask(demo, product["mpn"])["results"]:
            kinds.add(truth["sites"][urlsplit(result["url"]).hostname]["kind"])
    assert {"shop", "comparison", "forum", "review"} <= kinds


def test_search_answers_people_with_a_page(demo):
    answer = demo.answer("http://search.example/search?q=camera+shop")
    assert answer.content_type.startswith("text/html")
    assert b'class="result"' in answer.body


def test_backlinks_come_from_elsewhere(demo, trees, links):
    found = backlinks(demo, "lumenshop.example")
    assert len(found) > 5
    for link in found:
        assert link["site"] == urlsplit(link["url"]).hostname != "lumenshop.example"
        targets = links(link["url"], trees[link["url"]])
        assert any(urlsplit(target).hostname == "lumenshop.example" for target in targets)
    assert len(backlinks(demo, "lumenshop.example", 3)) == 3
    assert backlinks(demo, "tripodlane.example") == []
    assert backlinks(demo, "nobody.example") == []


def test_some_hubs_link_to_a_single_site(truth, trees, links):
    reach = {}
    for host, site in truth["sites"].items():
        if site["kind"] == "hub":
            mine = [url for url in trees if urlsplit(url).hostname == host]
            targets = {urlsplit(t).hostname for url in mine for t in links(url, trees[url])}
            reach[host] = len(targets - {host})
    assert min(reach.values()) == 1
    assert max(reach.values()) > 25


def test_votes_from_two_seeds_reach_nearly_all_camera_shops(demo, truth, trees, links):
    seeds = truth["seeds"]["camera"]
    ids = {
        page["ids"][kind]
        for page in truth["pages"].values()
        if page["site"] in seeds and page["category"] == "camera"
        for kind in ("mpn", "gtin")
    }
    found = set(seeds)
    for value in sorted(ids):
        found |= {urlsplit(result["url"]).hostname for result in ask(demo, value)["results"]}
    for seed in seeds:
        for link in backlinks(demo, seed):
            targets = links(link["url"], trees[link["url"]])
            found |= {urlsplit(target).hostname for target in targets}
    shops = {host for host, site in truth["sites"].items() if "camera" in site["categories"]}
    assert len(found & shops) >= 0.9 * len(shops)


@pytest.mark.parametrize(
    "url",
    [
        "http://search.example/search",
        "http://search.example/search?q=",
        "http://search.example/search?q=a&pageno=0",
        "http://search.example/search?q=a&pageno=x",
        "http://search.example/search?q=a&pageno=" + "9" * 5000,
        "http://links.example/backlinks",
        "http://links.example/backlinks?site=a.example&limit=many",
    ],
)
def test_bad_questions_get_one_clear_sentence(demo, url):
    answer = demo.answer(url)
    assert answer.status == 400
    assert answer.content_type.startswith("text/plain")
    assert answer.body.decode().count("\n") == 1


def test_services_know_one_path_each(demo):
    assert demo.answer("http://search.example/other").status == 404
    assert demo.answer("http://links.example/").status == 404


def test_a_page_is_found_by_the_parts_of_a_word_wherever_it_stands():
    index = Index(
        [("http://a.example/1", "<head><title>T</title></head><p>Kamera\n<b>DX-90,</b> neu</p>")]
    )
    for query in ("dx-90", "DX", "90", "neu", "kamera t"):
        assert [page.url for page in index.search(query)] == ["http://a.example/1"], query
    assert index.search("90,")[0].text == "Kamera DX-90, neu"
    assert not index.search("x-9")
