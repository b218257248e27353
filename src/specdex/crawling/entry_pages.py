"""Entry pages: which links of a page may lead to the category, and how surely."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import unquote, urlsplit

from specdex.crawling.category import Category, fold, folded
from specdex.crawling.links import PageLink
from specdex.text import words

__all__ = [
    "BY_ADDRESS",
    "EntryVotes",
    "Strategy",
    "entry_score",
    "extends",
    "harmonic_mean",
    "looks_like_a_name",
    "search_scores",
    "slug",
]

BY_ADDRESS = 0.85
"""A category named in the address only is a little less sure than one named in the anchor."""
SHELF, ELECTRONIC, DEPARTMENT, EVERYWHERE, MENU, TILE = 0.38, 0.34, 0.3, 0.25, 0.22, 0.18
"""How much a link may lead to the category without naming it: a shelf that often holds it,
electronics, any department, a list of everything, another entry of a menu, another short link."""
PRODUCT_NAME = 0.35
"""A link that names a model is a product, not a category."""
MAX_MENU_WORDS = 4
MAX_CATEGORY_WORDS = 6
_MODEL = re.compile(r"\b(?=\w*\d)(?=\w*[a-z])[\w-]{3,}\b", re.IGNORECASE)
_ENDING = re.compile(r"\.\w{2,5}$")


def slug(url: str) -> str:
    """The last part of the path of *url*, as words.

    >>> slug("http://a.example/c/12-digital-cameras.html?x=1")
    '12 digital cameras'
    """
    segments = [each for each in unquote(urlsplit(url).path).split("/") if each]
    return " ".join(words(_ENDING.sub("", segments[-1]).replace("_", " "))) if segments else ""


def looks_like_a_name(anchor: str) -> bool:
    """Whether *anchor* reads like the name of a product: long, or with a model number.

    >>> looks_like_a_name("Canon PowerShot SX60 HS"), looks_like_a_name("Digital cameras")
    (True, False)
    """
    return len(words(anchor)) > MAX_CATEGORY_WORDS or bool(_MODEL.search(anchor))


def extends(url: str, above: str) -> bool:
    """Whether the path of *url* lies below that of *above*."""
    root, path = urlsplit(above).path.rstrip("/"), urlsplit(url).path.rstrip("/")
    return len(path) > len(root) > 0 and path.startswith((f"{root}/", f"{root}-", f"{root}_"))


def entry_score(link: PageLink, anchor: str, category: Category) -> float:
    """How surely *link* leads to pages of *category*, from 0 to 1."""
    by_anchor = category.match(anchor)
    by_address = BY_ADDRESS * category.match(slug(link.url))
    if looks_like_a_name(anchor):
        return PRODUCT_NAME * max(by_anchor, by_address)
    if by_anchor:
        return by_anchor
    return max(by_address, _department_score(link, anchor, category))


def _department_score(link: PageLink, anchor: str, category: Category) -> float:
    said = words(fold(anchor))
    if not said or len(said) > MAX_MENU_WORDS:
        return 0.0
    if category.is_shelf(anchor):
        return SHELF
    if any(word in folded("categories.electronics") for word in said):
        return ELECTRONIC
    if any(word in folded("links.departments") for word in said):
        return DEPARTMENT
    if " ".join(said) in folded("links.everything"):
        return EVERYWHERE
    return MENU if link.framed else TILE


class Strategy(StrEnum):
    """How an entry page was proposed."""

    HOME = "from the home page"
    TARGET = "from target pages"
    SEARCH = "by search"


def harmonic_mean(scores: Iterable[float]) -> float:
    """The harmonic mean of *scores*; 0 where there is none, or one is 0.

    >>> harmonic_mean([1.0, 0.5])
    0.6666666666666666
    """
    found = list(scores)
    if not found or min(found) <= 0:
        return 0.0
    return len(found) / sum(1 / score for score in found)


def search_scores(urls: Sequence[str]) -> dict[str, float]:
    """What a search engine's ranking says of each result, from 1 down.

    >>> search_scores(["a", "b"])
    {'a': 1.0, 'b': 0.5}
    """
    size = len(urls)
    return {url: (size - place) / size for place, url in enumerate(urls)}


@dataclass(slots=True)
class EntryVotes:
    """What the three strategies say of each candidate, by canonical address.

    A strategy may speak of a candidate often: from the home page the best path counts, from the
    target pages the average, by search the rank.
    """

    said: dict[str, dict[Strategy, tuple[float, int]]] = field(default_factory=dict)

    def vote(self, key: str, strategy: Strategy, score: float) -> None:
        """Let *strategy* speak of the candidate at *key*."""
        votes = self.said.setdefault(key, {})
        total, count = votes.get(strategy, (0.0, 0))
        if strategy is Strategy.TARGET:
            votes[strategy] = (total + score, count + 1)
        else:
            votes[strategy] = (max(total, score), 1)

    def joined(self, key: str) -> float:
        """The harmonic mean of what the strategies say that have spoken; 0 where fewer than two."""
        votes = self.said.get(key, {})
        if len(votes) < 2:  # noqa: PLR2004 - one alone is no agreement
            return 0.0
        return harmonic_mean(total / count for total, count in votes.values())
