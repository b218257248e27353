"""Pattern-based extraction: what patterns bracket, and what is made of the result."""

import pytest

from benchmarks.patterns.paper import read_as_paper
from specdex.papers.patterns.matches import matches, read
from specdex.papers.patterns.pattern import Pattern, normalise
from specdex.papers.patterns.reader import read_with
from specdex.papers.patterns.source import clean
from specdex.papers.patterns.trie import Seed

SEEDS = [Seed("Weight", "675 g"), Seed("Colour", "Black")]


def with_seeds(document, seeds=SEEDS):
    return {match.name: match.value for match in read_with(document, seeds).matches}


@pytest.mark.parametrize("reads", [read_with, read_as_paper])
def test_two_seeds_read_a_whole_table(table, pairs, reads):
    assert {match.name: match.value for match in reads(table, SEEDS).matches} == pairs


def test_a_value_with_markup_is_read_whole(make):
    document = make(
        "<table><tr><td>Weight</td><td>675 <b>g</b></td></tr><tr><td>Modes</td>"
        "<td><table><tr><td>Auto</td></tr><tr><td>Manual</td></tr></table></td></tr></table>"
    )
    found = pairs_of(document, Pattern("<td>", "</td><td>", "</td></tr>"))
    assert found == {"Weight": "675 g", "Modes": "Auto Manual"}


def pairs_of(document, pattern):
    return {match.name: match.value for match in read(document, [pattern])}


def test_a_list_is_one_value(make):
    document = make(
        "<table><tr><td>Weight</td><td><ul><li>675 g</li></ul></td></tr>"
        "<tr><td>Colour</td><td><ul><li>Black</li></ul></td></tr>"
        "<tr><td>Modes</td><td><ul><li>Auto</li><li>Manual</li></ul></td></tr></table>"
    )
    assert with_seeds(document)["Modes"] == "Auto Manual"


def test_a_row_without_a_name_continues_the_value_above(make):
    row = "<tr><td class=n>{}</td><td class=v>{}</td></tr>"
    printed = [
        ("Weight:", "675 g"),
        ("Flash:", "On"),
        ("", "Off"),
        ("", "Auto"),
        ("Colour:", "Black"),
    ]
    document = make(f"<table>{''.join(row.format(*each) for each in printed)}</table>")
    assert with_seeds(document) == {"Weight": "675 g", "Flash": "On Off Auto", "Colour": "Black"}


def test_text_pushed_in_under_a_value_continues_it(make):
    document = make(
        "<table><tr><td class=n>Weight</td><td>675 g</td></tr>"
        "<tr><td class=n>Flash</td><td>On</td></tr>"
        '<tr><td colspan=2><div style="margin-left:158px">Off</div></td></tr>'
        "<tr><td class=n>Colour</td><td>Black</td></tr></table>"
    )
    assert with_seeds(document)["Flash"] == "On Off"


def test_the_first_and_the_last_of_lines_end_with_their_element(make):
    document = make(
        "<div>Height: 9 cm<br>Weight: 675 g<br>Colour: Black<br>Zoom: 3x</div><p>a: b</p>"
    )
    assert with_seeds(document) == {
        "Height": "9 cm",
        "Weight": "675 g",
        "Colour": "Black",
        "Zoom": "3x",
    }


def test_tables_with_more_columns_are_of_another_kind(make):
    cookies = "<table><tr><td>sid</td><td>shop</td><td>session</td></tr></table>"
    spec = "<tr><td>Weight</td><td>675 g</td></tr><tr><td>Colour</td><td>Black</td></tr>"
    assert with_seeds(make(f"<table>{spec}</table>{cookies}")) == {
        "Weight": "675 g",
        "Colour": "Black",
    }


def test_a_name_that_comes_again_and_again_is_a_list_of_products(make):
    row = "<li>Weight: <b>{}</b></li>"
    document = make("<ul>" + "".join(row.format(f"{n} g") for n in range(600, 680)) + "</ul>")
    seeds = [Seed("Weight", f"{n} g") for n in range(600, 680)]
    assert with_seeds(document, seeds) == {}


def test_many_names_may_come_again_for_variants(make):
    names = ("Memory", "Storage", "Sound", "Graphics", "Weight", "Colour")
    items = "".join(f"<li>{name}: {n} x</li>" for n in range(4) for name in names)
    seeds = [Seed("Memory", "0 x"), Seed("Weight", "1 x")]
    assert len(with_seeds(make(f"<ul>{items}</ul>"), seeds)) == 6


@pytest.mark.parametrize("values", [["$ 12.50", "$1,200", "99 €"], ["4.5 stars", "3", "4/5"]])
def test_prices_and_ratings_are_no_specification(make, values):
    names = ("Comfort", "Price", "Looks")
    items = "".join(f"<li>{each}: {value}</li>" for each, value in zip(names, values, strict=True))
    assert with_seeds(make(f"<ul>{items}</ul>"), zip_seeds(names, values)) == {}


def zip_seeds(names, values):
    return [Seed(*pair) for pair in zip(names, values, strict=True)]


def test_headings_over_links_are_a_menu(make):
    block = "<h4>{}</h4><div><a href=x>{}</a> <a href=y>{}</a></div>"
    document = make(block.format("Weight", "1 kg", "2 kg") + block.format("Colour", "Black", "Red"))
    assert with_seeds(document, [Seed("Weight", "1 kg 2 kg"), Seed("Colour", "Black Red")]) == {}


@pytest.mark.parametrize(
    "between",
    ['</span><div class="dropdown">', "</span><sup>", "</span><input><div>", "</span><h2>"],
)
def test_some_tags_never_part_a_name_from_its_value(make, between):
    closing = between.rpartition("<")[2].split()[0].strip(">")
    row = f"<div><span>{{}}{between}{{}}</{closing}></div>"
    document = make(row.format("Weight", "675 g") + row.format("Colour", "Black"))
    assert with_seeds(document) == {}


def test_size_charts_are_no_pairs(make):
    row = "<tr><td>{}</td><td>{}</td><td>{}</td></tr>"
    chart = row.format("Size", 38, 39) + row.format("Length", 24, 25)
    seeds = [Seed("Size", "38"), Seed("Length", "24")]
    assert with_seeds(make(f"<table>{chart}</table>"), seeds) == {}


def test_two_pairs_in_a_row_are_no_size_chart(make):
    row = "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>"
    first = row.format("Weight", "675 g", "Colour", "Black")
    second = row.format("Height", "9 cm", "Width", "12 cm")
    seeds = [Seed("Weight", "675 g"), Seed("Height", "9 cm")]
    assert len(with_seeds(make(f"<table>{first}{second}</table>"), seeds)) == 4


def test_a_dash_between_blanks_does_not_part_words(make):
    body = "<ul><li>Weight - 675 g</li><li>Colour - Black</li><li>A built-in flash</li></ul>"
    assert with_seeds(make(body)) == {"Weight": "675 g", "Colour": "Black"}


def test_half_of_a_remark_in_brackets_is_no_name(make):
    document = make("<ul><li>Weight: 675 g</li><li>Colour: Black</li><li>Lens (a: b</li></ul>")
    assert list(with_seeds(document)) == ["Weight", "Colour"]


def test_where_two_patterns_read_the_same_the_better_stands(make):
    body = "<ul><li>Weight: 675 g</li><li>Colour: Black</li></ul>"
    better, worse = Pattern("<li>", ":", "</li>", seeds=2), Pattern("", ":", "</li>", seeds=1)
    found = read(make(body), [better, worse])
    assert [match.pattern for match in found] == [better, better]


def test_matches_stay_between_their_borders(table):
    source = clean(table)
    pattern = Pattern("<td classn>", "</td><td classv>", "</td>")
    half = source.text.index("Sensor")
    assert len(list(matches(source, pattern, 0, half))) == 3


@pytest.mark.parametrize(
    ("middle", "tag"), [("</td><td>", "td"), ("</td><td></td>", ""), ("</td><th>", ""), (":", "")]
)
def test_names_and_values_are_alike_where_both_stand_in_the_same_tag(middle, tag):
    assert Pattern("<td>", middle, "</td>").alike == tag


def test_a_value_without_an_element_ends_with_the_first_tag_behind_it():
    assert str(normalise("<br>", ":", "<br><br>")) == "<br>(name):(value)<br>"
