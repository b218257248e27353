"""What records say of their names beside them: by pictures, links, and where they lead to."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from specdex.listings.outlines import RECORD, Outline
from specdex.text import collapse, folded, words

__all__ = ["MAX_NAME", "MIN_NAME", "Hints", "unshown"]

UNSHOWN = {"img": ("alt", "title"), "a": ("title", "aria-label"), "amp-img": ("alt",)}
"""Where a name is written that the page does not show."""
MIN_NAME, MAX_NAME = 2, 400
"""Characters of a name."""
PRICED = 0.2
"""The share of records with a price from which a list shows prices."""
MOST_LINKS = 3
"""Links of a record whose addresses are read."""
MIN_WORDS = 2
"""Fewer words of an address are no name."""
SPOKEN = 0.4
"""The share of what the picture says that a name is: a maker's is less."""
WITHIN = 0.6
"""What it counts when the picture says more before the name."""


class Hints:
    """What the pictures and addresses of each record say, looked up once."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.is_asked = not _show_prices(outline)
        """Whether links and addresses are asked: where prices part names from the rest, no need."""
        self._said: dict[int, list[str]] = {}
        self._steps: dict[int, list[str]] = {}

    def said(self, place: int, text: str) -> float:
        """How much the pictures and links of a record say what *text* does, from 0 to 1."""
        alts = self._said.get(place)
        if alts is None:
            told = _alts(self.outline, place, are_links_asked=self.is_asked)
            alts = self._said[place] = list(filter(None, told))
        name = _squeezed(text)
        if any(_says(alt, name) for alt in alts):
            return 1.0
        return WITHIN if any(name in alt for alt in alts) else 0.0

    def addressed(self, place: int, text: str) -> float:
        """How much the addresses of a record and *text* say the same words, from 0 to 1."""
        if not self.is_asked:
            return 0.0
        steps = self._steps.get(place)
        if steps is None:
            steps = self._steps[place] = list(_steps(self.outline, place))
        return max((_agreement(text, step) for step in steps), default=0.0)

    def told(self, place: int, text: str) -> float:
        """How much a record says of itself what *text* does, from 0 to 1."""
        return max(self.said(place, text), self.addressed(place, text))


def _squeezed(text: str) -> str:
    """*text* as it is compared with what pictures say."""
    return "".join(text.lower().split())


def _main_links(outline: Outline, place: int) -> list[int]:
    """The links of a record that lead to its product: around it or a picture, or else its first.

    Links to makers, authors and categories say what the lines say that they stand in.
    """
    document, first = outline.document, outline.spans[place][0]
    links = [
        node
        for node in (document.parent[first], first, *outline.filled[place].values())
        if node >= 0 and document.tag[node] == "a"
    ]
    pictured = outline.view.picture_count
    around = [node for node in links if node <= first or pictured[node]]
    return (around or links[:1])[:MOST_LINKS]


def _show_prices(outline: Outline) -> bool:
    """Whether enough records show a price."""
    is_priced = outline.view.is_priced
    return sum(is_priced(span[0], span[-1]) for span in outline.spans) >= PRICED * len(outline)


def _alts(outline: Outline, place: int, *, are_links_asked: bool) -> Iterator[str]:
    """What the pictures of a record and its main links say about themselves."""
    attribute, tags = outline.document.attribute, outline.slots.tags
    for slot, node in outline.filled[place].items():
        if tags[slot] == "img":
            yield _squeezed(attribute(node, "alt"))
    for node in _main_links(outline, place) if are_links_asked else ():
        for name in UNSHOWN["a"]:
            yield _squeezed(attribute(node, name))


def _says(alt: str, name: str) -> bool:
    """Whether what a picture says begins or ends with *name*, and says little else."""
    return len(name) >= SPOKEN * len(alt) and (alt.startswith(name) or alt.endswith(name))


def _steps(outline: Outline, place: int) -> Iterator[str]:
    """The step that says most of each address that the main links of a record lead to."""
    attribute = outline.document.attribute
    found = dict.fromkeys(attribute(node, "href") for node in _main_links(outline, place))
    return (step for step in map(_longest_step, found) if step)


@lru_cache(maxsize=4096)
def _longest_step(href: str) -> str:
    """The letters and digits of the step of an address that has most words."""
    try:
        path = unquote(urlsplit(href).path)
    except ValueError:
        return ""
    said = max((words(step) for step in reversed(path.split("/"))), key=len)
    return folded("".join(said)) if len(said) >= MIN_WORDS else ""


def _agreement(text: str, step: str) -> float:
    """The share of letters and digits of both that stand in words of *text* and in *step*."""
    written = [folded(word) for word in words(text)]
    same = sum(len(word) for word in written if word in step)
    return min(1.0, 2 * same / (sum(map(len, written)) + len(step)))


def unshown(outline: Outline, places: Iterable[int]) -> dict[tuple[int, str], dict[int, str]]:
    """What pictures and links of some records say of themselves, by slot and attribute."""
    attribute, tags = outline.document.attribute, outline.slots.tags
    found: dict[tuple[int, str], dict[int, str]] = {}
    for place in places:
        record = outline.spans[place][0]
        for slot, node in ((RECORD, record), *outline.filled[place].items()):
            tag = tags[slot] if slot != RECORD else outline.document.tag[record]
            for name in UNSHOWN.get(tag, ()):
                said = collapse(attribute(node, name))
                if MIN_NAME <= len(said) <= MAX_NAME:
                    found.setdefault((slot, name), {})[place] = said
    return found
