"""Rules of cross-supervised synthesis that only whole runs of the algorithm show."""

from specdex.html import parse
from specdex.papers.cross_supervised import PaperSynthesizer
from specdex.records import Page
from specdex.synthesis.scheme import read_items, scheme_from_json

SEED = scheme_from_json(
    """{"site": "a.example", "container": "//li", "attributes": [
    {"name": "title", "xpaths": ["./b"]}, {"name": "author", "xpaths": ["./i"]}]}"""
)
BOOKS = [(f"alpha{n} beta{n} gamma{n}", f"delta{n} epsilon{n}") for n in range(30)]


def pages(site, books, item, size=5):
    found = []
    for start in range(0, len(books), size):
        body = "".join(item(n, *book) for n, book in enumerate(books[start : start + size]))
        html = f"<html><body><ul>{body}</ul></body></html>"
        url = f"http://{site}/list/{start}"
        found.append(parse(Page(url, html.encode(), site=site, encoding="utf-8")))
    return found


def plain(_number, title, author):
    return f"<li><b>{title}</b><i>{author}</i></li>"


def fancy(_number, title, author):
    return f"<li class='x'><h2>{title}</h2><p><em>{author}</em></p></li>"


def test_what_one_round_teaches_is_known_in_the_next():
    """The third shop shares books with the second alone, which shares some with the seed."""
    sites = {
        "a.example": pages("a.example", BOOKS[:12], plain),
        "c.example": pages("c.example", BOOKS[20:], fancy),
        "b.example": pages("b.example", BOOKS[6:26], fancy),
    }
    made = PaperSynthesizer().synthesize(sites, {"a.example": SEED})
    assert set(made) == set(sites)
    said = [
        item["title"][0].value
        for item in read_items(made["c.example"], sites["c.example"][0].element(0))
    ]
    assert said == [title for title, _ in BOOKS[20:25]]


def varied(number, title, author):
    """The smallest element with both stands deeper in some items than in others."""
    tag = ("div", "article", "section")[number % 3]
    inside = f"<h2>{title}</h2><em>{author}</em>"
    return f"<li class='card'><{tag} class='k{number % 3}'>{inside}</{tag}></li>"


def test_rules_begin_at_the_element_that_the_container_means():
    sites = {
        "a.example": pages("a.example", BOOKS, plain),
        "v.example": pages("v.example", BOOKS, varied, 9),
    }
    made = PaperSynthesizer().synthesize(sites, {"a.example": SEED})["v.example"]
    assert made.container.endswith("/*")
    items = read_items(made, sites["v.example"][0].element(0))
    assert [item["title"][0].value for item in items] == [title for title, _ in BOOKS[:9]]


def wrapped(number, title, author):
    """Of ten items four stand in one more element: the container is the element around it."""
    inside = f"<h2>{title}</h2><em>{author}</em>"
    return f"<li class='card'>{f'<div>{inside}</div>' if number % 10 < 4 else inside}</li>"


def test_places_are_counted_from_the_container_not_from_what_is_inside_it():
    sites = {
        "a.example": pages("a.example", BOOKS, plain),
        "w.example": pages("w.example", BOOKS, wrapped, 10),
    }
    made = PaperSynthesizer().synthesize(sites, {"a.example": SEED})["w.example"]
    assert made.container.endswith("/li[@class='card']")
    assert [rule.confidence for rule in made.attributes] == [0.6, 0.6]


def test_support_is_the_share_of_places_that_a_rule_means():
    sites = {
        "a.example": pages("a.example", BOOKS, plain),
        "b.example": pages("b.example", BOOKS, fancy),
    }
    made = PaperSynthesizer().synthesize(sites, {"a.example": SEED})["b.example"]
    assert [rule.confidence for rule in made.attributes] == [1.0, 1.0]
    mixed = [plain if n % 4 else fancy for n in range(len(BOOKS))]
    sites["m.example"] = pages("m.example", BOOKS, lambda n, *book: mixed[n](n, *book), 8)
    some = PaperSynthesizer().synthesize(sites, {"a.example": SEED})["m.example"]
    assert all(0.5 < rule.confidence < 1 for rule in some.attributes)


def test_a_site_without_known_values_gets_nothing():
    sites = {
        "a.example": pages("a.example", BOOKS[:10], plain),
        "z.example": pages("z.example", [("Nothing at all", "Nobody")], fancy),
    }
    assert set(PaperSynthesizer().synthesize(sites, {"a.example": SEED})) == {"a.example"}


def test_a_partial_seed_without_a_container_is_completed_by_its_whole_page():
    """One site gives titles, another authors; both sites print one book a page."""
    titles = scheme_from_json(
        """{"site": "a.example", "attributes": [{"name": "title", "xpaths": ["//b"]}]}"""
    )
    authors = scheme_from_json(
        """{"site": "b.example", "attributes": [{"name": "author", "xpaths": ["//em"]}]}"""
    )
    sites = {
        "a.example": pages("a.example", BOOKS, plain, 1),
        "b.example": pages("b.example", BOOKS, fancy, 1),
    }
    made = PaperSynthesizer().synthesize(sites, {"a.example": titles, "b.example": authors})
    for site, found in sites.items():
        (item,) = read_items(made[site], found[0].element(0))
        assert {name: said[0].value for name, said in item.items()} == {
            "title": BOOKS[0][0],
            "author": BOOKS[0][1],
        }
