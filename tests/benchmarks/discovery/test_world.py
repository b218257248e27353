"""The real harvest over the synthetic web: what lies outside of it answers as the web is."""

import pytest

from benchmarks.discovery import experiments
from benchmarks.discovery.experiments import Lab, figures_8_and_9
from benchmarks.discovery.web import build_web, seeds_of
from benchmarks.discovery.world import World, harvested
from specdex.harvest import loop
from specdex.html import parse
from specdex.linkage import product_ids
from specdex.ports import Crawler, LinkGraph, SearchEngine
from specdex.records import Page
from specdex.settings import DiscoverySettings


@pytest.fixture(scope="module")
def web():
    return build_web(3, scale=0.1)


@pytest.fixture(scope="module")
def world(web):
    return World(web, "camera")


def settings(**chosen):
    return DiscoverySettings(
        **{"strategy": "union", "top": 10, "rounds": 2, "patience": 2, "search_within": False}
        | chosen
    )


def test_the_world_answers_as_providers_do(web, world):
    assert isinstance(world, SearchEngine)
    assert isinstance(world, LinkGraph)
    assert isinstance(world, Crawler)
    product = int(web.published["camera"].right[0])
    found = world.search(f'"LX-{product}-K"', 50)
    assert 0 < len(found) <= 50
    assert found == world.search(f'"LX-{product}-K" camera', 50)
    assert world.search("anything else", 50) == ()
    seed = f"s{seeds_of(web, 'camera', 1)[0]}.example"
    hub = world.backlinks(seed, 1)[0].url
    assert seed in world.forward([hub], 1000)[hub]


def test_the_ids_that_a_shop_publishes_can_be_asked_for(web, world):
    readable = (
        site
        for site in seeds_of(web, "camera", 50)
        if len(web.published["camera"].of_left(site)) and world.extract(product_page(site)).pairs
    )
    site = next(readable)
    read, *_ = product_ids(world.extract(product_page(site)))
    hosts = [each.url for each in world.search(f'"{read.value}"', 10**6)]
    assert f"http://s{site}.example/about" in hosts


def product_page(site):
    host = f"s{site}.example"
    return parse(Page(f"http://{host}/p/0", b"<h1>Product 0</h1>", site=host))


def test_a_harvest_takes_shops_and_leaves_the_rest(web):
    rounds = harvested(web, "camera", seeds_of(web, "camera", 15), settings())
    assert all(each.right <= each.accepted <= each.candidates <= 10 for each in rounds)
    accepted = sum(each.accepted for each in rounds)
    assert 0 < accepted < sum(each.candidates for each in rounds)
    assert sum(each.right for each in rounds) >= 0.8 * accepted


def test_the_filters_make_a_harvest_more_precise(web):
    def precision(filters):
        wide = settings(filters=filters, top=20)
        rounds = harvested(web, "tv", seeds_of(web, "tv", 30), wide)
        return sum(each.right for each in rounds) / sum(each.accepted for each in rounds)

    assert precision("both") >= precision("none") + 0.2


def test_it_is_the_loop_of_the_house_that_runs(web, monkeypatch):
    def stop(*_):
        raise RuntimeError("the judge was asked")

    monkeypatch.setattr(loop.Judge, "crawls", stop)
    with pytest.raises(RuntimeError, match="the judge was asked"):
        harvested(web, "camera", seeds_of(web, "camera", 2), settings())


def test_curves_have_a_point_for_each_round(web, monkeypatch):
    monkeypatch.setattr(experiments, "HARVESTED", ("tv",))
    curves = figures_8_and_9(Lab(web, {}), rounds=2, seeds=4)
    assert [curve.strategy for curve in curves] == ["search", "backlink", "union", "intersection"]
    assert all(len(curve.right) == 2 for curve in curves)
