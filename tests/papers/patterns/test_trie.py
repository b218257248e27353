"""Pattern discovery: tries, instances of seeds, normalised patterns."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.papers.patterns.pattern import Pattern, normalise
from specdex.papers.patterns.source import clean
from specdex.papers.patterns.trie import Seed, brackets, discover, instances, longest

SEEDS = [Seed("Weight", "675 g"), Seed("Colour", "Black")]
CONTEXTS = st.lists(st.text("ab<", max_size=6), min_size=1, max_size=6)


def found(document, seeds=SEEDS):
    return [str(each) for each in discover(document, seeds)]


@given(CONTEXTS)
def test_every_context_knows_who_shares_it(contexts):
    everyone = (1 << len(contexts)) - 1
    for one, other in product(range(len(contexts)), repeat=2):
        for context, who in longest(contexts, [1 << one, 1 << other], everyone):
            sharing = [place for place, each in enumerate(contexts) if each.startswith(context)]
            assert who == sum(1 << place for place in sharing)
            assert {one, other} <= set(sharing)


@given(
    st.lists(
        st.tuples(st.text("ab", max_size=5), st.text("ab", max_size=5)), min_size=2, max_size=5
    )
)
def test_brackets_are_the_longest_contexts_around_every_seed(sides):
    lefts, rights = [one for one, _ in sides], [other for _, other in sides]
    half = len(sides) // 2
    seeds = [sum(1 << n for n in range(half)), sum(1 << n for n in range(half, len(sides)))]

    def shared(left, right):
        held = sum(
            1 << place
            for place in range(len(sides))
            if lefts[place].startswith(left) and rights[place].startswith(right)
        )
        return all(held & seed for seed in seeds)

    made = {(left, right) for left, right, _ in brackets(lefts, rights, seeds)}
    prefixes = [{text[:n] for text in texts for n in range(6)} for texts in (lefts, rights)]
    everything = {pair for pair in product(*prefixes) if shared(*pair)}
    for left, right in made:
        assert (left, right) in everything
        assert (left + "a", right) not in everything
        assert (left + "b", right) not in everything
        assert (left, right + "a") not in everything
        assert (left, right + "b") not in everything


def test_instances_are_names_with_their_values_close_behind(table):
    source = clean(table)
    (instance,) = instances(source, SEEDS[0])
    assert source.text[instance.start : instance.name_stop] == "Weight"
    assert source.text[instance.name_stop : instance.value_start] == "</td><td classv>"
    assert source.text[instance.value_start : instance.stop] == "675 g"


def test_entries_of_a_menu_are_no_instances(make):
    menu = '<ul><li><a href="/a">Weight</a></li><li><a href="/b">675 g</a></li></ul>'
    assert instances(clean(make(menu)), SEEDS[0]) == []


def test_words_inside_words_are_no_instances(make):
    assert instances(clean(make("<p>Paperweight: 675 g</p><p>Weight: 1675 g</p>")), SEEDS[0]) == []


def test_two_seeds_show_the_pattern_of_a_table(table):
    assert found(table) == ["<td classn>(name)</td><td classv>(value)</td></tr>"]


def test_one_seed_shows_nothing(table):
    assert found(table, SEEDS[:1]) == []


@pytest.mark.parametrize(
    ("template", "pattern"),
    [
        ("<li>{name}: {value}</li>", "<li>(name):(value)</li>"),
        ("<li><b>{name}</b>: {value}</li>", "<li><b>(name)</b>:(value)</li>"),
        ("{name}: {value}<br>", "<br>(name):(value)<br>"),
        ("<dt>{name}</dt><dd>{value}</dd>", "<dt>(name)</dt><dd>(value)</dd>"),
        ("<div class=r><i>{name}</i><u>{value}</u></div>", "<i>(name)</i><u>(value)</u>"),
        ("<p>{name} = {value}</p>", "<p>(name) = (value)</p>"),
    ],
)
def test_patterns_of_many_layouts(make, print_rows, template, pattern):
    document = make(f"<div>Intro<br>{print_rows(template)}</div>")
    assert found(document) == [pattern]


def test_seeds_printed_in_two_ways_show_two_patterns(make):
    document = make(
        "<ul><li>Weight: 675 g</li><li>Colour: Black</li></ul>"
        "<table><tr><td>Height</td><td>98 mm</td></tr><tr><td>Width</td><td>1 m</td></tr></table>"
    )
    seeds = [*SEEDS, Seed("Height", "98 mm"), Seed("Width", "1 m")]
    assert found(document, seeds) == [
        "<li>(name):(value)</li>",
        "<td>(name)</td><td>(value)</td></tr>",
    ]


def test_rows_of_two_shades_need_a_pattern_without_attributes(make):
    document = make(
        '<table><tr><td class="odd">Weight</td><td>675 g</td></tr>'
        '<tr><td class="even">Colour</td><td>Black</td></tr></table>'
    )
    (pattern,) = discover(document, SEEDS)
    assert pattern.bare
    assert document.tag[pattern.within] == "table"


def test_a_seed_that_also_stands_elsewhere_spoils_nothing(make):
    document = make(
        "<h2>Weight</h2>675 g<ul><li>Weight: 675 g</li><li>Colour: Black</li></ul>"
        "<h2>Colour</h2><p>Black</p>"
    )
    assert "<li>(name):(value)</li>" in found(document)


def test_neighbouring_entries_of_a_list_are_no_pairs(make):
    document = make("<ul><li>Weight</li><li>675 g</li><li>Colour</li><li>Black</li></ul>")
    assert found(document) == []


def test_incomplete_unmatched_and_surrounding_tags_are_no_part_of_a_pattern():
    made = normalise("v></tr><tr classx><td>", "</td><td>", "</td></tr><tr class")
    assert made == Pattern("<td>", "</td><td>", "</td>")


def test_names_and_values_that_nothing_parts_show_no_pattern():
    assert normalise("<li>", " ", "</li>") is None


def test_a_pattern_can_be_put_into_words():
    words = Pattern("<td>", "</td><td>", "</td>", seeds=2).in_words()
    assert words == "after <td> comes a name, after </td><td> its value, up to </td> (2 seeds)"


def test_tags_without_attributes_are_confined_to_the_rows_around_their_seeds(make):
    row = "<tr><td>{}</td><td>{}</td></tr>"
    spec = row.format("Weight", "675 g") + row.format("Colour", "Black")
    delivery = row.format("Express", "2 days") + row.format("Standard", "5 days")
    document = make(f"<div><table>{delivery}</table></div><div><table>{spec}</table></div>")
    (pattern,) = discover(document, SEEDS)
    assert document.xpath(pattern.within) == "/html/body/div[2]/table"
