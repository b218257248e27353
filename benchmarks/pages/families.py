"""Generated pages by family: how each layout is read, and who falls for which decoy."""

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from random import Random
from typing import Any

from benchmarks.data import page_of
from benchmarks.pages.decoys import DECOYS
from benchmarks.pages.layouts import KINDS, draw, fragment
from benchmarks.pages.marks import Printed, gold, line
from benchmarks.pages.shells import LENGTHS, sections_of
from benchmarks.pages.words import speak
from specdex.html import parse
from specdex.pipeline.extract import extraction
from specdex.statistics.metrics import Tally
from specdex.statistics.page_scores import predictions, score_page

__all__ = ["family_tallies"]

NEVER = "none"
"""The family of pages without a decoy."""


def family_tallies(count: int) -> Iterator[tuple[str, str, Tally]]:
    """Layouts and decoys, each with the pairs right, invented and missed on *count* pages."""
    extractor = replace(extraction().extractor, fields=None)  # type: ignore[type-var]
    families = [("layout", kind) for kind in KINDS] + [("decoy", kind) for kind in DECOYS]
    for what, kind in families:
        total = Tally()
        for number in range(count):
            layout, decoy = (kind, NEVER) if what == "layout" else ("table", kind)
            labels = gold(_line(layout, decoy, number))
            document = parse(page_of(labels))
            total += score_page(labels, document, predictions(extractor.extract(document))).pairs
        yield what, kind, total


def _line(layout: str, decoy: str, number: int) -> dict[str, Any]:
    """A page with one specification in a layout of this kind, and perhaps a decoy."""
    chance = Random(f"{layout} {decoy} {number}")  # noqa: S311 - repeatable
    speech = speak(chance)
    pairs = speech.pairs("attributes", chance.choice(LENGTHS[1:]))
    printed = {"0": Printed(replace(draw(chance), kind=layout), sections_of(pairs, speech))}
    rows = fragment(printed["0"].layout, printed["0"].sections, "0")
    fooling = DECOYS[decoy](speech) if decoy in DECOYS else ""
    title, head = escape(speech.one("names")), escape(speech.one("titles"))
    parts = [f"<section><h2>{head}</h2>{rows}</section>", fooling]
    chance.shuffle(parts)
    html = f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{''.join(parts)}</body>"
    return line(html, printed, id=f"{number}", site=f"{number}.example", url="http://a.example/p")
