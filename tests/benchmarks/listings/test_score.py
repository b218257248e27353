import pytest

from benchmarks.listings.score import (
    GoldListing,
    score_listing,
    summarise_listings,
    table_3,
)
from specdex.html import parse
from specdex.records import Offer, Page

CARD = '<li><div><a href="/p/{n}">Thing number {n}</a><b>${n}9.00</b></div></li>'
CARDS = "".join(CARD.format(n=n) for n in range(1, 4))
HTML = f"<html><body><ul>{CARDS}</ul><p>Menu</p></body></html>"
UL = "/html/body/ul"


def gold(**how):
    records = [f"{UL}/li[{n}]" for n in range(1, 4)]
    fields = [
        {"name": f"Thing number {n}", "url": f"/p/{n}", "price": f"${n}9.00"} for n in range(1, 4)
    ]
    region = {"xpath": UL, "records": records, "fields": fields}
    return GoldListing(
        **{"id": "1", "site": "s", "html": HTML, "url": "http://s.example/c", "regions": (region,)}
        | how
    )


def score(offers, **how):
    page = gold(**how)
    return score_listing(page, parse(Page(url=page.url, body=page.html.encode())), offers)


def test_the_labelled_elements_are_right():
    result = score([Offer(f"{UL}/li[{n}]", name=f"thing number {n}!") for n in range(1, 4)])
    assert (result.records.right, result.records.wrong, result.records.missed) == (3, 0, 0)
    assert result.is_exact
    assert result.right["name"] == result.wanted["name"] == 3
    assert result.right["price"] == 0


def test_an_element_inside_with_nearly_all_the_text_is_right():
    assert score([Offer(f"{UL}/li[1]/div")]).records.right == 1


def test_a_part_of_a_record_is_wrong():
    assert score([Offer(f"{UL}/li[1]/div/b")]).records.wrong == 1


def test_an_element_around_several_records_is_wrong():
    assert score([Offer(UL)]).records.wrong == 1


def test_a_record_can_be_claimed_once():
    result = score([Offer(f"{UL}/li[1]"), Offer(f"{UL}/li[1]/div")])
    assert (result.records.right, result.records.wrong) == (1, 1)


def test_an_xpath_that_means_nothing_is_wrong():
    assert score([Offer("/html/body/table"), Offer("")]).records.wrong == 2


def test_addresses_are_compared_as_the_page_means_them():
    result = score([Offer(f"{UL}/li[2]", url="http://s.example/p/2")])
    assert result.right["url"] == 1


def test_hidden_copies_do_not_count():
    result = score([Offer("/html/body/p")], alternates=({"xpath": "/html/body/p"},))
    assert result.records.wrong == 0


def test_a_page_without_labels_wants_silence():
    loud = score([Offer(f"{UL}/li[1]")], regions=())
    quiet = score([], regions=())
    assert not loud.is_listing
    assert summarise_listings([loud, quiet]).quiet == 0.5


def test_a_record_of_several_elements_is_right_by_any_of_them_that_holds_the_text():
    html = "<dl><dt>Thing number one of many</dt><dd>$5</dd></dl>"
    page = gold(html=html, regions=({"records": [["/html/body/dl/dt", "/html/body/dl/dd"]]},))
    document = parse(Page(url="", body=html.encode()))
    assert score_listing(page, document, [Offer("/html/body/dl/dt")]).records.right == 1


def test_the_summary_pools_over_records():
    pages = [score([Offer(f"{UL}/li[{n}]") for n in range(1, 4)]), score([Offer(UL)])]
    total = summarise_listings(pages)
    assert total.records.precision == pytest.approx(3 / 4)
    assert total.records.recall == pytest.approx(3 / 6)
    assert total.pages_exact == 0.5


def test_table_3_has_a_row_for_each_page_and_the_total():
    pages = [score([Offer(f"{UL}/li[{n}]") for n in range(1, 3)]), score([])]
    head, first, second, total = table_3({"light": pages, "mdr": pages})
    assert head[:4] == ["No.", "Page", "Total", "light TP"]
    assert first[3:8] == ["2", "0", "1", "100.00%", "66.67%"]
    assert second[3:8] == ["0", "0", "3", "0.00%", "0.00%"]
    assert total == ["Total", "", "6", *["2", "0", "4", "100.00%", "33.33%"] * 2]
