"""The labelled pages, too, are read without a tree as lxml's tree shows them."""

from dataclasses import fields

import pytest
from lxml import etree

from benchmarks.data import gold_pages, page_of, spec_files
from specdex.html.document import Nodes
from specdex.html.flatten import flatten
from specdex.html.parsing import agrees, html_parser, read_flat
from specdex.settings import Limits

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not agrees(), reason="not compiled, or of another lxml"),
]
LIMITS = Limits()
COLUMNS = [each.name for each in fields(Nodes) if each.name != "elements"]


@pytest.mark.parametrize("name", ["modern", "wcxb", "swde"])
def test_real_pages_are_read_as_lxml_reads_them(data, name):
    left = 0
    for gold in gold_pages(spec_files(data, name)):
        body = page_of(gold).body.replace(b"\0", b"")
        read = read_flat(body, LIMITS)
        if read is None:
            left += 1
            continue
        ours, our_text = read
        nodes, text = flatten(etree.fromstring(body, html_parser()), LIMITS.max_nodes)
        assert our_text == text, gold.url
        for column in COLUMNS:
            assert getattr(ours, column) == getattr(nodes, column), (gold.url, column)
        for node, element in enumerate(nodes.elements):
            assert ours.elements.attributes(node) == dict(element.attrib.items()), gold.url
            assert ours.elements.path(node) == element.getroottree().getpath(element), gold.url
    assert left == 0, "pages were left to lxml"
