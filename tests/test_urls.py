import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex import urls

URLISH = st.one_of(
    st.text(max_size=60),
    st.builds(
        "http://{}/{}?{}#{}".format,
        st.sampled_from(["shop.example", "WWW.Shop.example:80", "a.b.co.uk", "[::1]:8080", "x..y"]),
        st.text(max_size=20),
        st.text(max_size=20),
        st.text(max_size=5),
    ),
)


@given(URLISH)
def test_canonical_is_idempotent(url):
    once = urls.canonical(url)
    assert urls.canonical(once) == once


@given(st.from_regex(urls._CANONICAL, fullmatch=True))  # noqa: SLF001 - its short cut
def test_what_is_left_as_it_is_would_not_be_changed(url):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(urls, "_CANONICAL", re.compile("(?!)"))
        assert urls.canonical(url) == url
        assert urls.absolute("http://shop.example/a/b", url) == url


@given(URLISH, URLISH)
def test_nothing_raises(one, other):
    urls.host(one)
    urls.query(one)
    urls.is_web(one)
    urls.same_site(one, other)
    joined = urls.absolute(one, other)
    assert not joined or urls.is_web(joined)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://shop.example", "http://shop.example/"),
        ("http://shop.example:80/a", "http://shop.example/a"),
        ("https://shop.example:443/a", "https://shop.example/a"),
        ("http://SHOP.example/a?b=2&a=1", "http://shop.example/a?a=1&b=2"),
        ("http://shop.example/a#reviews", "http://shop.example/a"),
        ("http://shop.example/x/../a", "http://shop.example/a"),
        ("http://shop.example/./a", "http://shop.example/a"),
        (" http://shop.example/a ", "http://shop.example/a"),
    ],
)
def test_one_address_has_one_spelling(one, other):
    assert urls.canonical(one) == urls.canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://shop.example/a", "https://shop.example/a"),
        ("http://shop.example/a", "http://shop.example/A"),
        ("http://shop.example/a", "http://shop.example/a/"),
        ("http://shop.example:8080/a", "http://shop.example/a"),
        ("http://shop.example/?a=", "http://shop.example/"),
    ],
)
def test_two_addresses_stay_two(one, other):
    assert urls.canonical(one) != urls.canonical(other)


@pytest.mark.parametrize(
    ("base", "href", "target"),
    [
        ("http://shop.example/a/b", "c?x=1", "http://shop.example/a/c?x=1"),
        ("http://shop.example/a/b", "//cdn.example/i", "http://cdn.example/i"),
        ("http://shop.example/a", "mailto:me@shop.example", ""),
        ("http://shop.example/a", "javascript:void(0)", ""),
        ("http://shop.example/a", "data:text/html,x", ""),
        ("http://shop.example/a", "http://[bad", ""),
        ("http://shop.example/a", "#top", "http://shop.example/a"),
    ],
)
def test_absolute_links_are_web_addresses_or_nothing(base, href, target):
    assert urls.absolute(base, href) == target


def test_registrable_domains_come_from_the_bundled_list():
    assert urls.registrable_domain("www.foto.shop.co.uk") == "shop.co.uk"
    assert urls.registrable_domain("alice.github.io") == "alice.github.io"
    assert urls.registrable_domain("localhost") == "localhost"
    assert urls.same_site("http://a.shop.example/1", "https://b.shop.example/2")
    assert not urls.same_site("http://a.github.io/1", "http://b.github.io/2")
