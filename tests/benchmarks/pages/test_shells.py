import json
import lzma
from collections import Counter
from itertools import pairwise

import pytest
from lxml import etree

from benchmarks.pages.layouts import MARK
from benchmarks.pages.marks import gold
from benchmarks.pages.shells import Pages, sections_of
from benchmarks.pages.words import speak

COUNT = 100
LINES = [Pages().line(number) for number in range(COUNT)]
FRAGMENTS = [(line, each) for line in LINES for each in line["fragments"]]


def text_of(node):
    return "".join(" ".join(node.itertext()).split())


@pytest.mark.parametrize(("line", "fragment"), FRAGMENTS)
def test_a_fragment_and_its_copies_hold_their_pairs_where_lxml_finds_them(line, fragment):
    root = etree.fromstring(line["html"].encode(), etree.HTMLParser(encoding="utf-8"))
    for path in (fragment["xpath"], *fragment["copies"]):
        (node,) = root.xpath(path)
        assert root.getroottree().getpath(node) == path
        text = text_of(node)
        for name, value in fragment["pairs"]:
            assert "".join(name.split()) in text
            assert "".join(value.split()) in text


def test_the_same_number_gives_the_same_page_and_another_another():
    assert Pages().line(7) == LINES[7]
    assert len({line["html"] for line in LINES}) == COUNT


def test_pages_tell_no_mark_and_are_lines_of_labels():
    for line in LINES:
        assert MARK not in line["html"]
        assert gold(json.loads(json.dumps(line))).site == line["site"]


def test_pages_are_of_all_kinds():
    kinds = Counter(fragment["kind"] for _, fragment in FRAGMENTS)
    assert set(kinds) == {"div", "dl", "list", "table"}
    assert any(not line["fragments"] for line in LINES)
    assert any(fragment["copies"] for _, fragment in FRAGMENTS)
    lengths = [len(fragment["pairs"]) for _, fragment in FRAGMENTS]
    assert min(lengths) == 1
    assert max(lengths) > 15


def test_published_pairs_are_printed(tmp_path):
    (tmp_path / "alaska").mkdir()
    attributes = {"lens mount": "Type K", "shutter": ["1/4000 s", "1/8000 s"], "grip": "rubber"}
    path = tmp_path / "alaska" / "lens-specs.jsonl.xz"
    with lzma.open(path, "wt", encoding="utf-8") as stream:
        stream.write(json.dumps({"attributes": attributes}) + "\n")
    pages = Pages(tmp_path)
    said = {
        (name.lower(), value)
        for number in range(COUNT)
        for fragment in pages.line(number)["fragments"]
        for name, value in fragment["pairs"]
    }
    assert {("lens mount", "Type K"), ("shutter", "1/4000 s"), ("grip", "rubber")} <= said


def test_sections_hold_all_pairs_in_order(chance):
    pairs = [(str(at), "x") for at in range(9)]
    for _ in range(50):
        sections = sections_of(pairs, speak(chance))
        assert [pair for _, part in sections for pair in part] == pairs
        assert all(part for _, part in sections)
        assert all(one[0] != other[0] for one, other in pairwise(sections))
