"""Spiders of shops that we print ourselves: every product an item, no list one."""

import json
import subprocess
import sys

import pytest

from specdex.html import parse
from specdex.pipeline.extract import extraction
from specdex.pipeline.imports import Look, Origin, import_pages, learn_sites_of
from specdex.pipeline.spider import run_projects
from specdex.plugins import load
from specdex.records import Page
from specdex.runs import RunFolder
from specdex.synthesis.scheme import read_items

WORDS = ("Alder", "Birch", "Cedar", "Drift", "Ember", "Fjord", "Grove", "Heath")
COLOURS = ("Red", "Brushed steel", "Cream", "Black")


def facts(number):
    return {
        "Power": f"{1500 + 100 * number} W",
        "Capacity": f"1.{number} l",
        "Colour": COLOURS[number % len(COLOURS)],
        "Warranty": f"{1 + number % 3} years",
    }


def product(number):
    name = f"{WORDS[number]} Kettle K{200 + number}"
    return name, f"{30 + 3 * number}.{90 + number}", facts(number)


def table(pairs):
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in pairs.items())
    return f"<h2>Specifications</h2><table class='data'>{rows}</table>"


def plain(number):
    """The same heading and the same class of prices as on lists."""
    name, price, pairs = product(number)
    return f"<h1 class='title'>{name}</h1><p class='price'>£{price}</p>{table(pairs)}"


def reduced(number):
    """Every third product is reduced: what it cost stands where others say what they cost."""
    name, price, pairs = product(number)
    said = f"<span class='price'>${price}</span>"
    if number % 3 == 0:
        said = f"<span class='price'>$99.50</span> <b class='now'>Now ${price}</b>"
    return f"<h1>{name}</h1><div class='buy'>{said}<button>Add to cart</button></div>{table(pairs)}"


def marked(number):
    """What machines are told, and a name in two parts."""
    name, price, pairs = product(number)
    brand, rest = name.split(" ", 1)
    told = {
        "@context": "https://schema.org",
        "@type": "Product",
        "name": name,
        "offers": {"@type": "Offer", "price": price, "priceCurrency": "EUR"},
    }
    return (
        f"<script type='application/ld+json'>{json.dumps(told)}</script>"
        f"<h1><em>{brand}</em> {rest}</h1>"
        f"<div><span class='amount'>{price.replace('.', ',')} €</span>"
        f"</div>{table(pairs)}"
    )


def lined(number):
    """Names and values on lines, and a value that some pages leave out."""
    name, price, pairs = product(number)
    if number == 4:
        pairs["Capacity"] = ""
    lines = "".join(f"<li><b>{each}:</b> {value}</li>" for each, value in pairs.items())
    return (
        f"<h2 class='product-name'>{name}</h2><p>Price: <b class='p'>${price}</b></p>"
        f"<h3>Details</h3><ul class='facts'>{lines}</ul>"
    )


def bare(number):
    """No specification at all."""
    name, price, _ = product(number)
    told = {"@context": "https://schema.org", "@type": "Product", "name": name}
    told["offers"] = {"@type": "Offer", "price": price, "priceCurrency": "USD"}
    return (
        f"<script type='application/ld+json'>{json.dumps(told)}</script>"
        f"<h1 class='name'>{name}</h1><p class='cost'>${price}</p><p>A kettle that boils water.</p>"
    )


SHOPS = {each.__name__: each for each in (plain, reduced, marked, lined, bare)}


def card(number):
    name, price, pairs = product(number)
    some = "".join(f"<li>{each}: {value}</li>" for each, value in list(pairs.items())[:2])
    return (
        f"<li class='card'><a href='/kettle/{number}'><img src='/{number}.jpg'>{name}</a>"
        f"<span class='price'>${price}</span><ul>{some}</ul></li>"
    )


def shown(shop, path, title, inside):
    menu = "<nav><a href='/'>Home</a><a href='/kettles'>Kettles</a><a href='/help'>Help</a></nav>"
    html = f"<html><head><title>{title}</title></head><body>{menu}{inside}<footer>Shop</footer>"
    return Page(f"http://{shop}.example{path}", html.encode(), content_type="text/html")


def pages_of(shop):
    for number in range(len(WORDS)):
        yield shown(shop, f"/kettle/{number}", f"{product(number)[0]} | Shop", SHOPS[shop](number))


def lists_of(shop):
    every = "".join(map(card, range(len(WORDS))))
    heading = "<h1 class='title'>Kettles</h1>"
    yield shown(shop, "/kettles", "Kettles | Shop", f"{heading}<ul class='list'>{every}</ul>")
    yield shown(shop, "/sale", "Sale | Shop", f"<h1>Sale</h1><ul class='list'>{every}</ul>")
    yield shown(shop, "/", "Shop", "<h1 class='title'>Welcome</h1><p class='price'>from $5.00</p>")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The schemes that a run of all shops gives, by site, and where their projects are."""
    folder = tmp_path_factory.mktemp("spiders")
    pages = [page for shop in SHOPS for page in (*pages_of(shop), *lists_of(shop))]
    mapped, engine = extraction(), load("engines", "serial")()
    with RunFolder(folder / "run") as run:
        done = import_pages(pages, run, Look(mapped), engine, Origin("kettle"))
        list(learn_sites_of(run, done.sites, mapped))
    return {site: (path, scheme) for site, path, scheme in run_projects(folder / "run", folder)}


@pytest.mark.parametrize("shop", SHOPS)
def test_every_product_is_an_item_with_its_name_price_and_attributes(made, shop):
    _, scheme = made[f"{shop}.example"]
    for number, page in enumerate(pages_of(shop)):
        (item,) = read_items(scheme, parse(page).element(0))
        values = {name: found[0].value for name, found in item.items()}
        name, price, pairs = product(number)
        assert values.pop("name") == name
        assert price in values.pop("price").replace(",", ".")
        if (shop, number) == ("lined", 4):
            del pairs["Capacity"]
        assert values == ({} if shop == "bare" else pairs)


@pytest.mark.parametrize("shop", SHOPS)
def test_no_list_is_an_item(made, shop):
    _, scheme = made[f"{shop}.example"]
    assert [read_items(scheme, parse(page).element(0)) for page in lists_of(shop)] == [[]] * 3


@pytest.mark.parametrize("shop", SHOPS)
def test_emitted_projects_pass_their_own_tests(made, shop):
    path, _ = made[f"{shop}.example"]
    saved = [json.loads(each.read_text()) for each in path.glob("tests/pages/*.json")]
    assert all("name" in item for case in saved for item in case["items"])
    assert len(saved) > 1
    checked = subprocess.run(
        [sys.executable, "-m", "unittest"], cwd=path, capture_output=True, timeout=120, check=False
    )
    assert checked.returncode == 0, checked.stderr.decode()[-1500:]
