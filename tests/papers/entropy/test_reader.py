import pickle
import time

import pytest

from specdex.papers.entropy.data_records import EntropyDetector, EntropyReader, records
from specdex.papers.entropy.nodes import Thresholds
from specdex.papers.entropy.roles import shipped
from specdex.records import Candidate, FragmentKind


@pytest.fixture
def read(page, shelf):
    def pairs(html):
        document = page(html)
        body = document.find("//body")
        found = EntropyReader(shelf).read(document, Candidate(body, FragmentKind.DIV))
        assert all(document.select(pair.xpath) is not None for pair in found)
        return [(pair.name, pair.value) for pair in found]

    return pairs


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td>Code</td><td>A7</td></tr><tr><td>Weight:</td><td>5 g</td></tr></table>",
        "<dl><dt>Code</dt><dd>A7</dd><dt>Weight</dt><dd>5 g</dd></dl>",
        "<ul><li><b>Code:</b> A7</li><li><b>Weight:</b> 5 g</li></ul>",
        "<p>Code: A7<br>Weight: 5 g</p>",
        "<div><span>Code</span> A7</div><div><span>Weight</span> 5 g</div>",
        "<div><div>Code</div><div>A7</div></div><div><div>Weight</div><div>5 g</div></div>",
        "<p>Code: A7 | Weight: 5 g</p>",
        "<p>Code\uff1aA7</p><p>Weight\uff1a5 g</p>",
    ],
)
def test_pairs_are_read_however_they_are_marked_up(read, html):
    assert read(html) == [("Code", "A7"), ("Weight", "5 g")]


def test_the_name_is_what_is_printed(read):
    assert read("<p>Product code (ours): A7</p>") == [("Product code (ours)", "A7")]


def test_where_the_pattern_fails_the_text_after_next_is_taken(read):
    assert read("<div><p>Price</p><p>Sale!</p><p>$3.77</p></div>") == [("Price", "$3.77")]


def test_the_search_stops_at_another_role(read):
    html = "<div><p>Price</p><p>on request</p><p>Code</p><p>77</p></div>"
    assert read(html) == [("Code", "77")]


def test_an_empty_value_does_not_eat_the_next_label_known_or_not(read):
    html = """<table><tr><td>Manufacturer</td><td></td></tr>
    <tr><td>Shoe size</td><td>43</td></tr><tr><td>Code</td><td>A7</td></tr></table>"""
    assert read(html) == [("Code", "A7")]
    assert read("<dl><dt>Manufacturer</dt><dt>Shoe size</dt><dd>43</dd></dl>") == []
    assert read("<p>Manufacturer:<br>Shoe size:<br>43</p>") == []
    grid = "<div class='r'><i>Manufacturer</i><b></b></div><div class='r'><i>Shoe</i><b>4</b></div>"
    assert read(grid) == []


def test_a_nested_attribute_is_read_whole(read):
    html = """<table><tr><td>Manufacturer</td><td><ul><li>Foo Ltd</li><li>12 High Street</li></ul>
    </td></tr></table>"""
    assert read(html) == [("Manufacturer", "Foo Ltd 12 High Street")]


def test_a_label_over_other_labels_is_their_group(page, shelf):
    html = """<div><p>Description</p><div><p>Code</p><p>A7</p><p>Weight</p><p>5 g</p></div></div>"""
    document = page(html)
    found = EntropyReader(shelf).read(document, Candidate(0, FragmentKind.DIV))
    assert [(each.group, each.name, each.value) for each in found] == [
        ("Description", "Code", "A7"),
        ("Description", "Weight", "5 g"),
    ]


def test_a_group_may_hold_one_label_the_last_of_the_page(page, shelf):
    document = page("<div><p>Description</p><div><p>Code</p><p>A7</p></div></div>")
    (found,) = EntropyReader(shelf).read(document, Candidate(0, FragmentKind.DIV))
    assert (found.group, found.name, found.value) == ("Description", "Code", "A7")


def test_a_node_is_sure_from_the_threshold_on_and_less_below_it(page, shelf):
    few = page(
        "<table><tr><td>Code</td><td>A7</td></tr><tr><td>Weight</td><td>5 g</td></tr></table>"
    )
    for threshold in (2.0, 6.0):
        detector = EntropyDetector(shelf, Thresholds(data_rich=threshold))
        (candidate,) = detector.detect(few)
        # two labels and two values: a half, a quarter, a quarter
        assert candidate.confidence == pytest.approx(1.5 / threshold)
    (candidate,) = EntropyDetector(shelf, Thresholds(data_rich=1.5)).detect(few)
    assert candidate.confidence == 1.0


def test_rows_without_a_label_go_on_with_the_value_above(read):
    html = """<table><tr><td>Warnings</td><td>hot</td></tr><tr><td></td><td>sharp</td></tr>
    <tr><td>Code</td><td>A7</td></tr></table>"""
    assert read(html) == [("Warnings", "hot sharp"), ("Code", "A7")]


def test_the_elements_of_a_list_are_one_value(read):
    html = "<div><p><b>Warnings:</b></p><li>hot</li><li>sharp</li></div><p>Code: A7</p>"
    assert read(html) == [("Warnings", "hot sharp"), ("Code", "A7")]


def test_a_link_in_parentheses_is_no_part_of_the_value(read):
    html = "<p><b>Weight:</b> 5 g (<a href='/r'>see rates</a>)</p><p>Code: A7 (new)</p>"
    assert read(html) == [("Weight", "5 g"), ("Code", "A7 (new)")]


def test_a_value_that_is_the_word_for_a_role_stays_a_value(read):
    html = """<table><tr><td>Warnings</td><td>Weight</td></tr><tr><td>Code</td><td>A7</td></tr>
    </table>"""
    assert read(html) == [("Warnings", "Weight"), ("Code", "A7")]
    grid = """<div><p class="l">Warnings</p><p class="v">Weight</p></div>
    <div><p class="l">Code</p><p class="v">A7</p></div>"""
    assert read(grid) == [("Warnings", "Weight"), ("Code", "A7")]


def test_a_menu_is_no_specification(read):
    html = (
        "<ul><li><a href='/p'>Price</a></li><li><a href='/w'>Weight</a></li><li>9 shops</li></ul>"
    )
    assert read(html) == []


def test_words_in_prose_are_no_labels(read):
    assert read("<p>The weight of evidence, the price of fame and the code of honour.</p>") == []


def test_the_title_is_the_first_leaf_or_the_one_before(page, shelf):
    rows = "<p>Code: A7</p><p>Weight: 5 g</p><p>Manufacturer: Foo</p><p>Warnings: hot</p>"
    inside = records(page(f"<h2>Shop</h2><div><h1>Kettle X</h1>{rows}</div>"), shelf)
    before = records(page(f"<h1>Kettle X</h1><div>{rows}</div>"), shelf)
    assert [each.title for each in (*inside, *before)] == ["Kettle X", "Kettle X"]


def record(number):
    return f"""<div class="record"><h3>Kettle {number}</h3><p>Code: K{number}</p>
    <p>Weight: {number} g</p><p>Manufacturer: Maker {number}</p><p>Warnings: hot</p></div>"""


def test_a_page_with_many_records_keeps_them_apart(page, shelf):
    document = page("<h1>Kettles</h1><div>" + "".join(map(record, range(1, 6))) + "</div>")
    found = records(document, shelf)
    assert [each.title for each in found] == [f"Kettle {number}" for number in range(1, 6)]
    assert [dict(zip(each.roles, each.pairs, strict=True))["code"].value for each in found] == [
        f"K{number}" for number in range(1, 6)
    ]


def test_a_link_offer_of_one_element_does_not_repeat_the_record(page, shelf):
    once = """<div class="also"><h4>Kettle 1</h4><p>Code: K1</p><p>Weight: 1 g</p>
    <p>Manufacturer: Maker 1</p></div>"""
    document = page(f"<div>{record(1)}</div><div>{once}<p>a</p></div>")
    assert len(records(document, shelf)) == 1


def test_what_the_detector_finds_the_reader_reads(page):
    html = "<table><tr><td>Verlag</td><td>Kiepe</td></tr><tr><td>ISBN</td><td>3499222222</td></tr>"
    html += "<tr><td>Seiten</td><td>224</td></tr><tr><td>Sprache</td><td>Deutsch</td></tr></table>"
    document = page(html, category="book")
    (candidate,) = EntropyDetector().detect(document)
    assert candidate.kind == FragmentKind.TABLE
    assert [pair.name for pair in EntropyReader().read(document, candidate)] == [
        "Verlag",
        "ISBN",
        "Seiten",
        "Sprache",
    ]


def test_reader_and_detector_travel_to_workers():
    for plugin in (EntropyReader(shipped("books")), EntropyDetector(shipped("books"))):
        assert pickle.loads(pickle.dumps(plugin)) == plugin


@pytest.mark.parametrize("html", ["", "<p>", "<table><tr><td>Price", "Price:", "<p>Price:</p>\x00"])
def test_broken_pages_hold_no_pairs_and_raise_nothing(page, shelf, html):
    document = page(html)
    assert list(EntropyDetector(shelf).detect(document)) == []
    assert list(EntropyReader(shelf).read(document, Candidate(0, FragmentKind.DIV))) == []


@pytest.mark.parametrize(
    "html",
    [
        "<div><p>Price</p>" * 3_000,
        "<p>Price: 3 g</p>" * 20_000,
        "Price: " * 20_000,
        "<p>Price" + "*" * 200_000 + "</p>" + "<p>" + "-" * 200_000 + "Code</p>",
        "<table>" + "<tr><td>Code</td><td>A</td></tr>" * 5_000 + "</table>",
        "".join(f"<div><p>Code: {n}</p><p>Weight: {n} g</p></div>" for n in range(3_000)),
    ],
)
def test_hostile_pages_are_read_in_seconds(page, shelf, html):
    document = page(html)
    begin = time.process_time()
    records(document, shelf)
    assert time.process_time() - begin < 5


def test_upper_case_letters_that_grow_do_not_move_the_places(page, shelf):
    document = page("<p>\u0130\u0130\u0130\u0130</p><p>Code: A7</p>")
    (pair,) = EntropyReader(shelf).read(document, Candidate(0, FragmentKind.DIV))
    assert (pair.name, pair.value) == ("Code", "A7")
