"""Scripts are read only where they may speak of the product, since reading them costs."""

import json

import pytest

from specdex.html import parse
from specdex.markup.script_state import script_state
from specdex.records import Page

THING = json.dumps({"title": "Acme Fjord 300", "brand": "Acme", "filler": "x" * 60})


def owners(script, kind=""):
    """How many things of *script* have the page's name, and how many scripts were read for it."""
    html = f"<h1>Acme Fjord 300</h1><script{kind}>{script}</script>"
    state = script_state(parse(Page("https://shop.example/p", html.encode())))
    return len(state.owners), len(state.trees)


@pytest.mark.parametrize(
    "script",
    [
        f"window.s = {THING}",
        f"window.s = JSON.parse({json.dumps(THING)})",
        f"window.s = {{title: 'Acme Fjord 300', brand: 'Acme', filler: '{'x' * 60}'}}",
        f"window.s = {{title:\n\t\t`Acme Fjord 300`, brand: 'Acme', filler: '{'x' * 60}'}}",
        f'window.s = {{"title": "Acme\\u0020Fjord 300", "brand": "Acme", "filler": "{"x" * 60}"}}',
        "window.s=(function(a,b){return {title:a,brand:b,filler:'%s'}}('Acme Fjord 300','Acme'))"
        % ("x" * 60),
    ],
)
def test_a_thing_with_the_products_name_is_found_however_it_is_written(script):
    assert owners(script) == (1, 1)


def test_values_of_a_table_may_be_names():
    table = [{"title": 1, "brand": 2}, "Acme Fjord 300", "Acme", "x" * 60]
    assert owners(json.dumps(table), ' type="application/json"') == (1, 1)


@pytest.mark.parametrize(
    "script",
    [
        f"track('Acme Fjord 300', {{filler: '{'x' * 60}'}})",
        f"window.s = {{say: 'Buy the Acme Fjord 300 with two free bags', filler: '{'x' * 60}'}}",
        f"window.s = {{title: 'Acme Bay 200', brand: 'Acme', filler: '{'x' * 60}'}}",
    ],
)
def test_a_script_that_only_mentions_the_product_is_not_read(script):
    assert owners(script) == (0, 0)
