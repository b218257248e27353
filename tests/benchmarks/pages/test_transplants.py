from lxml import etree

from benchmarks.pages.marks import gold
from benchmarks.pages.transplants import transplant
from specdex.statistics.page_scores import GoldFragment, GoldPage, Ignored

PAIRS = (("Width", "4 cm"), ("Colour", "Grün"), ("Weight", "2 kg"))
HTML = """<html><body><h1>Borea</h1><div class="old"><p>Width 4 cm</p></div><p>behind</p>
<table><tr><td>Doubtful</td></tr></table><div id="copy">Width 4 cm</div>
<div>Ignored</div></body></html>"""
PAGE = GoldPage(
    id="one",
    site="shop.example",
    html=HTML,
    fragments=(
        GoldFragment("/html/body/div[1]", PAIRS, copies=("/html/body/div[2]",)),
        GoldFragment("/html/body/table", (("a", "b"),), doubtful=True),
    ),
    ignore=(Ignored("/html/body/div[3]"),),
)


def found(line):
    root = etree.fromstring(line["html"].encode(), etree.HTMLParser(encoding="utf-8"))
    return lambda path: " ".join(" ".join(root.xpath(path)[0].itertext()).split())


def test_a_fragment_and_its_copy_are_printed_anew_and_the_rest_stays():
    for seed in range(20):
        line = transplant(PAGE, seed)
        text = found(line)
        (fragment,) = line["fragments"]
        assert sorted(fragment["pairs"]) == sorted(map(list, PAIRS))
        assert len(fragment["copies"]) == 1
        for path in (fragment["xpath"], *fragment["copies"]):
            assert all(value in text(path) for _, value in PAIRS)
        assert 'class="old"' not in line["html"]
        assert "behind" in line["html"]
        assert sorted(text(each["xpath"]) for each in line["ignore"]) == ["Doubtful", "Ignored"]
        assert gold(line).site == "shop.example"
    assert transplant(PAGE, 3) == transplant(PAGE, 3)
    assert transplant(PAGE, 3) != transplant(PAGE, 4)


def test_rows_of_a_table_and_fragments_in_each_other_are_left_alone():
    row = GoldFragment("/html/body/table/tr", PAIRS)
    assert transplant(GoldPage(html=HTML, fragments=(row,)), 0) is None
    nested = (GoldFragment("/html/body/div[1]", PAIRS), GoldFragment("/html/body/div[1]/p", PAIRS))
    assert transplant(GoldPage(html=HTML, fragments=nested), 0) is None


def test_a_cell_keeps_its_place():
    page = GoldPage(html=HTML, fragments=(GoldFragment("/html/body/table/tr/td", PAIRS),))
    line = transplant(page, 1)
    assert line["fragments"][0]["xpath"].startswith("/html/body/table/tr/td/")
    assert "Doubtful" not in line["html"]
