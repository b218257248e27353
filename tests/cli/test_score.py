"""``specdex score``: labels of one's own, on pages that we wrote."""

import json

import pytest
from click.testing import CliRunner

from specdex.cli.score import score
from specdex.errors import InputError

ROWS = {"Brand": "Lumea", "Weight": "2.4 kg", "Colour": "red", "Power": "1800 W"}
PAGE = """<html><body><h1>Lumea kettle</h1><p>Price: <b>$ 49.00</b></p>
<script type="application/ld+json">{{"@type": "Product", "name": "Lumea kettle", "sku": "LK-7",
"offers": {{"@type": "Offer", "price": "49.00", "priceCurrency": "USD"}}}}</script>
<h2>Specifications</h2><table>{}</table></body></html>"""
TABLE = "/html/body/table"


def html(rows):
    return PAGE.format("".join(f"<tr><th>{n}</th><td>{v}</td></tr>" for n, v in rows.items()))


def call(*arguments):
    done = CliRunner().invoke(score, list(map(str, arguments)), standalone_mode=False)
    if done.exception:
        raise done.exception
    return done


@pytest.fixture
def labels(tmp_path):
    """Writes labels."""

    def write(*lines):
        path = tmp_path / "labels.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return path

    return write


@pytest.fixture
def pages(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "kettle.html").write_text(html(ROWS), encoding="utf-8")
    (folder / "unlabelled.html").write_text(html({"A": "1", "B": "2"}), encoding="utf-8")
    return folder


def label(rows=ROWS, **more):
    return {"id": "kettle", "fragments": [{"xpath": TABLE, "pairs": list(rows.items())}], **more}


def test_pages_read_as_labelled_are_right(pages, labels):
    fields = {"price": ["49"], "currency": ["$"], "sku": ["LK-8", "LK-7"], "brand": ["Lumea"]}
    done = call(pages, labels(label(fields=fields)), "--json")
    assert done.return_value == 0
    total, *each = map(json.loads, done.stdout.splitlines())
    assert total["pages"] == 1
    assert total["pair_f1"] == total["fragment_f1"] == total["pooled_f1"] == 1.0
    assert [(one["field"], one["f1"]) for one in each] == [
        ("price", 1.0),
        ("currency", 1.0),
        ("sku", 1.0),
        ("brand", 1.0),
    ]


def test_the_only_value_of_a_field_needs_no_list(pages, labels):
    done = call(pages, labels(label(fields={"price": "49.00"})), "--json")
    assert [json.loads(each)["f1"] for each in done.stdout.splitlines()[1:]] == [1.0]


def test_pairs_at_a_wrong_place_of_a_label_are_told(pages, labels):
    with pytest.raises(InputError, match=r"line 1 .* its pairs belong into fragments"):
        call(pages, labels({"id": "kettle", "pairs": [["Brand", "Lumea"]]}))


def test_what_is_wrong_is_counted_and_listed(pages, labels):
    rows = {**ROWS, "Power": "2000 W"}
    given = labels(label(rows, site="shop.example", fields={"price": ["59"]}))
    done = call(pages, given, "--json", "--per-site", "--errors", 9)
    total, price, site, *mistakes = map(json.loads, done.stdout.splitlines())
    assert total["pair_precision"] == total["pair_recall"] == 0.75
    counts = {"right": 0, "wrong": 1, "missed": 0, "invented": 0}
    shares = {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    assert price == {"field": "price", **counts, **shares}
    assert (site["site"], site["pair_f1"]) == ("shop.example", 0.75)
    assert mistakes == [
        {"page": "kettle", "invented": ["power", "1800w"]},
        {"page": "kettle", "missed": ["power", "2000w"]},
        {"page": "0 kettle", "wrong": ["price", "49.00"], "truth": ["59"]},
    ]


def test_tables_say_the_same(command, pages, labels, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "160")
    given = labels(label(fields={"price": ["59"]}))
    done = command("score", pages, given, "--per-site", "--errors", 1)
    said = done.stdout.decode().splitlines()
    assert any("pair_f1" in line for line in said)
    assert any(line.split()[:3] == ["price", "0", "1"] for line in said)
    assert said[-1].endswith("price wrong 49.00 for 59")


def test_labels_that_hold_their_pages_are_pages_too(labels):
    given = labels(label(html=html(ROWS)), {"url": "http://b.example/", "html": "<p>None.</p>"})
    total = json.loads(call(given, given, "--json").stdout.splitlines()[0])
    assert (total["pages"], total["pair_f1"]) == (2, 1.0)


def test_a_page_without_fields_in_its_label_says_nothing_of_fields(pages, labels):
    assert len(call(pages, labels(label()), "--json").stdout.splitlines()) == 1


def test_labels_without_a_page_are_told(pages, labels, caplog):
    done = call(pages, labels(label(), label() | {"id": "mug"}))
    assert done.return_value == 1
    assert "no page for 1 of the labels: mug" in caplog.text


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([{"id": "mug"}], "has a label"),
        ([label(), label()], "two labels for kettle"),
        ([{"fragments": []}], "neither"),
        ([label(fragments=[{"pairs": []}])], "line 1 of .* is no label: .*xpath"),
        (["words"], "is no label"),
    ],
)
def test_labels_that_cannot_be_used_get_a_sentence(pages, labels, lines, says):
    with pytest.raises(InputError, match=says):
        call(pages, labels(*lines))
