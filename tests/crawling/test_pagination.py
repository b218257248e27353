import pytest

from specdex.crawling.addresses import counts_on
from specdex.crawling.links import site_links
from specdex.crawling.pagination import page_number, pages_of_list, same_list


def pages(made):
    return [
        link.url.removeprefix("http://shop.example")
        for link in pages_of_list(made, site_links(made))
    ]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (
            '<a href="?page=1">1</a><a href="?page=2">2</a><a href="?page=3">3</a>',
            ["/kettles?page=2", "/kettles?page=3"],
        ),
        ('<a href="/kettles/page/2/">Next</a>', ["/kettles/page/2/"]),
        ('<a href="/kettles/2.html">»</a>', ["/kettles/2.html"]),
        ('<a href="?seite=2">Nächste Seite</a>', ["/kettles?seite=2"]),
        ('<a href="?p=2">Suivant</a>', ["/kettles?p=2"]),
        ('<a href="?offset=20">Load more</a>', ["/kettles?offset=20"]),
        ('<button data-url="/kettles?start=8">Show more products</button>', ["/kettles?start=8"]),
        ('<a rel="next" href="/kettles-more">Onwards</a>', ["/kettles-more"]),
        ('<head><link rel="next" href="?page=2"></head>', ["/kettles?page=2"]),
        ('<a class="arrow-next" href="/kettles-2"></a>', ["/kettles-2"]),
        ('<a class="arrow-next" href="/toasters-2"></a>', []),
        ('<a class="nextgen" href="/kettles-2"></a>', []),
        ('<a href="/toasters?page=2">2</a>', []),
        ('<a href="/p/2">2</a>', []),
        ('<a href="?page=2">Second</a>', []),
        ('<a href="/blog/page/2">Next</a>', []),
        ('<a href="?page=0">1</a>', []),
        ('<head><link rel="next" href="http://other.example/?page=2"></head>', []),
    ],
)
def test_other_pages_of_a_list_are_found(document, body, found):
    assert pages(document(body)) == found


def test_links_for_machines_count_only_where_people_get_none(document):
    body = '<head><link rel="next" href="?p=2"></head><a href="?page=2">2</a>'
    assert pages(document(body)) == ["/kettles?page=2"]


def test_the_page_itself_is_no_other_page(document):
    made = document(
        '<a href="?page=2">2</a><a href="?page=3">3</a>', url="http://shop.example/kettles?page=2"
    )
    assert pages(made) == ["/kettles?page=3"]


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("/a?page=7", 7),
        ("/a?start=40", 40),
        ("/a/page-3", 3),
        ("/a/p2", 2),
        ("/a/4/", 4),
        ("/a", None),
        ("/a?id=7", None),
    ],
)
def test_page_numbers_are_read_from_addresses(path, number):
    assert page_number(f"http://a.example{path}") == number


def test_pages_of_one_list_differ_in_their_number_only():
    assert same_list("http://a.example/tv?page=2", "http://a.example/tv")
    assert same_list("http://a.example/tv/page/3/", "http://a.example/tv/")
    assert same_list("http://a.example/tv?sort=x&page=2", "http://a.example/tv")
    assert not same_list("http://a.example/tv?cat=1&page=2", "http://a.example/tv?cat=2")
    assert not same_list("http://a.example/tv", "http://a.example/radio")


@pytest.mark.parametrize(
    ("url", "here", "on"),
    [
        ("/tv-2", "/tv", True),
        ("/tv_3.html", "/tv_2.html", True),
        ("/tv-4", "/tv-2", False),
        ("/tv", "/tv-2", False),
        ("/radio-2", "/tv", False),
        ("/tv-2000", "/tv-1999", False),
    ],
)
def test_numbers_at_the_end_of_paths_count_on(url, here, on):
    assert counts_on(f"http://a.example{url}", f"http://a.example{here}") is on


def test_another_host_counts_nothing_on():
    assert not counts_on("http://b.example/tv-2", "http://a.example/tv")
