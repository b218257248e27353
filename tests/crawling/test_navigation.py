import time

from specdex.crawling.navigation import Place, Shop, key_of, proposals
from specdex.html import parse
from specdex.records import Page


def shop(site, *pages, products=()):
    made = Shop(site)
    for path, html in pages:
        made.see(parse(Page(f"https://{site}{path}", html.encode(), site=site)))
    for path, name, *trail in products:
        made.add(f"https://{site}{path}", name, trail, "Lumea")
    return made


def menu(*names):
    links = "".join(f'<li><a href="/c/{name.split("(")[0]}">{name}</a></li>' for name in names)
    return ("/", f"<html><body><nav><ul>{links}</ul></nav><p>Welcome to our shop</p></body></html>")


def listing(path, *names):
    cards = "".join(f'<div><a href="/p/{name}">{name}</a></div>' for name in names)
    return (path, f"<html><body><main>{cards}</main></body></html>")


def told(*shops, own=("camera",), **options):
    return {each.name: each for each in proposals(shops, own, **options)}


def test_names_of_several_shops_mean_one_category_by_their_words():
    found = told(
        shop("a.example", menu("Coffee machines (12)", "Cameras (3)")),
        shop("b.example", menu("Machines & Coffee (7)", "Digital cameras (9)")),
        shop("c.example", menu("Coffee Machine (1)", "Kameras (4)")),
    )
    assert list(found) == ["coffee machines"]
    assert found["coffee machines"].products == 20
    assert found["coffee machines"].places[0] == Place(
        "a.example", "Coffee machines", "https://a.example/c/Coffee%20machines", 12
    )


def test_the_lexicon_knows_names_in_other_languages():
    found = told(
        shop("a.example", menu("Headphones (5)")), shop("b.example", menu("Kopfhörer (6)"))
    )
    assert [place.name for place in found["headphone"].places] == ["Kopfhörer", "Headphones"]


def test_names_mean_one_category_where_the_same_products_stand_below():
    goods = [f"Lumea brewer LM-{number}X" for number in range(100, 106)]
    one = shop("a.example", menu("Espresso"), listing("/c/Espresso", *goods))
    two = shop("b.example", menu("Kaffeevollautomaten"), listing("/c/Kaffeevollautomaten", *goods))
    assert [len(each.places) for each in told(one, two).values()] == [2]
    # a shop that has both names tells them apart
    both = shop(
        "c.example",
        menu("Espresso", "Kaffeevollautomaten"),
        listing("/c/Espresso", *goods),
        listing("/c/Kaffeevollautomaten", "Other brewer ZZ-900Y"),
    )
    found = told(one, both, shop("d.example", menu("Kaffeevollautomaten (2)")))
    assert {name: len(each.places) for name, each in found.items()} == {
        "espresso": 2,
        "kaffeevollautomaten": 2,
    }


def test_what_names_no_kind_of_products_is_not_proposed():
    names = (
        *("Home (9)", "Sale (9)", "New arrivals (9)", "Marken (9)", "My account (9)", "2", "Next"),
        *("Electronics (9)", "Photo & Audio (9)", "Lumea (9)", "All products (9)", "Blog (9)"),
    )
    bought = [("/p/1", "Lumea KX-100")]
    shops = [shop(f"{each}.example", menu(*names), products=bought) for each in "abc"]
    assert told(*shops) == {}


def test_a_name_without_products_is_not_proposed():
    shops = [shop(f"{each}.example", menu("Our stores", "Toasters")) for each in "ab"]
    assert told(*shops) == {}


def test_trails_tell_categories_and_shelves():
    def sold(site):
        return shop(
            site,
            products=[
                ("/p/1", "Lumea TX-100", "Home", "Cooking", "Toasters", "Lumea TX-100"),
                ("/p/2", "Lumea TX-200", "Home", "Cooking", "Toasters"),
            ],
        )

    found = told(sold("a.example"), sold("b.example"))
    assert {name: each.products for name, each in found.items()} == {"toasters": 4}


def test_an_address_with_categories_below_is_a_shelf():
    links = "".join(
        f'<a href="/{path}">{name} (4)</a> '
        for path, name in (("k", "Cooking"), ("k/t", "Toasters"), ("k/m", "Mixers"))
    )
    page = ("/", f"<html><body><nav>{links}</nav><p>x</p></body></html>")
    assert set(told(shop("a.example", page), shop("b.example", page))) == {"toasters", "mixers"}


def test_products_tell_a_category_that_no_menu_names():
    def sold(site, *names):
        return shop(site, listing("/", *names))

    found = told(
        sold("a.example", "Arcviso Ultra M203 Monitor", "Lumea bag for monitor M203"),
        sold("b.example", "Delphon H171 Bildschirm schwarz"),
    )
    assert {name: each.products for name, each in found.items()} == {"monitor": 2}
    assert found["monitor"].places[0].name == ""


def test_a_category_of_too_few_shops_waits():
    one = shop("a.example", menu("Toasters (4)"))
    assert told(one) == {}
    assert set(told(one, least=1)) == {"toasters"}


def test_keys_do_not_depend_on_order_number_or_accents():
    assert key_of("Cafetières & Bières") == key_of("bière et cafetière")
    assert key_of("!!!") == ""


def test_many_names_cost_little():
    letters = [chr(97 + number) for number in range(14)]
    names = [f"Thing {a}{b}{c} (3)" for a in letters for b in letters for c in letters]
    start = time.perf_counter()
    told(shop("a.example", menu(*names)), shop("b.example", menu(*names)))
    assert time.perf_counter() - start < 20
