from urllib.parse import urljoin

import pytest

from specdex.crawling.links import _clean, followed, merged, printed, site_links


def test_links_are_absolute_and_stay_on_the_site(document):
    body = """<a href="p/1#top">One</a> <a href="http://www.shop.example/p/2">Two</a>
    <a href="//other.example/">Other</a> <a href="mailto:a@b.example">Mail</a> <a href="#x">Top</a>
    <a href="javascript:void(0)">Script</a> <a>None</a> <a href="http://[">Broken</a>"""
    links = site_links(document(body, url="http://shop.example/list/"))
    assert [link.url for link in links] == [
        "http://shop.example/list/p/1",
        "http://www.shop.example/p/2",
    ]


def test_addresses_are_asked_for_as_printed_and_remembered_in_canonical_form(document):
    link = site_links(document('<a href="/i.php?route=product/list&b=2&a=1&PHPSESSID=9">x</a>'))[0]
    assert link.url == "http://shop.example/i.php?route=product/list&b=2&a=1"
    assert link.key == "http://shop.example/i.php?a=1&b=2&route=product%2Flist"


def test_an_image_or_title_stands_in_for_missing_words(document):
    body = """<a href="/1"><img alt="Red kettle"></a> <a href="/2" title="Blue  kettle"></a>
    <a href="/3"></a>"""
    assert [link.anchor for link in site_links(document(body))] == ["Red kettle", "Blue kettle", ""]


def test_a_base_element_is_obeyed(document):
    body = '<head><base href="http://shop.example/shop/"></head><a href="x">x</a>'
    assert site_links(document(body))[0].url == "http://shop.example/shop/x"


def test_buttons_link_by_their_data_attributes(document):
    body = '<button data-url="/kettles?page=2">More</button> <button data-url="open">Open</button>'
    assert [link.url for link in site_links(document(body))] == [
        "http://shop.example/kettles?page=2"
    ]


def test_links_alike_have_shapes_alike(document):
    body = """<ul class="grid"><li class="first"><a href="/1">a</a><li><a href="/2">b</a></ul>
    <div class="row-odd"><a href="/3">c</a></div><div class="row-even"><a href="/4">d</a></div>"""
    one, two, three, four = (link.shape for link in site_links(document(body)))
    assert one == two != three
    assert three == four


def test_menus_headers_and_side_bars_frame_a_page(document):
    body = """<nav><a href="/1">a</a></nav><div class="leftSideBar"><a href="/2">b</a></div>
    <div id="main-menu"><a href="/3">c</a></div><main class="has-sidebar"><a href="/4">d</a>
    <p>text</p><p>text</p><p>text</p><p>text</p><p>text</p><p>text</p><p>text</p><p>text</p></main>"""
    assert [link.framed for link in site_links(document(body))] == [True, True, True, False]


def test_one_link_stands_for_each_address_with_the_first_words(document):
    links = site_links(document('<a href="/1"></a><a href="/1">Name</a><a href="/1">Buy</a>'))
    assert [(link.anchor, link.node) for link in merged(links).values()] == [
        ("Name", links[0].node)
    ]


def test_what_is_no_web_address_is_none():
    assert printed("http://a.example/", "ftp://a.example/x") == ""
    assert printed("http://a.example/", "") == ""


def test_links_that_their_page_marks_nofollow_can_be_left_alone(document):
    page = document(
        '<a href="/a" rel="nofollow noopener">A</a><a href="/b" rel="nofollowing">B</a>'
        '<a href="/c">C</a>'
    )
    assert [link.anchor for link in followed(page)] == ["B", "C"]
    assert len(site_links(page)) == 3


def test_a_page_can_ask_not_to_follow_any_of_its_links(document):
    page = document('<meta name="Robots" content="noindex, NOFOLLOW"><a href="/a">A</a>')
    assert followed(page) == []


@pytest.mark.parametrize("base", ["http://a.example", "https://a.example:8/x/y?z=1#t", "//a/b", ""])
@pytest.mark.parametrize("href", ["/", "/a", "/a/", "/a/b.html?x=1&y=2", "/a/../b", "/a?", "/a//b"])
def test_plain_paths_are_joined_as_all_others_are(base, href):
    assert printed(base, href) == _clean(urljoin(base, href))[0]
