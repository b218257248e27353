"""Bad input is bounded: time grows as the input does, whatever it holds."""

import time

import pytest

from specdex.errors import InputError
from specdex.pipeline.join import join
from specdex.records import (
    Decision,
    DecisionKind,
    Fragment,
    FragmentKind,
    Pair,
    Specification,
)

MORE = 3
"""How many times as many pages are joined, …"""
SLACK = 2.0
"""… and what that may cost over linear: memos fill, and the machine is busy."""


def page(site, number, title="", **pairs):
    table = tuple(Pair(name, value) for name, value in pairs.items())
    fragments = (Fragment("/x", FragmentKind.TABLE, table),) if table else ()
    url = f"https://{site}.example/{number}"
    return Specification(url, site=f"{site}.example", title=title, fragments=fragments)


def seconds(pages):
    start = time.process_time()
    joined = join(pages)
    assert sorted(url for each in joined.products for url in each.urls) == sorted(
        each.url for each in pages
    )
    return time.process_time() - start


def equal_titles(count):
    """Pages of a few shops that nothing tells apart."""
    return [page(f"s{n % 7}", n, "Oak table 80 x 80", Material="Oak") for n in range(count)]


def many_shops(count):
    """Shops in two camps that quarrel over one product, each with a name of its own, too."""
    return [
        page(
            *(f"s{n}", 1, "Acme X4711 kettle"),
            **{f"Part {part}": f"{(n + part) % 2 + 1} W" for part in range(8)},
            **{f"N{n}": "1", "Model": "X4711"},
        )
        for n in range(count)
    ]


def silent(count):
    return [page(f"s{n % 5}", n) for n in range(count)]


@pytest.mark.timed
@pytest.mark.parametrize("made", [equal_titles, many_shops, silent])
def test_time_grows_as_the_input_does(made):
    seconds(made(100))
    few = min(seconds(made(700)) for _ in range(2))
    assert seconds(made(700 * MORE)) < SLACK * MORE * few + 0.5


def test_a_value_of_a_megabyte_costs_no_more_than_its_beginning():
    long = [
        page(site, 1, "Acme X4711 kettle", Note="word 4711 " * 100_000, EAN="1 " * 500_000)
        for site in "abc"
    ]
    assert seconds(long) < 5


def test_decisions_that_contradict_each_other_are_refused_in_one_sentence():
    pages = [page(site, 1, "Acme X4711 kettle") for site in "ab"]
    one, other = (each.url for each in pages)
    said = [
        Decision(kind, one, other, "", "ann", "2026")
        for kind in (DecisionKind.SAME, DecisionKind.DIFFERENT)
    ]
    with pytest.raises(InputError) as refused:
        join(pages, said)
    assert "\n" not in str(refused.value)
