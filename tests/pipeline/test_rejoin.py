"""A run that is joined in steps: the same as at once, with ids that stay."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specdex import linkage
from specdex.errors import InputError
from specdex.pipeline import rejoin, stock
from specdex.pipeline.decide import decide, undo
from specdex.pipeline.join import join
from specdex.pipeline.rejoin import join_run
from specdex.records import (
    Attribute,
    Correspondence,
    Decision,
    DecisionKind,
    Field,
    Fragment,
    FragmentKind,
    Match,
    Observation,
    Pair,
    Product,
    Site,
    SiteStatus,
    Specification,
    Stock,
    StoredPage,
)
from specdex.runs import MemoryStore

KINDS = (Attribute, Correspondence, Match, Product)
COLOURS = ("black", "white", "red")


def page(site, number, category="kettle", **pairs):
    """A page of product *number*, which all sites call by its model code."""
    named = {"Power": f"{2000 + number} W", "Colour": COLOURS[number % 3], **pairs}
    table = tuple(Pair(name, value) for name, value in named.items())
    return Specification(
        f"http://{site}.example/{number}",
        site=f"{site}.example",
        category=category,
        title=f"Kettle KX-{100 + number} by Boilwell",
        fragments=(Fragment("/html", FragmentKind.TABLE, table),),
        fields=(Field("mpn", f"KX-{100 + number}"), Field("brand", "Boilwell")),
    )


A1, B1, C1, A2, B2 = page("a", 1), page("b", 1), page("c", 1), page("a", 2), page("b", 2)


def held(store, category="kettle"):
    """What was joined, ids aside."""
    return {
        kind: sorted(
            (
                replace(each, id="", model=model(store, each)) if kind is Product else each
                for each in store.read(kind, category=category)
            ),
            key=repr,
        )
        for kind in KINDS
    }


def model(store, product):
    """The first page of the model instead of its id."""
    of_it = [each.urls for each in store.read(Product, model=product.model)]
    return min(url for urls in of_it for url in urls)


def ids(store):
    return {each.urls: each.id for each in store.read(Product)}


def said(kind, one, other, value="", category="kettle"):
    return Decision(DecisionKind(kind), one, other, value, "ann", "2026", category)


def test_what_people_said_outranks_what_is_found():
    store = MemoryStore()
    store.add([A1, B1, C1, A2, B2])
    assert join_run(store, "kettle").products == 2
    decide(store, [said("different", A1.url, B1.url), said("same", A1.url, A2.url)])
    join_run(store, "kettle")
    groups = [set(each.urls) for each in store.read(Product)]
    assert [group for group in groups if A1.url in group] == [
        group for group in groups if A2.url in group
    ]
    assert not any({A1.url, B1.url} <= group for group in groups)


def test_names_mean_what_people_said_and_wrong_values_are_gone():
    store = MemoryStore()
    store.add([A1, page("b", 1, Wattage="2001 W"), page("c", 1, Power="9 W")])
    decide(
        store,
        [said("means", "", "wattage", "Drive"), said("means", "b.example", "Wattage", "Power used"),
         said("wrong", C1.url, "Power", "9 W")],
    )  # fmt: skip
    join_run(store, "kettle")
    (product,) = store.read(Product)
    assert {"Power used"} == {each.attribute for each in store.read(Correspondence, name="Wattage")}
    printed = [each.value for each in (*product.claims, *product.disputed)]
    assert "2001 W" in printed
    assert "9 W" not in printed


def test_nothing_is_done_where_nothing_changed(monkeypatch):
    store = MemoryStore()
    store.add([A1, B1, A2])
    assert join_run(store, "kettle").changed
    monkeypatch.setattr(rejoin, "join", lambda *_: pytest.fail("joined again"))
    again = join_run(store, "kettle")
    assert (again.specifications, again.products, again.changed) == (3, 2, False)


@pytest.mark.parametrize(
    "change",
    [
        lambda store: store.add([C1]),
        lambda store: store.replace(Specification, {"site": "b.example"}, ()),
        lambda store: store.add([page("b", 1, Power="1 W")]),
        lambda store: decide(store, [said("different", A1.url, B1.url)]),
        lambda store: store.add([Site("b.example", SiteStatus.REJECTED, "kettle")]),
    ],
)
def test_every_change_is_noticed(change):
    store = MemoryStore()
    store.add([A1, B1, A2])
    join_run(store, "kettle")
    change(store)
    assert join_run(store, "kettle").changed


def test_what_stays_the_same_stays_in_its_place():
    store = Watched()
    store.add([A1, B1, A2, B2, page("a", 3)])
    join_run(store, "kettle")
    store.written.clear()
    store.add([page("c", 3)])
    join_run(store, "kettle")
    written = {each.urls[0] for each in store.written if isinstance(each, Product)}
    assert written == {page("a", 3).url}


class Watched(MemoryStore):
    """Remembers what it was given."""

    def __init__(self):
        super().__init__()
        self.written = []

    def add(self, records):
        given = list(records)
        self.written += given
        return super().add(given)


def test_a_product_keeps_its_id_where_most_of_its_pages_stay():
    store = MemoryStore()
    store.add([B1, C1, B2])
    join_run(store, "kettle")
    before = ids(store)
    store.add([A1])
    join_run(store, "kettle")
    assert ids(store)[A1.url, B1.url, C1.url] == before[B1.url, C1.url]
    assert ids(store)[(B2.url,)] == before[(B2.url,)]


def test_of_two_parts_the_larger_keeps_the_id_and_the_other_gets_one_of_its_own():
    store = MemoryStore()
    store.add([A1, B1, C1])
    join_run(store, "kettle")
    (old,) = ids(store).values()
    decide(store, [said("different", A1.url, B1.url), said("different", A1.url, C1.url)])
    join_run(store, "kettle")
    after = ids(store)
    assert after[B1.url, C1.url] == old
    assert after[(A1.url,)] != old
    undo(store, said("different", A1.url, B1.url))
    undo(store, said("different", A1.url, C1.url))
    join_run(store, "kettle")
    assert list(ids(store).values()) == [old]


def test_categories_and_rejected_sites_are_kept_apart():
    store = MemoryStore()
    other = replace(A1, url="http://a.example/t", category="toaster")
    unknown = replace(A1, url="http://a.example/u", category="")
    store.add(
        [A1, B1, C1, other, unknown,
         Site("a.example", SiteStatus.ACCEPTED, "kettle"),
         Site("c.example", SiteStatus.REJECTED, "kettle")]
    )  # fmt: skip
    join_run(store, "kettle")
    assert list(ids(store)) == [(A1.url, B1.url)]
    join_run(store, "toaster")
    join_run(store, "")
    assert set(ids(store)) == {(A1.url, B1.url), (other.url,), (unknown.url,)}
    assert [each.category for each in join([A1, other, C1]).products] == ["kettle", "toaster"]


STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.just("page"),
            st.sampled_from("abcd"),
            st.integers(1, 4),
            st.sampled_from(["", "1 kg", "2 kg"]),
        ),
        st.tuples(st.just("gone"), st.sampled_from("abcd")),
        st.tuples(
            st.sampled_from(["same", "different"]),
            *[st.tuples(st.sampled_from("abcd"), st.integers(1, 4))] * 2,
        ).filter(lambda step: step[1] != step[2]),
        st.tuples(st.just("wrong"), st.sampled_from("abcd"), st.integers(1, 4)),
        st.tuples(st.just("means"), st.sampled_from("abcd"), st.sampled_from(["Power", "Hue"])),
        st.just(("join",)),
    ),
    max_size=25,
)


@pytest.fixture(params=[2_000, 3], ids=["small", "large"])
def least(request):
    """From how many pages on a collection is large."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stock, "LEAST", request.param)
        patch.setattr(stock, "GROWTH", 1.4)
        yield request.param


@settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(STEPS, st.randoms())
def test_joined_in_any_order_and_steps_is_joined_at_once(least, steps, random):
    store = MemoryStore()
    for number, (kind, *words) in enumerate(steps):
        act(store, kind, words, f"2026-01-{number:02}")
    join_run(store, "kettle")
    assert bool(store.count(Stock)) == (store.count(Specification) >= least)
    fresh = MemoryStore()
    inputs = [*store.read(Specification), *store.read(Decision), *store.read(Observation)]
    random.shuffle(inputs)
    fresh.add(inputs)
    join_run(fresh, "kettle")
    assert held(store) == held(fresh)
    assert len(ids(store)) == len(set(ids(store).values()))


def act(store, kind, words, time):
    if kind == "join":
        join_run(store, "kettle")
    elif kind == "page":
        site, number, weight = words
        told = page(site, number, **({"Weight": weight} if weight else {}))
        store.add([told, Observation(told.url, time, told.site, "kettle")])
    elif kind == "gone":
        store.replace(Specification, {"site": f"{words[0]}.example"}, ())
    else:
        try:
            decide(store, [decision(kind, *words)])
        except InputError:
            return


def decision(kind, one, other):
    if kind == "wrong":
        return said(kind, f"http://{one}.example/{other}", "Weight", "1 kg")
    if kind == "means":
        return said(kind, f"{one}.example", "Colour", other)
    one, other = (f"http://{site}.example/{number}" for site, number in (one, other))
    return said(kind, one, other)


def test_a_large_collection_is_joined_in_steps_as_at_once():
    pages = [page(site, number) for number in range(60) for site in "abcd"]
    store, fresh = MemoryStore(), MemoryStore()
    for start in (0, 1, 2):
        store.add(pages[start::3][::-1])
        join_run(store, "kettle")
    store.replace(Specification, {"site": "d.example"}, ())
    decide(store, [said("different", A1.url, B1.url)])
    join_run(store, "kettle")
    fresh.add([*store.read(Decision), *store.read(Specification)])
    join_run(fresh, "kettle")
    assert held(store) == held(fresh)
    assert not any("d.example" in url for each in store.read(Product) for url in each.urls)


def test_what_was_said_of_pages_holds_when_their_category_changes():
    store = MemoryStore()
    store.add([replace(each, category="toaster") for each in (A1, B1)])
    decide(store, [said("different", A1.url, B1.url, category="kettle")])
    join_run(store, "toaster")
    assert len(ids(store)) == 2


def test_an_id_is_never_given_to_two_categories():
    store = MemoryStore()
    store.add([A1, B1, C1])
    join_run(store, "kettle")
    moved = replace(A1, category="toaster")
    store.add([moved])
    join_run(store, "toaster")
    join_run(store, "kettle")
    assert set(ids(store)) == {(A1.url,), (B1.url, C1.url)}
    assert len(set(ids(store).values())) == 2


def seen(pages, day):
    """*pages*, first seen on *day*."""
    return [*pages, *(Observation(each.url, day, each.site, "kettle") for each in pages)]


@pytest.fixture
def grown(monkeypatch):
    """A store whose twelve oldest pages are joined."""
    monkeypatch.setattr(stock, "LEAST", 12)
    monkeypatch.setattr(stock, "GROWTH", 1.5)
    store = Watched()
    store.add(seen([page(site, number) for site in "abc" for number in range(4)], "2026-01-01"))
    join_run(store, "kettle")
    store.written.clear()
    return store


def test_late_pages_of_a_large_collection_meet_only_what_they_may_be_of(grown, monkeypatch):
    monkeypatch.setattr(rejoin, "settle", lambda *_: pytest.fail("joined anew"))
    monkeypatch.setattr(stock, "CONTEXT", 1)
    monkeypatch.setattr(linkage, "NEAR", 1)
    compared = []
    link_late = stock.link_late

    def watched(pages, *said, **more):
        compared.extend(each.url for each in pages)
        return link_late(pages, *said, **more)

    monkeypatch.setattr(stock, "link_late", watched)
    before = ids(grown)
    new = page("d", 3, Heft="1 kg")
    grown.add(seen([new], "2026-01-02"))
    grown.written.clear()
    assert join_run(grown, "kettle").products == 4
    urls = tuple(f"http://{site}.example/3" for site in "abcd")
    assert ids(grown)[urls] == before[urls[:3]]
    assert {each.urls for each in grown.written if isinstance(each, Product)} == {urls}
    assert new.url in compared
    assert len(compared) < 13
    assert {each.attribute for each in grown.read(Correspondence, name="Heft")} == {"Heft"}


def test_in_which_order_pages_of_one_day_came_changes_nothing(monkeypatch):
    monkeypatch.setattr(stock, "LEAST", 12)
    monkeypatch.setattr(stock, "GROWTH", 1.5)
    settled = []
    settle = stock.settle
    monkeypatch.setattr(
        rejoin, "settle", lambda old, *rest: settled.append([*old]) or settle(old, *rest)
    )
    pages = [page(site, number) for site in "abcd" for number in range(4)]
    stores = [MemoryStore(), MemoryStore()]
    for store, order in zip(stores, (pages, pages[::-1]), strict=True):
        for minute, each in enumerate(order, 10):
            store.add(seen([each], f"2026-01-01T10:{minute}:00Z"))
        join_run(store, "kettle")
    assert settled[0] == settled[1]
    assert len(settled[0]) < len(pages)
    assert held(stores[0]) == held(stores[1])


def test_a_large_collection_is_joined_anew_when_its_oldest_pages_change(grown, monkeypatch):
    called = []
    settle = rejoin.settle
    monkeypatch.setattr(rejoin, "settle", lambda *given: called.append(given) or settle(*given))
    grown.replace(Specification, {"site": "c.example"}, ())
    grown.add(seen([page("d", number) for number in range(6)], "2026-01-02"))
    join_run(grown, "kettle")
    assert called
    assert not any("c.example" in url for each in grown.read(Product) for url in each.urls)


def test_decisions_touch_only_the_products_that_they_speak_of(grown, monkeypatch):
    monkeypatch.setattr(rejoin, "settle", lambda *_: pytest.fail("joined anew"))
    before = held(grown)
    one, other, third = page("a", 1).url, page("b", 1).url, page("a", 2).url
    decide(grown, [said("different", one, other), said("wrong", third, "Power", "2002 W")])
    grown.written.clear()
    join_run(grown, "kettle")
    groups = {each.urls for each in grown.written if isinstance(each, Product)}
    assert all(url.endswith(("/1", "/2")) for urls in groups for url in urls)
    assert not any({one, other} <= set(urls) for urls in ids(grown))
    claims = {each.attribute: each for each in of(grown, third).claims}
    assert third not in claims["Power"].urls
    for each in list(grown.read(Decision)):
        undo(grown, each)
    join_run(grown, "kettle")
    assert held(grown) == before


def of(store, url):
    return next(each for each in store.read(Product) if url in each.urls)


def test_a_new_price_alone_makes_nothing_anew_but_the_offer(grown, monkeypatch):
    monkeypatch.setattr(rejoin, "settle", lambda *_: pytest.fail("joined anew"))
    sold = page("a", 1)
    priced = replace(sold, fields=(*sold.fields, Field("price", "39.90"), Field("currency", "EUR")))
    grown.add([priced, StoredPage(sold.url, sold.site, fetched="2026-01-03T00:00:00Z")])
    before = of(grown, sold.url)
    grown.written.clear()
    join_run(grown, "kettle")
    (offer,) = of(grown, sold.url).offers
    assert (offer.price, offer.currency, offer.time) == ("39.90", "EUR", "2026-01-03T00:00:00Z")
    assert of(grown, sold.url).claims == before.claims
    assert len([each for each in grown.written if isinstance(each, Product)]) == 1


def test_offers_say_when_they_were_seen():
    store = MemoryStore()
    priced = replace(A1, fields=(*A1.fields, Field("price", "39.90")))
    store.add([priced, B1, StoredPage(A1.url, A1.site, fetched="2026-01-03T00:00:00Z")])
    join_run(store, "kettle")
    (product,) = store.read(Product)
    assert [(each.url, each.time) for each in product.offers] == [(A1.url, "2026-01-03T00:00:00Z")]
