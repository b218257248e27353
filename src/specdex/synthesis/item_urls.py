"""Which URL pattern of several tells a site's pages with items from its other pages best."""

from collections.abc import Sequence

from specdex.html import Document
from specdex.synthesis.scheme import Scheme, read_items
from specdex.synthesis.url_patterns import accepts, unify_urls

__all__ = ["item_pattern"]

ENOUGH = 0.5
"""Pages with every attribute are the ones with items if they are this share of a template's."""


def item_pattern(scheme: Scheme, template: Sequence[Document], every: Sequence[Document]) -> str:
    """The pattern of *scheme*, or a better one.

    *template* are the pages that the scheme was made on, *every* all pages of the site. A pattern
    is good that takes the pages of the template with all attributes and no page without them;
    pages of other templates that the scheme happens to read count neither way.
    """
    read = {each.page.url: _attributes(scheme, each) for each in every}
    mine = [each.page.url for each in template]
    whole = [url for url in mine if read.get(url, 0) == len(scheme.names)]
    if not whole or len(whole) < ENOUGH * len(mine):
        most = max((read.get(url, 0) for url in mine), default=0)
        whole = [url for url in mine if read.get(url, 0) > most / 2]
    if not whole:
        return scheme.url_pattern
    wanted = set(whole)
    others = {url for url, count in read.items() if count < len(scheme.names)} - wanted
    rest = set(read) - wanted
    found = [scheme.url_pattern, unify_urls(whole, others), unify_urls(whole, rest)]
    return max(found, key=lambda pattern: _goodness(pattern, wanted, others))


def _attributes(scheme: Scheme, document: Document) -> int:
    items = read_items(scheme, document.element(0)) if len(document) else []
    return max(map(len, items), default=0)


def _goodness(pattern: str, wanted: set[str], others: set[str]) -> float:
    """The F1 of a pattern; an empty one takes all."""
    right = sum(accepts(pattern, url) for url in wanted)
    wrong = sum(accepts(pattern, url) for url in others)
    return round(2 * right / max(1, right + wrong + len(wanted)), 2)
