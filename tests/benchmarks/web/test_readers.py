"""The run that readers are measured on: every view answers, and it holds what is said of it."""

from random import Random

from starlette.testclient import TestClient

from benchmarks.web.readers import VIEWS, Timing, views_of
from benchmarks.web.warehouse import fill
from specdex.records import Product, Specification
from specdex.runs import Run
from specdex.web.app import app

PRODUCTS = 40


def test_every_view_of_a_generated_run_answers(tmp_path):
    place = tmp_path / "large-run"
    fill(place, PRODUCTS)
    with Run(place) as run:
        assert run.store.count(Product) == PRODUCTS
        assert sum(len(each.pairs) for each in run.store.read(Specification)) == PRODUCTS * 10
    client = TestClient(app({place.name: place}), base_url="http://localhost")
    addresses = views_of(place.name, PRODUCTS, Random(1))
    assert set(addresses) == set(VIEWS)
    for view, address in addresses.items():
        assert client.get(address).status_code == 200, view


def test_a_percentile_is_that_of_the_slow_ones():
    timing = Timing("view", [float(each) for each in range(1, 101)])
    assert (timing.at(0.5), timing.at(0.95), timing.at(1.0)) == (51.0, 96.0, 100.0)
