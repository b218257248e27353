import pytest

from specdex.crawling.addresses import is_facet, is_trap, without_session


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/cart",
            "/checkout/step1",
            "/my-account/",
            "/login.php",
            "/customer/register",
            "/wishlist",
        ),
        *("/calendar/2026/05/", "/events?month=5", "/blog/hello", "/a/b/a/b/a/b", "/manual.pdf"),
        *(
            "/1/2/3/4/5/6/7/8/9/10",
            "/x?a=1&b=2&c=3&d=4&e=5&f=6&g=7",
            "/" + "x" * 500,
            "/i/photo.JPG",
        ),
        *("/index.php?route=account/login", "/p/12/reviews"),
    ],
)
def test_addresses_that_waste_a_crawl_are_traps(path):
    assert is_trap(f"http://a.example{path}")


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/kettles", "/kettles?page=2", "/p/12-borea-k100.html", "/catalogue/category/tv_9/"),
        *("/index.php?route=product/category&path=59_60", "/newsroom-tv-2026", "/dp/2019-kettle"),
    ],
)
def test_addresses_of_products_and_lists_are_not(path):
    assert not is_trap(f"http://a.example{path}")


def test_facets_show_the_same_in_another_way():
    assert is_facet("http://a.example/tv?sort=price")
    assert is_facet("http://a.example/tv?page=2&order=asc")
    assert not is_facet("http://a.example/tv?page=2")
    assert not is_facet("http://a.example/item?id=7")


@pytest.mark.parametrize(
    ("url", "clean"),
    [
        ("http://a.example/p?PHPSESSID=abc&id=4", "http://a.example/p?id=4"),
        ("http://a.example/p;jsessionid=1F2E?id=4", "http://a.example/p?id=4"),
        ("http://a.example/p?sid=1", "http://a.example/p"),
        ("http://a.example/p?id=4&utm_source=x", "http://a.example/p?id=4"),
        ("http://a.example/p?b=2&a=1", "http://a.example/p?b=2&a=1"),
    ],
)
def test_sessions_are_left_out_of_addresses(url, clean):
    assert without_session(url) == clean
