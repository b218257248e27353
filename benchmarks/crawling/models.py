"""The verb train for crawling: labelled pagers, typed pages and seed shops in, the model out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from benchmarks.crawling.labels import (
    Answer,
    LabelledPager,
    LabelledType,
    extra_pagers,
    extra_types,
    labelled_pagers,
    labelled_types,
    snapshots,
)
from benchmarks.crawling.training import (
    PAGE_TYPE,
    PAGE_TYPE_SEEDS,
    PagerSheet,
    SeedPage,
    fit_anchors,
    fit_trees,
    pager_sheet,
    pager_trees,
)
from specdex.crawling.model import AnchorClassifier, CrawlingModel
from specdex.crawling.page_types import PLAIN, PRODUCT, page_row
from specdex.forest import Floats as Matrix
from specdex.forest import Trees
from specdex.html import parse
from specdex.urls import canonical

__all__ = [
    "SeedShop",
    "TypedRow",
    "seed_anchors",
    "sheet_of",
    "train_crawling",
    "type_trees",
    "typed_rows",
]

AMBIGUOUS, AMBIGUOUS_WEIGHT = "listing", 0.6
"""What the set calls lists of goods and of news alike counts less."""
MAX_INDEX = 3
"""Lists of one category and shop that anchors are learned from."""


class SeedShop(Protocol):
    """A shop of which is known where each category's pages are."""

    @property
    def home(self) -> str:
        """Its home page."""
        ...

    @property
    def truth(self) -> Mapping[str, Any]:
        """For each of its ``categories`` the entry, index, parent and product pages."""
        ...

    def answer(self, url: str) -> Answer:
        """What it says to a GET of *url*."""
        ...


@dataclass(frozen=True, slots=True)
class TypedRow:
    """One page of known type, by its features."""

    site: str
    type: str
    row: Matrix
    url: str = ""


def sheet_of(pager: LabelledPager) -> PagerSheet:
    """What one labelled pager teaches."""
    return pager_sheet(pager.document, pager.host, pager.is_next)


def typed_rows(pages: Iterable[LabelledType]) -> Iterator[TypedRow]:
    """The features of pages of known type."""
    for page in pages:
        yield TypedRow(page.site, page.type, page_row(page.document)[0], page.document.page.url)


def type_trees(rows: Sequence[TypedRow], kind: str) -> Trees:
    """The trees that tell pages of *kind* from all others."""
    target = np.array([float(row.type == kind) for row in rows])
    weights = np.array([AMBIGUOUS_WEIGHT if row.type == AMBIGUOUS else 1.0 for row in rows])
    columns = np.array([row.row for row in rows])
    # what lists hold says little of one product, and few pages teach: it would be learned by heart
    known = columns[:, :PLAIN] if kind == PRODUCT else columns
    return fit_trees(known, target, weights, PAGE_TYPE, PAGE_TYPE_SEEDS)


def pruned(told: AnchorClassifier, least: float) -> AnchorClassifier:
    """The same without words seen less often than *least*."""
    good, bad = (
        {
            word: count
            for word, count in counts.items()
            if told.good_.get(word, 0.0) + told.bad_.get(word, 0.0) >= least
        }
        for counts in (told.good_, told.bad_)
    )
    return AnchorClassifier(told.smoothing, good, bad, told.count_)


def seed_anchors(shops: Iterable[SeedShop]) -> Mapping[str, Mapping[str, AnchorClassifier]]:
    """The anchor classifiers of each category, from seed shops.

    The entry page classifier learns the anchors of home pages, the index page classifier those of
    lists; what led to the category's entry and product pages did well. The home page classifier
    learns from all anchors of the home pages of shops: those that lead into any category did well.
    """
    pages: dict[str, dict[str, list[SeedPage]]] = {}
    for shop in shops:
        home = parse(shop.answer(shop.home).page)
        every = frozenset(
            canonical(url)
            for category in shop.truth["categories"].values()
            for url in (*category["entry"], *category["index"], *category["parent_listings"])
        )
        for name, category in shop.truth["categories"].items():
            kinds = pages.setdefault(name, {"entry": [], "index": [], "home": []})
            into = frozenset(map(canonical, (*category["entry"], *category["index"])))
            products = frozenset(map(canonical, category["products"]))
            kinds["entry"].append(SeedPage(home, into))
            kinds["home"].append(SeedPage(home, every))
            for url in category["index"][:MAX_INDEX]:
                kinds["index"].append(SeedPage(parse(shop.answer(url).page), products))
    return {
        name: {kind: pruned(fit_anchors(taught), 1.0) for kind, taught in kinds.items()}
        for name, kinds in pages.items()
    }


def train_crawling(data: Path, seeds: Iterable[SeedShop] = ()) -> CrawlingModel:
    """The crawling model of all labelled data; *seeds* are further shops to learn anchors from."""
    sheets = [sheet_of(pager) for pager in chain(labelled_pagers(data), extra_pagers(data))]
    rows = list(typed_rows(chain(labelled_types(data), extra_types(data))))
    return CrawlingModel(
        pager=pager_trees(sheets),
        product=type_trees(rows, "product"),
        collection=type_trees(rows, "collection"),
        anchors=seed_anchors(chain(snapshots(data), seeds)),
    )
