import json
import os
import subprocess
import sys
from collections import Counter
from functools import partial
from urllib import robotparser
from urllib.parse import urlsplit

import pytest
from lxml import etree

from specdex.demo import Answer, build
from specdex.demo.shop_pages import _once

DIGEST = """
import hashlib, json
from specdex.demo import build
web = build()
digest = hashlib.sha256(json.dumps(web.truth()).encode())
for site in web.sites:
    for url in list(site.sheets)[::3]:
        digest.update(url.encode() + web.answer(url).body)
print(digest.hexdigest())
"""


def kinds(truth):
    return Counter(site["kind"] for site in truth["sites"].values())


def shops(truth):
    return {host: site for host, site in truth["sites"].items() if site["kind"] == "shop"}


def test_same_bytes_in_every_process():
    seeds = ("1", "4242")
    jobs = [
        subprocess.Popen(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
        )
        for seed in seeds
    ]
    digests = {job.communicate()[0] for job in jobs}
    assert [job.returncode for job in jobs] == [0, 0]
    assert len(digests) == 1


def test_another_seed_is_another_web(truth):
    assert build(8).truth()["products"] != truth["products"]


def test_enough_shops_families_and_other_sites(truth):
    assert len(shops(truth)) >= 12
    assert len({site["family"] for site in shops(truth).values()}) >= 8
    count = kinds(truth)
    assert sum(count.values()) - count["shop"] - count["hub"] >= 12
    assert count["hub"] >= 5
    assert set(count) == {
        "shop", "news", "forum", "review", "comparison", "company", "hub", "other",
    }  # fmt: skip
    assert {site["language"] for site in shops(truth).values()} == {"en", "de", "fr"}


def test_enough_products_with_strong_overlap(truth):
    sold = Counter()
    selling = Counter()
    for page in truth["pages"].values():
        sold[page["product"]] += 1
    for site in shops(truth).values():
        selling.update(site["categories"])
    assert selling["camera"] >= 12
    assert min(selling.values()) >= 4
    assert len(selling) == 6
    assert 600 <= len(truth["pages"]) <= 1100
    per_category = Counter(product["category"] for product in truth["products"].values())
    assert all(40 <= count <= 60 for count in per_category.values())
    assert sum(count >= 3 for count in sold.values()) > 0.55 * len(truth["products"])
    cameras = [count for product, count in sold.items() if product.startswith("camera")]
    assert sum(count >= 5 for count in cameras) > 0.6 * per_category["camera"]
    for site in shops(truth).values():
        for urls in site["products"].values():
            assert 12 <= len(urls) <= 40


def test_category_trees_and_paginations_differ(demo, trees):
    found = set()
    for shop in demo.neighbours.shops:
        found |= {shop.settings["tree"], shop.settings["pagination"]}
    assert found == {"flat", "departments", "lines", "numbers", "next", "more"}
    assert any(tree.xpath("//a[@data-url]") for tree in trees.values())


def test_truth_is_plain_json(truth):
    assert json.loads(json.dumps(truth)) == truth


def test_every_url_of_the_truth_answers(demo, truth, trees):
    for site in truth["sites"].values():
        urls = [site["home"]]
        for part in ("entry", "index", "products"):
            urls += [url for found in site[part].values() for url in found]
        assert set(urls) <= set(trees)
        for url in site["traps"]:
            assert urlsplit(url).hostname in demo.hosts
    assert set(truth["pages"]) <= set(trees)


def test_product_urls_and_titles_are_unique_within_a_shop(truth):
    for site in shops(truth).values():
        urls = [url for found in site["products"].values() for url in found]
        assert len(urls) == len(set(urls))
        addresses = {truth["pages"][url]["ids"]["sku"] for url in urls}
        assert len(addresses) == len(urls)


def test_seeds_are_two_shops_of_each_category(truth):
    for category, hosts in truth["seeds"].items():
        assert len(set(hosts)) == 2
        assert all(category in truth["sites"][host]["categories"] for host in hosts)


def test_gtins_are_valid_and_ids_unique(truth):
    for product in truth["products"].values():
        digits = [int(digit) for digit in product["gtin"]]
        assert len(digits) == 13
        assert sum(digits[::2] + [3 * digit for digit in digits[1::2]]) % 10 == 0
    for name in ("gtin", "mpn"):
        assert len({product[name] for product in truth["products"].values()}) == len(
            truth["products"]
        )


def test_unknown_paths_and_hosts(demo):
    assert demo.answer("http://lumenshop.example/nowhere").status == 404
    assert demo.answer("http://elsewhere.example/").status == 502
    assert demo.answer("http://[broken/").status == 400
    assert demo.answer("http://lumenshop.example").status == 200
    assert demo.answer("http://lumenshop.example/index.html").location == (
        "http://lumenshop.example/"
    )


def test_pictures_are_pictures(demo, truth):
    url = next(iter(truth["pages"]))
    host = urlsplit(url).hostname
    answer = demo.answer(f"http://{host}/media/x.png")
    assert answer.content_type == "image/png"
    assert answer.body.startswith(b"\x89PNG")


def test_robots_close_the_traps_and_nothing_else(demo, truth):
    for host, site in truth["sites"].items():
        answer = demo.answer(f"http://{host}/robots.txt")
        assert answer.status == (200 if site["robots"] else 404)
        if not site["robots"]:
            continue
        robots = robotparser.RobotFileParser()
        robots.parse(answer.body.decode().splitlines())
        assert not any(robots.can_fetch("specdex", trap + "x") for trap in site["traps"])
        for urls in site["products"].values():
            assert all(robots.can_fetch("specdex", url) for url in urls)
        assert bool(robots.site_maps()) == site["sitemap"]


def test_sitemaps_name_all_products(demo, truth):
    assert 3 <= sum(site["sitemap"] for site in shops(truth).values()) < len(shops(truth))
    for host, site in truth["sites"].items():
        answer = demo.answer(f"http://{host}/sitemap.xml")
        assert answer.status == (200 if site["sitemap"] else 404)
        if site["sitemap"]:
            listed = set(etree.fromstring(answer.body).itertext())
            assert {url for urls in site["products"].values() for url in urls} <= listed


def test_answers_are_frozen():
    with pytest.raises(AttributeError):
        Answer(200, "text/plain", b"").status = 404


def test_what_all_pages_of_a_shop_share_is_printed_once() -> None:
    asked: list[str] = []

    class Part:
        name = "footer"

        def __call__(self, mark: str) -> str:
            asked.append(mark)
            return f"<p>{mark}</p>"

    once = partial(_once, {})
    assert [once(Part(), "-"), once(Part(), "-"), once(Part(), "+")] == [
        *("<p>-</p>", "<p>-</p>"),
        "<p>+</p>",
    ]
    assert asked == ["-", "+"]
