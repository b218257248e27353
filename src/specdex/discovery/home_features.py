"""What a home page shows: the words of its links and buttons, and signs of a shop among them."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from specdex.html import Document
from specdex.lexicon import phrases
from specdex.money import any_sign
from specdex.text import collapse, words

__all__ = ["SIGNS", "Home", "Namer", "home_of_labels", "read_home"]

BASKET, SERVICE = phrases("buying.baskets"), phrases("links.services")
NOT_A_SHOP = phrases("links.of_other_sites")
_SIGNS = phrases("currencies.on_home_pages")
_BEFORE, _BEHIND = any_sign(_SIGNS, before=r"\b"), any_sign(_SIGNS)
CURRENCY = re.compile(rf"{_BEFORE}\s?\d|\d[\d.,' \u00a0]*\s?{_BEHIND}", re.IGNORECASE)
"""An amount of money."""

Namer = Callable[[str], float]
"""How surely a text names the category, from 0 to 1."""

SIGNS = ("a basket", "shop services", "prices", "links of other kinds of sites", "few links")
"""What speaks for or against a shop, apart from single words."""
ENOUGH_SERVICES, ENOUGH_PRICES, ENOUGH_STRANGE, ENOUGH_LINKS = 3, 3, 3, 30
"""How much of it counts in full."""
NAMED = 0.4
"""A text that names the category less surely names something else: camera bags."""
MAX_ANCHOR_WORDS = 8
MAX_LABEL_WORDS = 5
MAX_PHRASE_WORDS = 3
MAX_LABELS = 3000
"""Labels of a page that are looked at."""


@dataclass(frozen=True, slots=True)
class Home:
    """What the home-page filter knows of a home page."""

    signs: tuple[float, ...]
    """How clear each of SIGNS is, from 0 to 1."""
    said: frozenset[str]
    """The words of its links, and those links of a few words as a whole."""
    named: float
    """How surely its best link names the category."""


def read_home(document: Document, names: Namer, more: Sequence[Document] = ()) -> Home:
    """What *document*, a home page, shows, with *more* pages of the site that may say so for it."""
    pages = (document, *more)
    prices = sum(1 for page in pages for _ in CURRENCY.finditer(page.text))
    return home_of_labels([label for page in pages for label in _labels(page)], prices, names)


def home_of_labels(labels: Sequence[str], prices: int, names: Namer) -> Home:
    """What a home page with *labels* on its links and buttons and that many *prices* shows."""
    labels = labels[:MAX_LABELS]
    plain = [[word for word in words(label) if not word.isdigit()] for label in labels]
    said_so = {" ".join(said) for said in plain if said}
    signs = (
        float(bool(said_so & _phrases(BASKET))),
        _share(len(said_so & _phrases(SERVICE)), ENOUGH_SERVICES),
        _share(prices, ENOUGH_PRICES),
        _share(len(said_so & _phrases(NOT_A_SHOP)), ENOUGH_STRANGE),
        1.0 - _share(len(said_so), ENOUGH_LINKS),
    )
    short = {" ".join(said) for said in plain if 1 < len(said) <= MAX_PHRASE_WORDS}
    said = {word for label in plain if len(label) <= MAX_ANCHOR_WORDS for word in label}
    return Home(signs, frozenset(said | short), _named(dict.fromkeys(labels), names))


@cache
def _phrases(vocabulary: tuple[str, ...]) -> frozenset[str]:
    return frozenset(" ".join(words(phrase)) for phrase in vocabulary)


def _labels(document: Document) -> list[str]:
    """The texts of links and buttons: an image's or a field's words count too."""
    found: list[str] = []
    for node in document.nodes_of("a", "button", "input", "img"):
        label = document.text_of(node)
        for name in ("value", "title", "aria-label", "alt"):
            label = label or document.attribute(node, name)
        if label:
            found.append(collapse(label))
    return found


def _named(labels: Iterable[str], names: Namer) -> float:
    """How surely a label names the category; a long one is a headline or a product, and half so."""
    best = 0.0
    for label in labels:
        size = len(words(label))
        if size <= MAX_ANCHOR_WORDS:
            sure = names(label)
            best = max(best, 0.0 if sure < NAMED else sure if size <= MAX_LABEL_WORDS else sure / 2)
    return best


def _share(count: int, enough: int) -> float:
    return min(1.0, count / enough)
