"""What a shop calls a category: as the trails of products that are of the category say."""

from collections import Counter
from collections.abc import Iterable, Sequence

from specdex.crawling.category import fold
from specdex.crawling.navigation import is_name
from specdex.crawling.target_pages import breadcrumbs, heading
from specdex.html import Document
from specdex.text import collapse

__all__ = ["shared_name", "trail_names"]

SHARED = 0.5
"""The share of the pages whose trails must have a name."""


def trail_names(pages: Iterable[Document]) -> tuple[str, ...]:
    """The name that the trails of *pages*, all of one shop's products of one category, share."""
    return shared_name(
        (heading(page), [collapse(crumb.text) for crumb in breadcrumbs(page)[1:]]) for page in pages
    )


def shared_name(trails: Iterable[tuple[str, Sequence[str]]]) -> tuple[str, ...]:
    """The name that *trails* share, each with the title of its product.

    Of the steps that most trails have it is the last: what stands before it holds other things
    too. A maker's name, with which the product's own begins, is none. Empty where trails say
    nothing, or nothing in common.
    """
    known = [steps for steps in (_steps(title, trail) for title, trail in trails) if steps]
    counts = Counter(fold(step) for trail in known for step in trail)
    most = max(counts.values(), default=0)
    if not most or most < SHARED * len(known):
        return ()
    return next(
        ((step,) for trail in known for step in reversed(trail) if counts[fold(step)] == most), ()
    )


def _steps(title: str, trail: Sequence[str]) -> list[str]:
    """The names of categories in the trail of a product, each once."""
    own = fold(title)
    return [
        text
        for text in dict.fromkeys(trail)
        if text and is_name(text) and not own.startswith(fold(text))
    ]
