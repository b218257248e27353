"""What is asked of a run: each question on a small run, told in words by what comes back."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specdex.records import (
    Failure,
    Field,
    Fragment,
    FragmentKind,
    NotLearned,
    PageKind,
    Pair,
    Product,
    ProductId,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    Vote,
    Wrapper,
)
from specdex.runs import SqliteStore, queries
from specdex.runs.queries import Failed, SiteCounts, Standing


def page(url, kind=PageKind.PRODUCT, offset=0, **more):
    more = {"status": 200, "length": 10, "category": "kettle"} | more
    return StoredPage(url, url.split("/")[2], "w", offset, kind=kind, **more)


def specification(url, *names, category="kettle", source=""):
    pairs = tuple(Pair(name, "1") for name in names)
    fragments = (Fragment("/html", FragmentKind.TABLE, pairs),)
    return Specification(
        url, site=url.split("/")[2], category=category, fragments=fragments, source=source
    )


A1, A2, B1, C1, T1 = (
    "http://a.example/1",
    "http://a.example/2",
    "http://b.example/1",
    "http://c.example/1",
    "http://a.example/tractor",
)
RECORDS = [
    Site("a.example", SiteStatus.SEED, "kettle"),
    Site("b.example", SiteStatus.ACCEPTED, "kettle"),
    Site("c.example", SiteStatus.REJECTED, "kettle"),
    Site("a.example", SiteStatus.CANDIDATE, "tractor"),
    page("http://a.example/", PageKind.HOME, 1, category="", fetched="2026-01-01"),
    page(A1, offset=2, fetched="2026-01-03"),
    page("http://a.example/old", PageKind.OTHER, 2),
    page(A2, offset=3),
    page("http://a.example/all", PageKind.INDEX, 4),
    page("http://a.example/gone", PageKind.OTHER, 5, status=404),
    page("http://a.example/sitemap.xml", PageKind.SITEMAP, 6),
    page(T1, offset=7, category="tractor"),
    page(B1, offset=8),
    page(C1, offset=9),
    specification(A1, "Power", "Colour", source="w@2"),
    specification(A2, source="w@99"),
    specification(B1, "Power"),
    specification(C1, "Weight"),
    specification(T1, "Wheels", category="tractor"),
    Product("p", category="kettle", urls=(A1, B1)),
    Product("q", category="kettle", urls=(A2,)),
    Product("r", category="tractor", urls=(T1,)),
    ProductId("K-1", "mpn", "a.example", A1, 0.9, "kettle"),
    ProductId("K-2", "mpn", "b.example", B1, 0.1, "kettle"),
    ProductId("K-3", "sku", "b.example", B1, 0.9, "kettle"),
    ProductId("K-1", "mpn", "c.example", C1, 0.9, "kettle"),
    Vote("b.example", "search", "K-1", 0.5, 1, "kettle"),
    Vote("b.example", "search", "K-9", 0.25, 1, "kettle"),
    Vote("c.example", "search", "K-1", 0.5, 1, "kettle"),
    Vote("a.example", "search", "T-1", 9.0, 1, "tractor"),
    Vote("b.example", "backlink", "http://hub.example/", 1.0, 2, "kettle"),
    Wrapper("a.example", ()),
    NotLearned("b.example", "not learned, because"),
    Failure("http://a.example/3", "fetch", "no answer"),
    Failure("http://www.a.example/4", "fetch", "no answer"),
    Failure("a.example", "discover", "no key"),
    Failure("http://b.example/x", "extract", "no"),
]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with SqliteStore(tmp_path_factory.mktemp("run") / "specdex.db") as made:
        made.add(RECORDS)
        yield made


@pytest.fixture
def empty(tmp_path):
    with SqliteStore(tmp_path / "specdex.db") as made:
        yield made


def urls(found):
    return [each.url for each in found]


def test_product_pages_that_are_new_or_have_changed_are_unread(store, empty):
    assert urls(queries.unread_pages(store)) == [A2]
    assert urls(queries.unread_pages(store, "tractor")) == []
    empty.add([each for each in RECORDS if isinstance(each, StoredPage)])
    assert urls(queries.unread_pages(empty, "kettle")) == [A1, A2, B1, C1]


def test_specifications_by_category_site_and_status(store):
    assert urls(queries.specifications(store, "kettle", "a.example")) == [A1, A2]
    assert urls(queries.specifications(store, statuses=queries.TRUSTED)) == [A1, A2, B1]


def test_products_by_category_and_site(store):
    assert [each.id for each in queries.products(store, "kettle")] == ["p", "q"]
    assert [each.id for each in queries.products(store, site="b.example")] == ["p"]


def test_single_values(store):
    assert queries.hosts(store) == {"a.example", "b.example", "c.example"}
    assert sorted(queries.id_values(store, "b.example")) == [
        ("K-1", False),
        ("K-2", True),
        ("K-3", True),
    ]


def test_counts_by_site(store):
    counts = queries.site_counts(store)
    assert counts["a.example"] == SiteCounts(
        pages=7, products=3, read=3, specifications=2, pairs=3, failures=2
    )
    assert counts["b.example"].failures == 1
    assert queries.site_counts(store, "a.example") == {"a.example": counts["a.example"]}


def test_pages_by_kind_count_captures_once(store):
    assert queries.page_kinds(store, "a.example") == {
        PageKind.HOME: 1,
        PageKind.INDEX: 1,
        PageKind.PRODUCT: 3,
        PageKind.SITEMAP: 1,
        PageKind.OTHER: 1,
    }


def test_failures_of_a_site_are_those_of_its_pages_and_its_own(store):
    assert queries.failures_of(store, "a.example") == [
        Failed("fetch", "no answer", 2, "http://a.example/3"),
        Failed("discover", "no key", 1, "a.example"),
    ]


def test_standings_are_among_the_sites_of_the_category(store):
    assert queries.standings(store, "b.example") == [
        Standing(1, "search", 2, 0.75, 1, 2, ("K-1", "K-9")),
        Standing(2, "backlink", 1, 1.0, 1, 1, ("http://hub.example/",)),
    ]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM specifications AS t WHERE t.site = '' AND t.category = ''",
        "SELECT * FROM specifications AS t WHERE t.category = ''",
        "SELECT * FROM pages AS t WHERE t.site = '' AND t.kind = 'product'",
        f"SELECT * FROM pages AS t WHERE t.category = '' AND {queries.UNREAD}",
        "SELECT * FROM products AS t WHERE t.category = ''",
        "SELECT * FROM matches AS t WHERE t.category = ''",
        "SELECT * FROM correspondences AS t WHERE t.category = ''",
        "SELECT * FROM votes AS t WHERE t.site = ''",
    ],
)
def test_what_is_asked_often_is_not_searched_for_in_the_whole_table(store, query):
    plan = [row[3] for row in store.rows(f"EXPLAIN QUERY PLAN {query}")]
    assert not [step for step in plan if step.startswith("SCAN")], plan


TEXT = st.text(max_size=8) | st.just('"pairs":[{') | st.just('\\"pairs":[{')


@given(
    st.lists(st.lists(st.builds(Pair, TEXT, TEXT), max_size=2).map(tuple), max_size=2),
    st.lists(st.builds(Field, TEXT, TEXT), max_size=1).map(tuple),
    TEXT,
)
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whether_there_are_pairs_is_told_by_the_text_alone(empty, fragments, fields, xpath):
    whole = tuple(Fragment(xpath, FragmentKind.TABLE, pairs) for pairs in fragments)
    made = Specification("u", fragments=whole, fields=fields)
    empty.replace(Specification, {}, [made])
    counts = queries.site_counts(empty)[""]
    assert (counts.specifications, counts.pairs) == (bool(made.pairs), len(made.pairs))
