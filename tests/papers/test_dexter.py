"""DEXTER's features, each told apart, and the detectors that are learned from them."""

import numpy as np
import pytest

from benchmarks.detection.word_groups import WordCounts
from specdex import plugins
from specdex.html import parse
from specdex.papers.dexter import (
    FEATURE_SETS,
    DexterDetector,
    WordGroups,
    look_at,
    paper_candidates,
    paper_features,
)
from specdex.records import FragmentKind, Page


def page(body):
    return parse(Page("http://shop.example/", f"<html><body>{body}</body></html>".encode()))


def table(*rows):
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return "<table>" + "".join(f"<tr>{each}</tr>" for each in cells) + "</table>"


def row(body, kind, groups=None):
    document = page(body)
    (first, *_) = paper_candidates(document)
    return paper_features(document, [first], kind, groups)[0].tolist()


PLAIN = table(("Weight", "1 kg"), ("Colour", "Black"))


def test_figure_5_counts_text_items_links_and_images():
    text, items, links, images = row(PLAIN, "dexter")[:4]
    assert (items, links, images) == (4, 0, 0)
    assert text == len("Weight 1 kg Colour Black")
    linked = table(("<a href='/'>Weight</a>", "<img src='x'><a href='/b'>1 kg</a>"))
    assert row(linked, "dexter")[1:4] == [2, 2, 1]


def test_sizes_and_depths_are_means_and_deviations():
    mean, spread, depth, apart = row(PLAIN, "dexter")[4:8]
    lengths = [6, 4, 6, 5]
    assert (mean, spread) == (np.mean(lengths), np.std(lengths))
    assert (depth, apart) == (row(PLAIN, "dexter")[6], 0)
    nested = "<ul><li>a<ul><li>b</li></ul></li></ul>"
    assert row(nested, "dexter")[6:8] == [2.0, 1.0]


def test_the_word_specification_the_tag_and_two_capitals_are_features():
    word, is_table, capitals = row(PLAIN, "dexter")[8:]
    assert (word, is_table, capitals) == (0, 1, 0)
    named = table(("Specification", "SPECIFICATIONS"), ("Weight Max 40 pounds", "x"))
    word, is_table, capitals = row(named, "dexter")[8:]
    assert (word, is_table, capitals) == (2, 1, 0.25)
    assert row("<ul><li>a: b</li></ul>", "dexter")[9] == 0


def test_wang_and_hu_look_at_layout():
    columns, spread, rows = row(table(("a", "b"), ("c", "d", "e", "f")), "wang-hu")[:3]
    assert (columns, spread, rows) == (3, 1, 2)
    mean, deviation, agreement = row(table(("aa", "bbbb")), "wang-hu")[3:6]
    assert (mean, deviation, agreement) == (3, 1, 0.5)


@pytest.mark.parametrize(
    ("cell", "place"),
    [
        ("<img src='x'>", 0),
        ("<form><input></form>", 1),
        ("<a href='/'>x</a>", 2),
        ("letters", 3),
        ("12345", 4),
        ("", 5),
        ("---", 6),
    ],
)
def test_wang_and_hu_look_at_types_of_content(cell, place):
    shares = row(table((cell, "words and words")), "wang-hu")[6:13]
    assert shares[place] == (1.0 if place == 3 else 0.5)
    assert sum(shares) == 1
    assert row(table((cell, "words")), "wang-hu")[13] == (1.0 if place == 3 else 0.5)


TABLES = [
    *[(["weight", "1 kg"], True), (["weight", "2 kg"], True), (["weight", "colour"], True)] * 2,
    *[(["basket", "login"], False), (["basket", "kg"], False), (["basket", "home"], False)] * 2,
]


def test_word_groups_tell_genuine_tables_from_others():
    groups = WordCounts.of(TABLES).groups
    assert groups.genuine["weight"] == pytest.approx(6 * np.log(6 / 6 * 6 / 1 + 1))
    assert "basket" not in groups.genuine
    spoken = groups.ratio(["weight", "basket"])
    assert 0 < spoken < groups.ratio(["weight", "weight", "basket"])
    assert groups.ratio(["weight"]) == 10
    assert groups.ratio(["nothing"]) == 1
    assert groups.ratio(["basket"]) == 0
    assert row(table(("weight", "basket")), "wang-hu", groups)[-1] == spoken


def test_words_of_some_tables_are_left_out_as_if_they_had_never_been_counted():
    counts = WordCounts.of(TABLES)
    assert counts.without(WordCounts.of(TABLES[:5])) == WordCounts.of(TABLES[5:])
    assert counts.without(counts).groups == WordGroups()


def test_the_cosine_of_a_table_and_a_group_is_one_where_they_are_equal():
    groups = WordGroups({"a": 3.0, "b": 4.0}, {"a": 3.0, "b": 4.0})
    assert groups.ratio(["a b"]) == 1
    apart = WordGroups({"a": 1.0}, {"a": 1.0, "b": 1.0})
    assert apart.ratio(["a"]) == pytest.approx(2**0.5)
    assert apart.ratio(["a a b"]) == pytest.approx(2 / 3 * 2**0.5)


def test_combined_is_both():
    groups = WordCounts.of(TABLES).groups
    both = row(PLAIN, "dexter", groups) + row(PLAIN, "wang-hu", groups)
    assert row(PLAIN, "combined", groups) == both
    assert (len(row(PLAIN, "dexter")), len(row(PLAIN, "wang-hu"))) == (11, 15)
    assert list(FEATURE_SETS) == ["dexter", "wang-hu", "combined"]


def test_only_tables_and_lists_with_text_are_looked_at():
    document = page("<table></table><ol><li>x</li></ol><ul><li>a</li></ul>" + PLAIN)
    nodes = paper_candidates(document)
    assert [document.tag[node] for node in nodes] == ["ul", "table"]
    assert look_at(document, nodes[1]).texts == ["Weight", "1 kg", "Colour", "Black"]


SPEC = table(
    ("Specifications", ""),
    *((f"Label {n}", f"{n * 37} mm, value of it, Made 20{n:02d}") for n in range(14)),
)
MENU = "<ul>" + "".join(f"<li><a href='/{n}'>Menu {n}</a></li>" for n in range(9)) + "</ul>"


@pytest.mark.parametrize("name", ["dexter", "wang-hu", "combined"])
def test_detectors_are_plug_ins_that_tell_a_specification_from_a_menu(name):
    detector = plugins.load("detectors", name)()
    document = page(MENU + SPEC)
    found = detector.detect(document)
    assert [document.tag[each.node] for each in found] == ["table"]
    assert found[0].kind is FragmentKind.TABLE
    assert 0.5 <= found[0].confidence <= 1
    assert detector.detect(page("<p>nothing</p>")) == ()


def test_of_nested_tables_the_outermost_is_kept():
    document = page(f"<table><tr><td>{SPEC}</td></tr></table><ul><li>a: b</li></ul>")
    found = DexterDetector(threshold=0.0).detect(document)
    assert [document.tag[each.node] for each in found] == ["table", "ul"]
    assert found[1].kind is FragmentKind.LIST


def test_a_table_of_one_cell_has_one_type_of_content():
    shares = row(table(("words",)), "wang-hu")[6:13]
    assert (shares[3], sum(shares)) == (1, 1)


def test_a_table_without_rows_has_no_likeness():
    bare = "<table><caption>Words in a caption</caption></table>"
    assert row(bare, "wang-hu")[6:14] == [0] * 8
