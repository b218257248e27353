import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.html import parse
from specdex.papers.cross_supervised import (
    PaperSynthesizer,
    best_containers,
    items_a_page,
)
from specdex.records import Page
from specdex.synthesis.descriptors import descriptor_of, xpath_of
from specdex.synthesis.scheme import AttributeRule, Scheme, read_items, scheme_from_json
from specdex.synthesis.url_patterns import accepts, agrees, item_pattern, unify, unify_urls

STEP = st.frozensets(
    st.tuples(st.sampled_from(["tag", "class", "id"]), st.sampled_from("ab")), max_size=3
)


def path(*steps):
    return tuple(frozenset(step.items()) for step in steps)


def test_the_example_of_the_paper():
    first = path({"tag": "div", "class": "title"}, {"tag": "span"}, {"tag": "a", "id": "t1"})
    second = path({"tag": "div", "class": "title"}, {"tag": "span"}, {"tag": "a", "id": "t2"})
    third = path({"tag": "div", "class": "note"}, {"tag": "span"}, {"tag": "a", "id": "n1"})
    unified = unify({first: 1, second: 1, third: 1})
    assert xpath_of(unified) == "/div[@class='title']/span/a"


@given(st.dictionaries(st.lists(STEP, max_size=4).map(tuple), st.integers(1, 5), max_size=6))
def test_more_than_half_of_the_support_agrees_with_what_is_unified(support):
    unified = unify(support)
    agreeing = sum(weight for each, weight in support.items() if agrees(each, unified))
    assert not support or agreeing > sum(support.values()) / 2


def test_best_containers_hold_all_attributes_and_nothing_smaller_does(lists, parsed):
    document = parsed(lists[:1])[0]
    found = {
        "title": list(document.nodes_of("a")),
        "author": list(document.nodes_of("i")),
    }
    best = best_containers(document, found)
    assert [document.tag[each.node] for each in best] == ["li"] * 10
    assert {each.support for each in best} == {2}
    odd, even = (descriptor_of(document, best[at].node, split=True) for at in (0, 1))
    assert odd == even


def test_the_paper_reads_rows_of_one_kind_and_the_careful_way_all(
    plain, lists, parsed, scheme_json
):
    sites = {"plain.example": parsed(plain), "lists.example": parsed(lists)}
    seeds = {"plain.example": scheme_from_json(scheme_json)}
    careful = PaperSynthesizer(careful=True).synthesize(sites, seeds)["lists.example"]
    assert items_a_page(careful, sites["lists.example"]) == 10
    document = sites["lists.example"][0]
    items = read_items(careful, document.element(0))
    assert [item["title"][0].value for item in items][:1] != []
    assert {len(item["price"]) for item in items} == {1}
    assert not any(item["price"][0].value.startswith("$99") for item in items)
    paper = PaperSynthesizer().synthesize(sites, seeds)["lists.example"]
    assert items_a_page(paper, sites["lists.example"]) <= 10


def test_url_patterns_take_the_pages_and_leave_the_others():
    wanted = [f"http://s.example/p/{n}-name-{n * 7}.html" for n in range(30)]
    others = ["http://s.example/", "http://s.example/help.html", "http://s.example/c/1/2"]
    pattern = unify_urls(wanted, others)
    assert all(accepts(pattern, url) for url in wanted)
    assert not any(accepts(pattern, url) for url in others)
    assert accepts(pattern, "http://s.example/p/99-other-1.html")


def test_url_patterns_know_queries():
    wanted = [f"http://s.example/item?id={n}&ref=x" for n in range(9)]
    pattern = unify_urls(wanted, ["http://s.example/item?page=2", "http://s.example/item"])
    assert accepts(pattern, "http://s.example/item?ref=x&id=5")
    assert not accepts(pattern, "http://s.example/item?page=2")


@given(st.lists(st.from_regex(r"[a-z0-9/.-]{0,20}", fullmatch=True), min_size=1, max_size=20))
def test_a_pattern_takes_nearly_all_it_was_made_from(paths):
    urls = sorted({f"http://s.example/{each}" for each in paths})
    pattern = unify_urls(urls)
    assert sum(accepts(pattern, url) for url in urls) >= 0.9 * len(urls) - 1


def test_no_urls_make_no_pattern():
    assert unify_urls([]) == ""
    assert accepts("", "http://anything.example/")


@pytest.mark.parametrize(
    ("wanted", "taken", "left"),
    [
        (("ab7", "ab12"), "ab99", "cd7"),
        (("-7", "-12"), "-99", "x7"),
        (("7ab", "12ab"), "99ab", "7cd"),
        (("a7", "a12"), "b7", "ab"),
    ],
    ids=["two letters", "a mark", "at the end", "one letter is chance, a number is not"],
)
def test_shapes_are_told_where_a_plain_pattern_takes_too_much(wanted, taken, left):
    urls = [f"http://s.example/{each}" for each in wanted]
    pattern = unify_urls(urls, [f"http://s.example/{left}"])
    assert all(accepts(pattern, url) for url in urls)
    assert accepts(pattern, f"http://s.example/{taken}")
    assert not accepts(pattern, f"http://s.example/{left}")


NAMES = ("author", "price", "title")
RULES = tuple(AttributeRule(name=name, xpaths=(f"./body/{name}",)) for name in NAMES)


def stating(kind, *counts):
    """Pages of the site below *kind*, with so many of the attributes each."""
    return [
        parse(
            Page(
                f"http://s.example/{kind}/{number}",
                "<html><body>{}</body></html>".format(
                    "".join(f"<{name}>x</{name}>" for name in NAMES[:count])
                ).encode(),
            )
        )
        for number, count in enumerate(counts)
    ]


@pytest.mark.parametrize(
    ("items", "notes"),
    [((3, 3, 3), (1, 1, 1)), ((3, 2, 2, 2, 2), (1,))],
    ids=["pages with all attributes", "where they are few, pages with most"],
)
def test_the_pattern_of_items_leaves_pages_without_them(items, notes):
    scheme = Scheme(site="s.example", attributes=RULES)
    template = [*stating("item", *items), *stating("note", *notes)]
    lists = stating("list", 0, 0, 0)
    pattern = item_pattern(scheme, template, [*template, *lists])
    taken = [page.page.url for page in (*template, *lists) if accepts(pattern, page.page.url)]
    assert taken == [page.page.url for page in stating("item", *items)]


def test_a_scheme_that_reads_nothing_keeps_its_pattern():
    scheme = Scheme(site="s.example", attributes=RULES, url_pattern="/item/")
    assert item_pattern(scheme, stating("item", 0, 0), stating("item", 0, 0)) == "/item/"


def test_a_page_where_nothing_is_read_has_no_item_even_if_one_attribute_is_all():
    scheme = Scheme(site="s.example", attributes=RULES[2:])
    every = [*stating("item", 3, 3, 3), *stating("note", 0, 0, 0)]
    pattern = item_pattern(scheme, every[:3], every)
    assert [accepts(pattern, each.page.url) for each in every] == [True] * 3 + [False] * 3


@pytest.mark.parametrize("given", ["/item/0$", "/nothing/"])
def test_a_pattern_that_takes_few_of_the_pages_gives_way_to_one_that_takes_all(given):
    scheme = Scheme(site="s.example", attributes=RULES, url_pattern=given)
    every = [*stating("item", 3, 3, 3), *stating("note", 0, 0, 0)]
    pattern = item_pattern(scheme, every[:3], every)
    assert [accepts(pattern, each.page.url) for each in every] == [True] * 3 + [False] * 3


def test_a_class_called_word_is_a_class_like_any_other():
    document = parse(Page("http://s.example/", b"<html><body><p class='word'>x</p></body></html>"))
    path = descriptor_of(document, document.find("//p"))
    assert xpath_of(path).endswith("p[@class='word']")
