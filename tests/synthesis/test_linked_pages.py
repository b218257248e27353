"""Pages of the same items, and what they say about candidates."""

import numpy as np
from lxml import html

from specdex.synthesis.candidates import without_label
from specdex.synthesis.choice import Choice, _weighed, believed, expected
from specdex.synthesis.linked_pages import Values, linked, page_keys
from specdex.synthesis.matching import PLAIN
from specdex.synthesis.scheme import AttributeRule, Scheme, read_items

MODELS = ("lumen x101", "ostara e1024", "halden a380", "mirado t613", "norvik d239", "kestrel z88")


def _keys(titles: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    words = [frozenset(title.split()) for title in titles]
    return page_keys([[title.replace(" ", "")] for title in titles], words)


def test_pages_with_the_same_rare_words_are_linked_in_any_order() -> None:
    here, there = linked(_keys(MODELS), _keys(MODELS[::-1]))

    assert here.tolist() == [0, 1, 2, 3, 4, 5]
    assert there.tolist() == [5, 4, 3, 2, 1, 0]


def test_pages_that_share_nothing_are_not_linked() -> None:
    here, _ = linked(_keys(MODELS), _keys(tuple(f"other {at}" for at in range(6))))

    assert len(here) == 0


def test_small_numbers_link_no_pages() -> None:
    pages = [["19999"], ["29999"], ["39999"]]

    assert page_keys(pages, [frozenset()] * 3) == (frozenset(),) * 3


def test_agreement_is_counted_against_chance() -> None:
    values = Values()
    codes = {page: f"code{page}x" for page in range(6)}
    constant = dict.fromkeys(range(6), "camera")
    prices = {page: str(1000 * 2**page) for page in range(6)}
    near = {page: str(1010 * 2**page) for page in range(6)}
    mine = values.grid([codes, constant, near], 6)
    theirs = values.grid([codes, constant, prices], 6)

    agreed = values.agreement(mine, theirs)

    assert agreed[0, 0] > 0.6
    assert agreed[1, 0] == 0
    assert agreed[2, 0] == 0
    assert agreed[2, 2] > 0.5


def _row(**given: float) -> list[float]:
    return [given.get(name, 0.0) for name in PLAIN]


def test_what_the_seed_prints_as_something_else_is_hardly_believed() -> None:
    rows = np.array([_row(agreed_lead=-0.9, linked=0.9), _row(linked=0.9)], np.float32)
    amounts = np.zeros(2, np.float32), np.zeros(2, np.bool_)

    model, sku = believed(np.array([0.9, 0.5], np.float32), rows, amounts)

    assert model < 0.1 < sku


def test_what_agrees_on_all_other_sites_must_agree_here() -> None:
    usual = expected([np.array(_row(agreed=0.8, linked=0.9))] * 3)
    rows = np.array([_row(linked=0.9), _row(agreed=0.8, linked=0.9)], np.float32)
    amounts = np.zeros(2, np.float32), np.zeros(2, np.bool_)

    absent, present = believed(np.array([0.9, 0.9], np.float32), rows, amounts, usual)

    assert absent < 0.2
    assert present > 0.8


def test_two_sites_say_nothing_about_what_is_usual() -> None:
    assert expected([np.array(_row(agreed=0.8, linked=0.9))] * 2) == 0.0


def test_a_label_in_the_same_text_is_left_out_and_the_place_is_kept() -> None:
    roots = [html.fromstring(f"<ul><li>Model: X{at}</li></ul>") for at in range(4)]

    xpath = without_label("(//li/text())[1]", roots)
    scheme = Scheme(site="a", attributes=(AttributeRule(name="sku", xpaths=(xpath,)),))

    assert xpath == "substring-after((//li/text())[1], 'Model:')"
    found = read_items(scheme, roots[2])[0]["sku"][0]
    assert (found.value, found.xpath) == ("X2", "/html/body/ul/li")


def test_values_without_one_common_label_are_left_alone() -> None:
    roots = [html.fromstring(f"<p>{text}</p>") for text in ("Red: 1", "Blue: 2", "Red: 3")]

    assert without_label("(//p/text())[1]", roots) == "(//p/text())[1]"


def test_an_attribute_that_looks_different_everywhere_needs_less_belief() -> None:
    sure = _weighed({str(at): Choice(0, 0.95) for at in range(4)} | {"x": Choice(0, 0.12)})
    vague = _weighed({str(at): Choice(0, 0.4) for at in range(4)} | {"x": Choice(0, 0.12)})

    assert not sure["x"].is_believed
    assert vague["x"].is_believed
    assert _weighed({}) == {}
