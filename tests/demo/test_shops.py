import json
from collections import defaultdict, deque

import pytest

# for each family: its rows, and the name and the value seen from a row
ROWS = {
    "table": ("//table[@id='specs']//tr", "th", "td"),
    "sections": ("//table[contains(@class, 'inner')]//tr", "td[1]", "td[2]"),
    "definitions": ("//dl[contains(@class, 'facts')]/dt", ".", "following-sibling::dd[1]"),
    "lists": ("//ul[contains(@class, 'specs')]/li", "b", "text()"),
    "grid": ("//div[contains(@class, 'spec-row')]", "div[1]", "div[2]"),
    "threecolumns": ("//table[contains(@class, 'sheet')]//tr", "td[1]", "td[2]"),
    "tabs": ("//td[@class='label']", ".", "following-sibling::td"),
    "paragraphs": ("//div[contains(@class, 'fiche')]//strong", ".", "following-sibling::text()[1]"),
    "cards": ("//main//p[contains(@class, 'fact')]", "span[1]", "span[2]"),
    "accordion": ("//details[not(summary='Delivery')]/dl/div", "dt", "dd"),
}


def visible(tree):
    return " ".join(" ".join(tree.find("body").itertext()).split())


def test_pairs_are_on_the_page_in_order(truth, trees):
    for url, page in truth["pages"].items():
        shown = visible(trees[url])
        place = 0
        for name, value in page["pairs"]:
            for printed in (name, value):
                found = shown.find(printed, place)
                assert found >= 0, (url, name, value)
                place = found + len(printed)


def test_pairs_are_exactly_the_rows_with_a_value(truth, trees):
    for url, page in truth["pages"].items():
        rows, name, value = ROWS[truth["sites"][page["site"]]["family"]]
        printed = [
            [row.xpath(f"normalize-space({part})").strip(" :") for part in (name, value)]
            for row in trees[url].xpath(rows)
        ]
        assert [pair for pair in printed if pair[1]] == page["pairs"], url


def test_some_shops_print_names_without_values(demo):
    assert sum(shop.settings["empty_rows"] for shop in demo.neighbours.shops) >= 3


def test_titles_prices_and_ids_are_on_the_page(truth, trees):
    for url, page in truth["pages"].items():
        shown = visible(trees[url])
        assert page["title"] in shown
        assert page["price_text"] in shown
        assert all(value in shown for value in page["ids"].values()), url
        assert all(name in shown and value in shown for name, value in page["alt"])


def test_pairs_are_rich_and_names_do_not_repeat(truth):
    for page in truth["pages"].values():
        names = [name for name, _ in page["pairs"]]
        assert len(names) == len(set(names))
        assert len(names) >= 8
        assert all(name.strip(" :") == name and value for name, value in page["pairs"])


def test_ids_are_labelled_in_different_words(truth):
    words = defaultdict(set)
    for page in truth["pages"].values():
        kinds = {value: kind for kind, value in page["ids"].items()}
        for name, value in (*page["pairs"], *page["alt"]):
            if value in kinds:
                words[kinds[value]].add(name)
    assert all(len(names) >= 4 for names in words.values())
    assert set(words) == {"sku", "mpn", "gtin"}


def test_shops_word_attributes_their_own_way(truth):
    words = defaultdict(set)
    for page in truth["pages"].values():
        for name, attribute in page["attributes"].items():
            words[page["category"], attribute].add(name)
    assert len(words["camera", "weight"]) >= 4
    assert sum(len(names) >= 3 for names in words.values()) > 0.7 * len(words)


def test_shops_disagree_now_and_then(truth):
    wrong = sum(len(page["wrong"]) for page in truth["pages"].values())
    pairs = sum(len(page["pairs"]) for page in truth["pages"].values())
    assert 0.01 < wrong / pairs < 0.1


def test_shops_with_one_feed_share_its_mistakes(truth):
    def mistakes(host):
        return {
            (page["product"], page["attributes"][name])
            for page in truth["pages"].values()
            if page["site"] == host
            for name in page["wrong"]
        }

    ours, theirs = mistakes("tripodlane.example"), mistakes("shutterstop.example")
    assert len(ours & theirs) > 5


def test_every_product_is_reached_by_links_without_entering_a_trap(truth, trees, links):
    for site in truth["sites"].values():
        seen, queue = {site["home"]}, deque([site["home"]])
        while queue:
            url = queue.popleft()
            for target in links(url, trees[url]):
                inside = target.startswith(site["home"])
                if inside and target not in seen and not target.startswith(tuple(site["traps"])):
                    assert target in trees, (url, target)
                    seen.add(target)
                    queue.append(target)
        for part in ("entry", "index", "products"):
            for urls in site[part].values():
                assert set(urls) <= seen


def test_index_pages_link_to_all_products(truth, trees, links):
    for site in truth["sites"].values():
        for category, urls in site["index"].items():
            linked = {target for url in urls for target in links(url, trees[url])}
            assert set(site["products"][category]) <= linked


def test_links_to_other_sites_lead_somewhere(demo, trees, links):
    for url, tree in trees.items():
        for target in links(url, tree):
            assert target.split("/")[2] in demo.hosts


def test_structured_data_on_some_shops(truth, trees):
    marked, micro = set(), set()
    for url, page in truth["pages"].items():
        micro |= {page["site"]} if trees[url].xpath("//*[@itemscope]") else set()
    assert 2 <= len(micro) <= 6
    for url, page in truth["pages"].items():
        for script in trees[url].xpath("//script[@type='application/ld+json']"):
            product = json.loads(script.text)
            assert product["sku"] == page["ids"]["sku"]
            assert product["gtin13"] == page["ids"]["gtin"]
            assert product["offers"]["price"] == page["price"]
            marked.add(page["site"])
    assert 3 <= len(marked) <= 8


@pytest.mark.parametrize("word", ["delivery", "related", "reviews", "prices"])
def test_hard_negatives_stand_beside_the_specification(word, truth, trees):
    found = {
        page["site"]
        for url, page in truth["pages"].items()
        if trees[url].xpath(f"//*[contains(@class, '{word}')]")
    }
    assert len(found) >= 4
