import pytest

from specdex.fusion import Fusion, trust_from_json
from specdex.fusion.wordings import learn_wordings
from specdex.records import Correspondence

ENGLISH = ("a.example", "b.example")
GERMAN = ("x.example", "y.example")
FOUND = [Correspondence(site, "Sucher", "Viewfinder") for site in GERMAN]
WORDS = {"optical": "optisch", "electronic": "elektronisch", "none": "keiner"}


def product(page, number, words, germans=None):
    """What two shops of each language say of one product's viewfinder."""
    pages = [page(f"https://{site}/{number}", Viewfinder=words) for site in ENGLISH]
    theirs = germans or WORDS[words]
    return [*pages, *(page(f"https://{site}/{number}", Sucher=theirs) for site in GERMAN)]


@pytest.fixture
def shelf(page):
    return [product(page, number, tuple(WORDS)[number % 3]) for number in range(15)]


def test_shops_of_two_languages_do_not_dispute_what_they_translate(shelf):
    for fused in Fusion(shelf, FOUND).products():
        (claim,) = fused.claims
        assert len(claim.urls) == 4
        assert not fused.disputed


def test_an_error_in_another_language_is_still_disputed(page, shelf):
    shelf.append(product(page, 99, "optical", germans="elektronisch"))
    *_, last = Fusion(shelf, FOUND).products()
    assert len(last.disputed) == 1


def test_words_beside_equal_numbers_mean_the_same(page):
    found = [Correspondence("x.example", "Akku", "Battery")]
    shelf = [
        [
            page(f"https://a.example/{number}", Battery=f"{shots} shots"),
            page(f"https://x.example/{number}", Akku=f"{shots} Aufnahmen"),
        ]
        for number, shots in enumerate((390, 400, 410, 420, 430))
    ]
    shelf[-1][1] = page("https://x.example/4", Akku="999 Aufnahmen")
    *agreed, quarrel = Fusion(shelf, found).products()
    assert not any(each.disputed for each in agreed)
    assert quarrel.disputed


def test_what_never_varies_is_no_translation():
    told = [("Made in", {("china", ()): ["a"], ("taiwan", ()): ["b"]})] * 20
    assert learn_wordings(told) == {}


def test_who_uses_both_words_means_two_things():
    told = []
    for number in range(12):
        mine, theirs = (("red", "green"), ("green", "red"))[number % 2]
        told.append(("Colour", {(mine, ()): ["a"], (theirs, ()): ["b"]}))
    assert learn_wordings(told) == {}


def test_yes_is_never_no():
    told = [("Flash", {("yes", ()): ["a"], ("no", ()): ["b"]})] * 10
    told += [("Flash", {("unknown to us", ()): ["a", "b"]})] * 10
    assert learn_wordings(told) == {}


def test_two_products_are_too_few(page):
    shelf = [product(page, number, tuple(WORDS)[number]) for number in range(2)]
    assert all(each.disputed for each in Fusion(shelf, FOUND).products())


def test_what_was_learned_is_kept_with_the_trust(page, shelf):
    kept = trust_from_json(Fusion(shelf, FOUND).trust.to_json())
    (late,) = Fusion([product(page, 50, "optical")], FOUND, kept).products()
    assert not late.disputed


def test_trust_of_an_earlier_version_knows_no_wordings(shelf):
    data = Fusion(shelf, FOUND).trust.to_json()
    del data["wordings"]
    assert trust_from_json(data).wordings == {}
