import json

import pytest
from click.testing import CliRunner

from benchmarks.listings import command
from benchmarks.listings.examples import listing_page
from benchmarks.listings.layouts import LISTS, OTHERS, laid_out, platforms
from benchmarks.listings.score import FIELDS, Labels, score_listing
from specdex.html import parse
from specdex.listings import OffersReader

PAGES = {page.id: page for page in laid_out()}
COMMON = ("plain", "sale", "from", "unit", "instalments", "swatches", "banners", "shelves")


def read(page):
    document = parse(listing_page(page))
    return score_listing(page, document, OffersReader().read(document).offers)


def test_every_platform_stands_in_every_situation():
    assert len(platforms()) >= 30
    assert len(PAGES) == len(platforms()) * len((*LISTS, *OTHERS))


@pytest.mark.parametrize("situation", ["plain", "sale", "unit", "rated", "few", "product"])
def test_pages_are_whole_and_say_what_is_on_them(situation):
    for page in (each for name, each in PAGES.items() if name.endswith(f"/{situation}")):
        document = parse(listing_page(page))
        assert not {"{", "}"} & set(document.text)
        labels = Labels(page, document)
        assert bool(labels.elements) == (situation in LISTS)
        for fields in labels.fields:
            assert fields["name"] in document.text
            assert fields["price"] in document.text


@pytest.mark.parametrize("platform", platforms())
def test_common_situations_are_read_on_every_platform(platform):
    for situation in COMMON:
        score = read(PAGES[f"{platform}/{situation}"])
        assert score.is_exact, situation
        assert all(score.right[name] == score.wanted[name] for name in FIELDS[:3]), situation


@pytest.mark.parametrize("platform", platforms())
def test_no_platforms_product_page_is_a_list(platform):
    assert not read(PAGES[f"{platform}/product"]).records.wrong


def test_the_bench_tells_layouts_apart(monkeypatch):
    some = [PAGES["table-cells/plain"], PAGES["tray/plain"], PAGES["tray/articles"]]
    monkeypatch.setattr(command, "laid_out", lambda: iter(some))

    def call(*how):
        return CliRunner().invoke(command.listings, ["--layouts", *how], standalone_mode=False)

    rows = [json.loads(line) for line in call("platform", "--json").stdout.splitlines()]
    assert [row["platform"] for row in rows] == ["table-cells", "tray", "all"]
    assert rows[1]["quiet"] == rows[2]["recall"] == 1.0
    assert "articles" in call("situation").stdout
