"""Whole product pages: a specification among what else stands on a shop's page."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.pages.decoys import decoys
from benchmarks.pages.layouts import Sections, draw, fragment
from benchmarks.pages.marks import Printed, line
from benchmarks.pages.words import Pairs, Speech, published, speak

__all__ = ["Pages", "sections_of"]

CASES = (str.capitalize, str.title, str.capitalize, str.lower, str.upper)
"""How shops write names; published lists have them in lower case."""
LENGTHS = (1, 2, 4, 6, 9, 14, 20, 40, 100)
"""About so many pairs, all as often."""
PUBLISHED, SECTIONED, COPIED, BARE = 0.4, 0.35, 0.08, 0.06
"""How often pairs are published ones, stand under headings, are there twice, or not at all; …"""
TABBED, SPLIT, TITLED = 0.25, 0.15, 0.7
"""… and how often they stand behind a tab, in two fragments, under a title."""
FEWEST, ROWS_A_SECTION = 6, 3
"""Pairs that are parted, and how many rows a section has at least, on average."""
MAX_WRAPS, MAX_DECOYS = 6, 4


def sections_of(pairs: Pairs, speech: Speech) -> Sections:
    """*pairs*, with or without headings between them."""
    chance = speech.chance
    if chance.random() > SECTIONED or len(pairs) < FEWEST:
        return [("", pairs)]
    titles = speech.some("sections", chance.randint(2, len(pairs) // ROWS_A_SECTION))
    cuts = sorted(chance.sample(range(1, len(pairs)), len(titles) - 1))
    edges = [0, *cuts, len(pairs)]
    parts = pairwise(edges)
    return [(title, pairs[low:high]) for title, (low, high) in zip(titles, parts, strict=False)]


class Pages:
    """Makes labelled pages, each by its number: the same number gives the same page."""

    def __init__(self, data: Path | None = None) -> None:
        self.lists: Sequence[Pairs] = published(data) if data else ()

    def line(self, number: int) -> dict[str, Any]:
        """The labelled page of a *number*, as a line of a set of labelled pages."""
        chance = Random(number)  # noqa: S311 - repeatable by its number
        pairs, speech = self._pairs(chance)
        printed: dict[str, Printed] = {}
        blocks = [] if chance.random() < BARE else _blocks(pairs, speech, printed)
        site = f"generated-{number}"
        return line(
            _page(blocks, speech),
            printed,
            id=site,
            site=f"{site}.example",
            category="generated",
            url=f"http://{site}.example/p",
        )

    def _pairs(self, chance: Random) -> tuple[Pairs, Speech]:
        """Pairs to print, and the language that the page around them speaks."""
        most = chance.choice(LENGTHS)
        if not self.lists or chance.random() > PUBLISHED:
            speech = speak(chance)
            return speech.pairs("attributes", most), speech
        case, all_pairs = chance.choice(CASES), chance.choice(self.lists)
        kept = chance.sample(all_pairs, min(most, len(all_pairs)))
        return [(case(name), value) for name, value in kept], speak(chance, "en")


def _blocks(pairs: Pairs, speech: Speech, printed: dict[str, Printed]) -> list[str]:
    """The fragments of a page; notes under which mark each was *printed*."""
    chance, half = speech.chance, len(pairs) // 2
    split = half and chance.random() < SPLIT
    found = []
    for mark, part in enumerate((pairs[:half], pairs[half:]) if split else (pairs,)):
        each = Printed(draw(chance), sections_of(part, speech))
        printed[str(mark)] = each
        html = fragment(each.layout, each.sections, str(mark))
        if chance.random() < COPIED:
            html += f'<div style="display:none">{html}</div>'
        title = speech.one("titles") if chance.random() < TITLED else ""
        found.append(_titled(html, title, chance))
    return found


def _titled(html: str, title: str, chance: Random) -> str:
    tag = chance.choice(("h2", "h2", "h3", "h4", "div", "button", "summary"))
    around = "details" if tag == "summary" else chance.choice(("div", "section"))
    head = f"<{tag}>{escape(title)}</{tag}>" if title else ""
    return f"<{around}>{head}{html}</{around}>"


def _page(blocks: Sequence[str], speech: Speech) -> str:
    """The whole page around *blocks*."""
    chance = speech.chance
    title = f"{speech.one('names')} {chance.choice('ABCXYZ')}-{chance.randint(10, 999)}"
    below = [*blocks, *decoys(speech, MAX_DECOYS), *_prose(speech)]
    chance.shuffle(below)
    wraps = chance.randint(0, MAX_WRAPS)
    main = f"{_buying(title, speech)}{_tabs(below, chance)}"
    return (
        f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{escape(title)}</title></head>"
        f"<body>{_links(speech, 'header')}{'<div>' * wraps}<main>{main}</main>{'</div>' * wraps}"
        f"{''.join(decoys(speech, 1))}{_links(speech, 'footer')}</body></html>"
    )


def _buying(title: str, speech: Speech) -> str:
    """Name, pictures, price, choices."""
    chance = speech.chance
    price = speech.pairs("offers", 1)[0][1]
    parts = [
        '<div class="gallery">' + '<img src="/i.jpg" alt="">' * chance.randint(1, 5) + "</div>",
        f'<div class="price">{escape(price)}</div><button>{escape(speech.one("buttons"))}</button>',
        *decoys(speech, 2),
    ]
    chance.shuffle(parts)
    return f"<h1>{escape(title)}</h1>{''.join(parts)}"


def _prose(speech: Speech) -> list[str]:
    """Paragraphs, and bullets without names."""
    chance = speech.chance
    texts = [escape(each) for each in speech.some("prose", 4)]
    bullets = "".join(f"<li>{each}</li>" for each in texts)
    found = [f"<div><p>{'</p><p>'.join(texts)}</p></div>", f"<ul>{bullets}</ul>"]
    return chance.sample(found, chance.randint(0, 2))


def _tabs(parts: Sequence[str], chance: Random) -> str:
    if chance.random() > TABBED:
        return "".join(parts)
    heads = "".join(f'<li><a href="#t{at}">{at}</a></li>' for at, _ in enumerate(parts))
    panes = (f'<div id="t{at}" class="tab-pane">{each}</div>' for at, each in enumerate(parts))
    return f"<ul>{heads}</ul>{''.join(panes)}"


def _links(speech: Speech, tag: str) -> str:
    names = speech.some("links", speech.chance.randint(2, 12))
    items = "".join(f'<li><a href="/{at}">{escape(each)}</a></li>' for at, each in enumerate(names))
    return f"<{tag}><ul>{items}</ul></{tag}>"
