"""The home-page classifier's recipe: labelled pages of shops and of other sites in, a model out."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any
from zlib import crc32

from benchmarks.data import lines
from specdex.discovery.home_features import read_home
from specdex.discovery.home_learning import Example, ShopLearner
from specdex.discovery.home_pages import HomeModel
from specdex.html import parse
from specdex.records import Page
from specdex.statistics.metrics import Tally
from specdex.urls import registrable_domain

__all__ = ["labelled_homes", "leave_sites_out", "train_homes"]

SHOPS = ("specs/modern.jsonl.xz", "specs/wcxb.jsonl.xz")
OLD_SHOPS = ("swde/camera/*.jsonl.xz", "swde/book/*.jsonl.xz")
PLATFORMS = "shops/*.jsonl.xz"
TYPED = "pagetypes/wcxb.jsonl.xz"
SHOP_TYPES = frozenset({"product", "collection"})
PAGES_A_SITE = 3
MAX_SIZE = 1_500_000
"""Characters; larger pages teach nothing that others do not."""
FOLDS = 5
THRESHOLD = 0.1
"""A site that is left out is lost, one that is let in costs a crawl, which judges it again."""


def labelled_homes(data: Path) -> list[Example]:
    """Pages of shops and of other sites; every page of a site repeats its home page's menus."""
    examples = list(_labelled(data))
    shops = {each.site for each in examples if each.relevant}
    return [each for each in examples if each.relevant or each.site not in shops]


def _labelled(data: Path) -> Iterator[Example]:
    for name in SHOPS:
        yield from (_example(line, relevant=True) for line in lines(data / name) if _fits(line))
    for pattern in (*OLD_SHOPS, PLATFORMS):
        for path in sorted(data.glob(pattern)):
            first = islice(lines(path), 1 if pattern == PLATFORMS else PAGES_A_SITE)
            for line in first:
                yield _example({"site": path.name.partition(".")[0], **line}, relevant=True)
    for line in lines(data / TYPED):
        if _fits(line):
            yield _example(line, relevant=line["type"] in SHOP_TYPES)


def _fits(line: dict[str, Any]) -> bool:
    return len(line["html"]) <= MAX_SIZE


def _example(line: dict[str, Any], *, relevant: bool) -> Example:
    page = Page(line.get("url") or "http://page.example/", (line["html"] or "").encode())
    home = read_home(parse(replace(page, encoding="utf-8")), lambda _: 0.0)
    site = registrable_domain(line["site"]).partition(".")[0] or line["site"]
    return Example(home, relevant, site)


def leave_sites_out(examples: Sequence[Example], count: int = FOLDS) -> Tally:
    """How well shops are told from other sites that the model never saw."""
    tally = Tally()
    for fold in range(count):
        judged = [each for each in examples if crc32(each.site.encode()) % count == fold]
        learned = [each for each in examples if crc32(each.site.encode()) % count != fold]
        model = ShopLearner().fit(learned).model_
        for each in judged:
            said = model.shop_odds(each.home) > 0
            tally += Tally(said and each.relevant, said > each.relevant, each.relevant > said)
    return tally


def train_homes(examples: Sequence[Example]) -> HomeModel:
    """The general model of all *examples*."""
    return replace(ShopLearner().fit(examples).model_, threshold=THRESHOLD)
