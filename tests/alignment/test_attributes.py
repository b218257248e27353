from specdex.alignment import Aligner, describe
from specdex.records import Fragment, FragmentKind, Pair, Specification


def page(site, number, **pairs):
    shown = tuple(Pair(name.replace("_", " "), value) for name, value in pairs.items())
    return Specification(
        f"https://{site}/{number}", fragments=(Fragment("/html", FragmentKind.TABLE, shown),)
    )


def described(pages):
    return {each.name: each for each in describe(pages, Aligner(pages).correspondences())}


def test_an_attribute_of_measures_has_a_unit_and_its_least_middle_and_greatest_value():
    pages = [page("a.example", n, Weight=f"{n} kg") for n in range(1, 6)]
    pages += [page("b.example", n, Weight=f"{n}000 g") for n in range(1, 4)]
    weight = described(pages)["Weight"]
    assert (weight.kind, weight.unit, weight.spread) == ("number", "kg", ("1", "2", "5"))
    assert (weight.sites, weight.pages) == (2, 8)


def test_an_attribute_of_terms_shows_the_commonest():
    pages = [page("a.example", n, Colour="Red" if n % 3 else "blue") for n in range(9)]
    colour = described(pages)["Colour"]
    assert (colour.kind, colour.unit, colour.spread) == ("term", "", ("red", "blue"))


def test_values_that_say_nothing_say_nothing_of_an_attribute():
    empty = described([page("a.example", n, Colour="n/a") for n in range(3)])["Colour"]
    assert (empty.kind, empty.spread, empty.pages) == ("", (), 3)
    assert describe([], []) == ()


def test_large_numbers_that_never_repeat_are_codes_and_show_no_spread():
    pages = [page("a.example", n, Article=str(440_000 + n * 77)) for n in range(9)]
    article = described(pages)["Article"]
    assert (article.kind, article.unit) == ("term", "")
    barcodes = [page("a.example", n, EAN=str(4_712_345_600_000 + n)) for n in range(9)]
    assert described(barcodes)["EAN"].kind == "term"


def test_slips_a_rare_unit_and_values_of_another_kind_do_not_shape_an_attribute():
    pages = [page("a.example", n, Range=f"{n}00") for n in range(1, 160)]
    pages += [page("b.example", 1, Range="100 in"), page("b.example", 2, Range="20 x 30 cm")]
    pages += [page("a.example", 200, Range="900000")]
    found = described(pages)["Range"]
    assert (found.kind, found.unit, found.spread) == ("number", "", ("200", "8000", "15900"))
