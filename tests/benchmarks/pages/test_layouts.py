from random import Random

import pytest

from benchmarks.pages.decoys import DECOYS
from benchmarks.pages.layouts import KINDS, draw, fragment
from benchmarks.pages.words import speak
from specdex.detection.candidates import candidate_nodes
from specdex.detection.regions import carve
from specdex.html import parse
from specdex.records import Page
from specdex.text import letters_and_digits

READ = 0.97
"""Nearly all layouts are read whole: a page that nobody can read teaches nothing."""
NOT_READ = {"figures"}
"""Values over their labels are read the wrong way around."""


def read(html):
    page = f"<html><body><h1>Borea</h1><p>Some prose.</p>{html}<p>More of it.</p></body></html>"
    document = parse(Page("http://shop.example/", page.encode(), encoding="utf-8"))
    regions = carve(document, candidate_nodes(document))
    return {folded(pair.name, pair.value) for region in regions for pair in region.pairs}


def folded(name, value):
    return letters_and_digits(name), letters_and_digits(value)


def test_what_is_printed_can_be_read():
    seen, right = set(), []
    for seed in range(300):
        speech = speak(Random(seed))
        layout, pairs = draw(speech.chance), speech.pairs("attributes", 8)
        seen.add(layout.kind)
        if layout.kind not in NOT_READ:
            right.append({folded(*pair) for pair in pairs} <= read(fragment(layout, [("", pairs)])))
    assert seen == set(KINDS)
    assert sum(right) >= READ * len(right)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_prints_every_pair_under_its_heading(kind, chance):
    drawn = iter(lambda: draw(chance), None)
    layout = next(each for each in drawn if each.kind == kind)
    html = fragment(layout, [("Size", [("Width", "<4 cm")]), ("Look", [("Hue", "red")])], "m")
    assert all(text in html for text in ("Size", "Width", "&lt;4 cm", "Look", "Hue", "red"))
    assert html.count('="m"') == 1


@pytest.mark.parametrize("name", sorted(DECOYS))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_decoys_are_printed_in_every_language(name, language, chance):
    assert "<" in DECOYS[name](speak(chance, language))
