"""The home-page filter of a harvest: the general one, taught by what crawls of this run found."""

from collections.abc import Sequence

from specdex.crawling import Category
from specdex.discovery import HomeModel, default_home_model
from specdex.discovery.home_features import read_home
from specdex.discovery.home_learning import CategoryLearner, Example
from specdex.pipeline.crawl import home_of
from specdex.pipeline.looking import documents
from specdex.records import Site, SiteStatus
from specdex.runs import RunFolder

__all__ = ["ENOUGH", "taught_model"]

ENOUGH = 50
"""Shops, and other sites, that it takes to learn a category (the paper's fifty and fifty)."""
SHOPS = frozenset({SiteStatus.SEED, SiteStatus.ACCEPTED})


def taught_model(
    run: RunFolder, sites: Sequence[Site], category: str, enough: int = ENOUGH
) -> HomeModel:
    """The filter for *category*, with its own part once crawls have told enough sites apart.

    Only sites that were crawled teach: what the filter itself refused says nothing new.
    """
    general = default_home_model()
    labels = {home_of(site.host): site for site in sites if site.crawled}
    shops = sum(site.status in SHOPS for site in labels.values())
    if min(shops, len(labels) - shops) < enough:
        return general
    names = Category.of(category).promise
    examples = [
        Example(read_home(document, names), labels[url].status in SHOPS, labels[url].host)
        for url, document in documents(run, labels)
    ]
    if len({each.relevant for each in examples}) < len((True, False)):
        return general
    return CategoryLearner(general, category).fit(examples).model_
