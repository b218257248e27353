"""The home-page filter: does a home page look like a shop of the category?"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from specdex.discovery.vocabulary import BASKET, CURRENCY, NOT_A_SHOP, SERVICE
from specdex.html import Document
from specdex.text import collapse, words

__all__ = ["Verdict", "judge_home_page"]

Namer = Callable[[str], float]
"""How surely a text names the category, from 0 to 1."""

BASKET_WEIGHT, SERVICE_WEIGHT, PRICE_WEIGHT, CATEGORY_WEIGHT = 0.25, 0.1, 0.15, 0.5
STRANGE_WEIGHT = -0.2
"""What each kind of evidence adds: it takes both the shop and the category."""
ENOUGH_SERVICES, ENOUGH_PRICES, ENOUGH_STRANGE = 2, 3, 2
"""How much of it counts in full."""
ACCEPTED = 0.6
NAMED = 0.4
"""A text that names the category less surely names something else: camera bags."""
MAX_ANCHOR_WORDS = 8
MAX_LABEL_WORDS = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the filter thinks of a home page."""

    score: float
    reason: str
    """The evidence, for a person."""

    @property
    def accepted(self) -> bool:
        """Whether the site is worth a crawl."""
        return self.score >= ACCEPTED


@cache
def _phrases(vocabulary: tuple[str, ...]) -> frozenset[str]:
    return frozenset(" ".join(words(phrase)) for phrase in vocabulary)


def judge_home_page(document: Document, category: str, names: Namer | None = None) -> Verdict:
    """Whether *document*, a home page, looks like a shop of *category*, and why.

    *names* says how surely a text names the category; without it the word and its plural do.
    """
    if not len(document):
        reason = document.failure.reason if document.failure else "the page is empty"
        return Verdict(0.0, f"no home page: {reason}")
    labels = _labels(document)
    found = {
        "a basket": BASKET_WEIGHT * bool(_count(labels, BASKET)),
        "shop services": SERVICE_WEIGHT * _share(_count(labels, SERVICE), ENOUGH_SERVICES),
        "prices": PRICE_WEIGHT * _share(_prices(document), ENOUGH_PRICES),
        f"links to {category}": CATEGORY_WEIGHT * _named(labels, names or _by_word(category)),
        "links of other kinds of sites": STRANGE_WEIGHT
        * _share(_count(labels, NOT_A_SHOP), ENOUGH_STRANGE),
    }
    score = max(0.0, min(1.0, sum(found.values())))
    signs = [name for name, weight in found.items() if weight]
    return Verdict(round(score, 4), f"found {', '.join(signs)}" if signs else "no sign of a shop")


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


def _count(labels: Iterable[str], vocabulary: tuple[str, ...]) -> int:
    """How many different phrases of *vocabulary* are the words of a label, a count left out."""
    known = _phrases(vocabulary)
    said = (" ".join(word for word in words(label) if not word.isdigit()) for label in labels)
    return len({text for text in said if text in known})


def _prices(document: Document) -> int:
    return sum(1 for _ in CURRENCY.finditer(document.text))


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


def _by_word(category: str) -> Namer:
    """A namer that knows the word and its plural."""
    word = category.lower().strip()
    plural = word[:-1] + "ies" if word.endswith("y") else word + "s"
    forms = {tuple(words(word)), tuple(words(plural))}

    def names(text: str) -> float:
        said = words(text)
        sizes = {len(form) for form in forms}
        return float(
            any(tuple(said[at : at + size]) in forms for size in sizes for at in range(len(said)))
        )

    return names
