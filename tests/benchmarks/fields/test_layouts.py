import pytest

from benchmarks.data import Part, page_of, part_of
from benchmarks.fields.layouts import SITUATIONS, laid_out, platforms
from benchmarks.fields.unmarked import plain_pages
from specdex.extraction.fields import FieldReader
from specdex.html import parse
from specdex.statistics.field_scores import is_right

OPEN = tuple(laid_out((Part.OPEN,)))
PAGES = {page.id: page for page in laid_out()}
UNHEARD = {"is", "sq", "ka", "az", "sw", "ms"}
"""Languages that no list of words knows."""


def read(page):
    return {field.name: field.value for field in FieldReader().read(parse(page_of(page)))}


def language(page):
    return page.html.partition('lang="')[2].partition('"')[0]


def test_every_platform_stands_in_every_situation_and_half_of_them_are_blind():
    assert len(platforms()) >= 50
    assert len(PAGES) == len(platforms()) * len(SITUATIONS)
    sides = [part_of(page.site) for page in PAGES.values()]
    assert 0.4 < sides.count(Part.OPEN) / len(sides) < 0.6
    assert {page.id for page in OPEN} < PAGES.keys()


@pytest.mark.parametrize("situation", ["plain", "sale", "two-prices", "tiers", "sold", "related"])
def test_pages_are_whole_and_show_what_their_labels_say(situation):
    for page in (each for name, each in PAGES.items() if name.endswith(f"/{situation}")):
        text = parse(page_of(page)).text
        assert not {"{", "}", "@"} & set(text)
        assert any(name in text for name in page.fields["name"])
        assert page.fields["sku"][0] in text
        digits = "".join(filter(str.isdecimal, text))
        assert page.fields["price"][0].removesuffix(".00").replace(".", "") in digits


@pytest.mark.parametrize("situation", ["plain", "labelled", "banner", "reviews"])
def test_common_situations_are_read_on_every_open_platform(situation):
    wrong = [
        page.id
        for page in OPEN
        if page.id.endswith(f"/{situation}")
        and not is_right("price", page.fields["price"], read(page).get("price", ""))
    ]
    assert all(language(PAGES[name]) in UNHEARD for name in wrong)


def test_class_names_may_be_taken_out_of_them():
    page = PAGES["tailwind/sale"]
    (plain,) = plain_pages([page], "class-names")
    assert "line-through" in page.html
    assert "line-through" not in plain.html
    assert list(plain_pages([page], "as-is")) == [page]
