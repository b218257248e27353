"""A harvest goes on by itself, is renewed, and tells what changed."""

import csv
import io
from dataclasses import replace

import pytest

from specdex.demo import DemoServer, build
from specdex.pipeline.history import MOST_OBSERVATIONS, MOST_VERSIONS, bounded, history_of
from specdex.records import (
    Field,
    Fragment,
    FragmentKind,
    Observation,
    Pair,
    Specification,
    StoredPage,
    Version,
)
from specdex.runs import MemoryStore, Run

SITE = "voltamarket.example"


class Tomorrow:
    """The demo web, but for a few pages: what was there is gone, dearer, or was not yet there."""

    def __init__(self, web):
        self.web = web
        self.changes = {}

    def answer(self, url):
        answer = self.web.answer(url)
        change = self.changes.get(url)
        return change(answer) if change else answer


def missing(answer):
    return replace(answer, status=404, body=b"<h1>Not found</h1>")


def dear(price):
    return lambda answer: replace(answer, body=answer.body.replace(price.encode(), b"777.77"))


@pytest.fixture
def web():
    return Tomorrow(build())


def day_one(command, server):
    done = command(
        *("harvest", "-c", "kettle", "-s", SITE, "--rounds", "0", "--proxy", server.url),
        *("--delay", "0", "--render", "never", "--run", "run"),
    )
    assert done.returncode == 0, done.said
    return done


def places(path):
    with Run(path) as run:
        return {page.url: (page.file, page.offset) for page in run.store.read(StoredPage)}


def test_a_harvest_goes_on_by_itself(command, web):
    with DemoServer(web) as server:
        first = day_one(command, server)
        asked = len(server.log)
        alone = command("harvest", "run")
        assert alone.stdout == first.stdout
        assert len(server.log) == asked, "a harvest that is done asks for nothing"
    assert "--again" in command("diff", "run").said, "it was never renewed"
    assert "'yesterday' is no date" in command("diff", "run", "--since", "yesterday").said
    assert command("diff", "run", "--since", "2100-01-01").lines == []
    assert len(command("diff", "run", "--since", "2000-01-01T12:00+02:00").lines) > 1


def test_a_renewal_tells_what_changed_and_keeps_prices(command, tmp_path, web):
    new, gone, dearer, same = web.web.truth()["sites"][SITE]["products"]["kettle"][:4]
    price = web.web.truth()["pages"][dearer]["price"]
    web.changes[new] = missing
    with DemoServer(web) as server:
        day_one(command, server)
        before = places(tmp_path / "run")
        web.changes = {gone: missing, dearer: dear(price)}
        again = command("harvest", "run", "--again")
    assert again.returncode == 0, again.said
    told = {(each["change"], each["url"]): each for each in command("diff", "run").lines}
    assert set(told) == {("new", new), ("gone", gone), ("changed", dearer)}
    changed = told["changed", dearer]
    assert (changed["name"], changed["before"], changed["after"]) == ("price", price, "777.77")
    after = places(tmp_path / "run")
    assert after[same] == before[same], "what has not changed is kept once"
    assert after[dearer] != before[dearer]
    with Run(tmp_path / "run") as run:
        offers = {offer.url: offer for product in run.products() for offer in product.offers}
    assert offers[dearer].price == "777.77"
    assert gone not in offers
    sheet = command("export", "run", "--what", "prices", "-f", "csv").stdout.decode("utf-8-sig")
    rows = [row for row in csv.DictReader(io.StringIO(sheet)) if row["url"] == dearer]
    assert [row["price"] for row in rows] == [price, "777.77"]


def test_the_past_is_kept_within_bounds():
    store, url = MemoryStore(), "http://shop.example/k"
    for day in range(MOST_OBSERVATIONS + 50):
        price, pair = Field("price", str(day)), Pair("Power", f"{day} W")
        said = Specification(
            *(url, "", "shop.example", "kettle", "Kettle"),
            fragments=(Fragment("/p", FragmentKind.DIV, (pair,)),),
            fields=(price,),
            source=f"warc@{day}",
        )
        past = list(history_of(store, said, f"day {day:04}"))
        store.add([said, *past])
    bounded(store, [url])
    seen, versions = list(store.read(Observation)), list(store.read(Version))
    assert len(seen) == MOST_OBSERVATIONS
    assert (seen[0].price, seen[-1].price) == ("0", str(MOST_OBSERVATIONS + 49))
    assert len(versions) == MOST_VERSIONS
    assert versions[-1].said == (("Power", f"{MOST_OBSERVATIONS + 48} W"),)
