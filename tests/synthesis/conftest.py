"""Three small book shops that print the same books differently, one of them in lists."""

import pytest

from specdex.html import parse
from specdex.records import Page

FIRST = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jon")
LAST = ("Adler", "Brook", "Castle", "Dune", "Ember", "Frost", "Grove", "Heath")
NOUNS = ("River", "Garden", "Winter", "Lantern", "Harbour", "Orchard", "Mirror", "Signal")
KINDS = ("Silent", "Golden", "Broken", "Distant", "Hidden", "Last", "Second")
HOUSES = ("Northgate Press", "Blue Door Books", "Hill & Vale", "Papermoon", "Quarto House")


def book(number):
    return {
        "title": f"The {KINDS[number % 7]} {NOUNS[number * 3 % 8]} {number}",
        "author": f"{FIRST[number % 10]} {LAST[number * 5 % 8]}",
        "publisher": HOUSES[number * 7 % 5],
        "price": f"${5 + number % 23}.{10 + number * 13 % 90}",
        "isbn": f"97801{number * 7919 % 100000000:08d}",
    }


def plain_page(b):
    return f"""<html><head><title>{b["title"]} - Plain Books</title></head><body>
    <div id="nav"><a href="/">Home</a> <a href="/help">Help</a></div>
    <div id="book"><h1>{b["title"]}</h1><p class="by">by <a href="/a">{b["author"]}</a></p>
    <p class="cost">Our price: <b>{b["price"]}</b></p>
    <table><tr><td>Publisher</td><td>{b["publisher"]}</td></tr>
    <tr><td>ISBN</td><td>{b["isbn"]}</td></tr></table></div></body></html>"""


def fancy_page(b):
    return f"""<html><head><title>Buy {b["title"]}</title></head><body><ul class="menu">
    <li>Start</li><li>Contact</li></ul><div class="item"><h2 class="name">{b["title"]}</h2>
    <span class="writer">{b["author"]}</span><span class="now">{b["price"]}</span>
    <dl><dt>Publisher:</dt><dd>{b["publisher"]}</dd><dt>ISBN:</dt><dd>{b["isbn"]}</dd></dl>
    </div></body></html>"""


def list_page(books):
    rows = "".join(
        f"""<li class="row {"odd" if place % 2 else "even"}"><a class="t">{b["title"]}</a>
        <i class="w">{b["author"]}</i><s class="was">$99.{place:02d}</s>
        <b class="p">{b["price"]}</b></li>"""
        for place, b in enumerate(books)
    )
    return (
        f"<html><head><title>Books</title></head><body><ol class='hits'>{rows}</ol></body></html>"
    )


def page(site, path, html):
    return Page(f"http://{site}/{path}", html.encode(), site=site, encoding="utf-8")


@pytest.fixture(scope="session")
def books():
    return [book(number) for number in range(60)]


@pytest.fixture(scope="session")
def plain(books):
    return [page("plain.example", f"book/{n}", plain_page(b)) for n, b in enumerate(books[:40])]


@pytest.fixture(scope="session")
def fancy(books):
    return [page("fancy.example", f"p-{n}.html", fancy_page(b)) for n, b in enumerate(books[20:])]


@pytest.fixture(scope="session")
def lists(books):
    return [
        page("lists.example", f"hits?page={n}", list_page(books[n * 5 : n * 5 + 10]))
        for n in range(10)
    ]


@pytest.fixture(scope="session")
def parsed():
    return lambda pages: [parse(each) for each in pages]


@pytest.fixture(scope="session")
def scheme_json():
    return """{"site": "plain.example", "container": "//div[@id='book']", "attributes": [
      {"name": "title", "xpaths": ["./h1"]}, {"name": "author", "xpaths": ["./p[@class='by']/a"]},
      {"name": "publisher", "xpaths": [".//tr[1]/td[2]"]},
      {"name": "price", "xpaths": [".//b"]}, {"name": "isbn", "xpaths": [".//tr[2]/td[2]"]}]}"""
